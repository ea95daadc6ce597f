import { expect, test } from "vitest";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { describeOnOwnStores, openTestStore } from "../testing/stores.ts";
import type { Store } from "../store.ts";
import { liveHead, pruneLive, readLive, readLiveFor, readLiveOf } from "./read.ts";

function append(store: Store, count: number): Promise<void> {
  return store.write((tx) => tx.live(Array.from({ length: count }, (_, index) => ({ kind: "k", body: index }))));
}

async function numbersIn(store: Store): Promise<number[]> {
  return (await readLive(store.read, { after: 0, limit: 99 })).map(({ number }) => number);
}

describeOnOwnStores("the live log", (fresh) => {
  test("[WS-8] it is read after a number, in order, and its head stays when all rows are gone", async () => {
    const { store } = fresh();
    expect([await liveHead(store.read), await numbersIn(store)]).toEqual([0, []]);
    await append(store, 5);
    expect((await readLive(store.read, { after: 2, limit: 2 })).map((row) => [row.number, row.body])).toEqual([
      [3, 2],
      [4, 3],
    ]);
    const all = { before: Number.MAX_SAFE_INTEGER, keep: 0, limit: 100 };
    expect(await store.write((tx) => pruneLive(tx, all))).toBe(5);
    expect([await liveHead(store.read), await numbersIn(store)]).toEqual([5, []]);
    await append(store, 1);
    expect(await numbersIn(store)).toEqual([6]);
  });

  test("[WS-8] for somebody it is read with the first row of the span and only what may concern this person", async () => {
    const { store } = fresh();
    const about = [
      ["dev_other", "usr_other"],
      ["dev_mine", null],
      ["dev_other", null],
      [null, "usr_me"],
      [null, "usr_other"],
      [null, null],
      ["dev_other", "usr_me"],
      ["dev_mine", "usr_other"],
    ] as const;
    await store.write((tx) => tx.live(about.map(([deviceId, userId]) => ({ kind: "k", body: {}, deviceId, userId }))));
    const me = { userId: "usr_me", deviceIds: ["dev_mine", "dev_also"] };
    const numbers = async (span: { after: number; until: number; limit: number }, who = me) =>
      (await readLiveFor(store.read, { ...span, ...who })).map((row) => row.number);
    expect(await numbers({ after: 0, until: 8, limit: 9 })).toEqual([1, 2, 4, 6, 7, 8]);
    expect(await numbers({ after: 2, until: 7, limit: 9 })).toEqual([3, 4, 6, 7]);
    expect(await numbers({ after: 0, until: 8, limit: 3 })).toEqual([1, 2, 4]);
    expect(await numbers({ after: 0, until: 8, limit: 9 }, { userId: "usr_new", deviceIds: [] })).toEqual([1, 6]);
  });

  test("[C6] rows of one kind for one person are read after a number, in order", async () => {
    const { store } = fresh();
    const rows = [
      ["access", "usr_me"],
      ["access", "usr_other"],
      ["shares", "usr_me"],
      ["access", "usr_me"],
      ["access", "usr_me"],
    ] as const;
    await store.write((tx) => tx.live(rows.map(([kind, userId]) => ({ kind, userId, body: {} }))));
    const found = await readLiveOf(store.read, { after: 1, kind: "access", userId: "usr_me" });
    expect(found.map(({ number }) => number)).toEqual([4, 5]);
  });

  test("[WS-8] pruning keeps so many rows behind the head, a bounded number at a time", async () => {
    const { store } = fresh();
    await append(store, 10);
    const prune = () => store.write((tx) => pruneLive(tx, { before: 0, keep: 3, limit: 4 }));
    expect([await prune(), await prune(), await prune()]).toEqual([4, 3, 0]);
    expect([await numbersIn(store), await liveHead(store.read)]).toEqual([[8, 9, 10], 10]);
  });
});

test("[WS-8] rows older than the retention go, from the beginning only", async () => {
  const clock = new ManualClock(1_000);
  const { store, close } = await openTestStore({ clock });
  await append(store, 2);
  await clock.advance(1_000);
  await append(store, 1);
  clock.jumpWall(-1_500);
  await append(store, 1);
  expect(await store.write((tx) => pruneLive(tx, { before: 1_500, keep: 99, limit: 99 }))).toBe(2);
  expect((await readLive(store.read, { after: 0, limit: 9 })).map((row) => [row.number, row.at])).toEqual([
    [3, 2_000],
    [4, 500],
  ]);
  await close();
});
