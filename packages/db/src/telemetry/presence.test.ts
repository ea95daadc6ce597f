import { expect, test } from "vitest";
import { unbounded } from "../testing/bounded-reads.ts";
import { openExplained } from "../testing/plans.ts";
import { madeAt, storedDevice } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { insertPresence, movesSince, prunePresence } from "./presence.ts";

describeOnBothStores("who came and went", (fresh) => {
  test("[C3] is told of the living alone, oldest first, by the index of the times", async () => {
    const { store, url } = fresh();
    const [one, other, gone] = [
      await storedDevice(store),
      await storedDevice(store),
      await storedDevice(store, { deletedAt: 1 }),
    ];
    const move = (deviceId: string, after: number) => ({ deviceId, at: madeAt + after, online: true, was: false });
    const moves = [move(other.id, 7), move(gone.id, 3), move(one.id, 5), move(one.id, -1)];
    await store.write((tx) => insertPresence(tx, moves));
    const explained = openExplained(url);
    try {
      const told = await movesSince(explained.read, madeAt);
      expect(told).toEqual([move(one.id, 5), move(other.id, 7)]);
      expect(unbounded(await explained.plans())).toEqual([]);
    } finally {
      await explained.close();
    }
  });

  test("[DA-4] the old ones go, but the last of each, look by look", async () => {
    const { store } = fresh();
    const [one, other] = [await storedDevice(store), await storedDevice(store)];
    const move = (deviceId: string, after: number) => ({ deviceId, at: madeAt + after, online: true, was: false });
    const kept = [move(other.id, 1), move(one.id, 2), move(one.id, 3)];
    await store.write((tx) => insertPresence(tx, [move(one.id, 0), move(one.id, 1), ...kept]));
    const prune = (from: number) => store.write((tx) => prunePresence(tx, { from: madeAt + from, before: madeAt + 3, limit: 2 }));
    expect([await prune(0), await prune(2)]).toEqual([
      { gone: 2, next: madeAt + 2 },
      { gone: 0, next: null },
    ]);
    expect(await movesSince(store.read, madeAt)).toEqual(kept);
  });
});
