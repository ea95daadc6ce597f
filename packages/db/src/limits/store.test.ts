import { expect, test } from "vitest";
import { describeOnBothStores } from "../testing/stores.ts";
import { addToBucket, addToBuckets, bucketsSince, clearBuckets, pruneBuckets } from "./store.ts";

describeOnBothStores("counts of limits", (fresh) => {
  test("buckets of one key add up and come oldest first, without empty and older ones", async () => {
    const { store } = fresh();
    await store.write(async (tx) => {
      for (const windowStart of [3_000, 1_000, 2_000, 2_000]) await addToBucket(tx, { key: "a", windowStart, by: 1 });
      await addToBucket(tx, { key: "a", windowStart: 4_000, by: 1 });
      await addToBucket(tx, { key: "a", windowStart: 4_000, by: -1 });
      await addToBucket(tx, { key: "b", windowStart: 2_000, by: 7 });
    });
    expect(await bucketsSince(store.read, "a", 1_000)).toEqual([
      { windowStart: 2_000, count: 2 },
      { windowStart: 3_000, count: 1 },
    ]);
  });

  test("a list of any length adds to each of its keys", async () => {
    const { store } = fresh();
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
    for (const length of [1, 2, 8, 9, 40])
      await store.write((tx) => addToBuckets(tx, { keys: keys.slice(0, length), windowStart: 5, by: 1 }));
    const counts = await Promise.all(keys.map(async (key) => (await bucketsSince(store.read, key, 0))[0]?.count));
    expect(counts.slice(0, 10)).toEqual([5, 4, 3, 3, 3, 3, 3, 3, 2, 1]);
    expect(counts.slice(10)).toEqual(Array.from({ length: 30 }, () => 1));
  });

  test("[RL-2] who adds nothing to a bucket still holds it: parallel look-then-add pairs never pass a limit", async () => {
    const { store, again } = fresh();
    const other = await again();
    const allowed = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? store : other).write(async (tx) => {
          await addToBucket(tx, { key: "a", windowStart: 0, by: 0 });
          const used = (await bucketsSince(tx, "a", 0)).reduce((sum, { count }) => sum + count, 0);
          if (used >= 5) return false;
          await addToBucket(tx, { key: "a", windowStart: 1 + index, by: 1 });
          return true;
        }),
      ),
    );
    expect(allowed.filter(Boolean)).toHaveLength(5);
  });

  test("clearing takes whole keys, pruning old buckets of one prefix, a bounded number at a time", async () => {
    const { store } = fresh();
    await store.write(async (tx) => {
      for (const windowStart of [1, 2, 3]) await addToBucket(tx, { key: "l:a", windowStart, by: 1 });
      await addToBucket(tx, { key: "r:a", windowStart: 1, by: 1 });
      await addToBucket(tx, { key: "l:b", windowStart: 1, by: 1 });
      await clearBuckets(tx, ["l:b", "l:none"]);
    });
    const prune = () => store.write((tx) => pruneBuckets(tx, { prefix: "l:", before: 3, limit: 1 }));
    expect([await prune(), await prune(), await prune()]).toEqual([1, 1, 0]);
    expect(await bucketsSince(store.read, "l:a", 0)).toEqual([{ windowStart: 3, count: 1 }]);
    expect(await bucketsSince(store.read, "r:a", 0)).toHaveLength(1);
    expect(await bucketsSince(store.read, "l:b", 0)).toEqual([]);
  });
});
