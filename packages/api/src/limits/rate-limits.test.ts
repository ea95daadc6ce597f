import { bucketsSince } from "@relaydeck/db/limits/store";
import type { Store } from "@relaydeck/db/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { countCommand } from "./command-limits.ts";
import { dayMs, giveBack, pruneLimits, takeAll, waitFor, type Limit } from "./rate-limits.ts";

const start = Date.UTC(2026, 10, 21, 14, 2, 0);
const [a, b] = [
  { key: "l:a", limit: 3, windowMs: 60_000 },
  { key: "l:b", limit: 5, windowMs: 60_000 },
];

function take(store: Store, limits: readonly Limit[], now = start) {
  return store.write((tx) => takeAll(tx, limits, now));
}

async function countOf(store: Store, key: string): Promise<number> {
  return (await bucketsSince(store.read, key, 0)).reduce((sum, { count }) => sum + count, 0);
}

describeOnStores("limits in the database", (fresh) => {
  test("[RL-2] 60 parallel takers on two nodes get exactly the limit, however their keys are ordered", async () => {
    const { store, again } = fresh();
    const other = await again();
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) => take(index % 2 === 0 ? store : other, index % 3 === 0 ? [a, b] : [b, a])),
    );
    expect(results.filter((result) => result.ok)).toHaveLength(3);
  });

  test("[RL-2] when one of several limits is full nothing is counted, and asking again does not lengthen the wait", async () => {
    const { store } = fresh();
    for (let count = 0; count < 3; count += 1) await take(store, [a, b]);
    const refused = await take(store, [a, b], start + 10_000);
    expect(refused).toEqual({ ok: false, error: { code: "RATE_LIMITED", retryAfterSeconds: 50 } });
    expect(await take(store, [a, b], start + 59_999)).toMatchObject({ ok: false, error: { retryAfterSeconds: 1 } });
    expect(await countOf(store, "l:b")).toBe(3);
    expect((await take(store, [a, b], start + 60_000)).ok).toBe(true);
  });

  test("[TI-1] what was counted before the clock was set back locks nobody out", async () => {
    const { store } = fresh();
    for (let count = 0; count < 3; count += 1) await take(store, [a]);
    expect((await take(store, [a], start - 3_600_000)).ok).toBe(true);
  });

  test("[RL-2] what was taken can be given back", async () => {
    const { store } = fresh();
    const taken = [];
    for (let count = 0; count < 3; count += 1) taken.push(await take(store, [a]));
    const last = taken.at(-1);
    await store.write(async (tx) => giveBack(tx, last?.ok === true ? last.value : []));
    expect(await countOf(store, "l:a")).toBe(2);
    expect([(await take(store, [a])).ok, (await take(store, [a])).ok]).toEqual([true, false]);
  });

  test("[RL-2] commands: 10 in 10 s and device, 60 a minute and user, times the factor; a refused one is not counted", async () => {
    const { store } = fresh();
    async function begun(deviceId: string, facts: { count: number; at: number; factor?: number }): Promise<number> {
      let accepted = 0;
      for (let done = 0; done < facts.count; done += 1) {
        const now = start + facts.at;
        const result = await store.write((tx) => countCommand(tx, { userId: "usr_a", deviceId, now, factor: facts.factor ?? 1 }));
        accepted += result.ok ? 1 : 0;
      }
      return accepted;
    }
    expect(await begun("dev_1", { count: 12, at: 0 })).toBe(10);
    expect(await begun("dev_2", { count: 10, at: 0 })).toBe(10);
    expect(await begun("dev_1", { count: 12, at: 10_000 })).toBe(10);
    for (const device of ["dev_3", "dev_4", "dev_5"]) expect(await begun(device, { count: 10, at: 10_000 })).toBe(10);
    expect(await begun("dev_6", { count: 1, at: 59_000 })).toBe(0);
    expect(await begun("dev_6", { count: 1, at: 60_000 })).toBe(1);
    expect(await begun("dev_7", { count: 20, at: 60_000, factor: 2 })).toBe(20);
  });

  test("pruning forgets counts of yesterday and keeps rows of failures for a year", async () => {
    const { store } = fresh();
    const prune = (now: number) => store.write((tx) => pruneLimits(tx, { now, limit: 100 }));
    await take(store, [a, { key: "r:account", limit: 100, windowMs: 365 * dayMs }]);
    await prune(start + dayMs - 1);
    expect(await countOf(store, "l:a")).toBe(1);
    await prune(start + 2 * dayMs);
    expect([await countOf(store, "l:a"), await countOf(store, "r:account")]).toEqual([0, 1]);
    await prune(start + 370 * dayMs);
    expect(await countOf(store, "r:account")).toBe(0);
  });
});

test("the wait ends when enough of what was counted has left the window", () => {
  const buckets = [
    { windowStart: 0, count: 2 },
    { windowStart: 500, count: 2 },
    { windowStart: 900, count: 1 },
  ];
  expect(waitFor({ limit: 6, windowMs: 1_000 }, buckets, 950)).toBe(0);
  expect(waitFor({ limit: 5, windowMs: 1_000 }, buckets, 950)).toBe(50);
  expect(waitFor({ limit: 3, windowMs: 1_000 }, buckets, 950)).toBe(550);
  expect(waitFor({ limit: 1, windowMs: 1_000 }, buckets, 950)).toBe(950);
});
