import { expect, test } from "vitest";
import type { Tx } from "../store.ts";
import { unbounded } from "../testing/bounded-reads.ts";
import { openExplained } from "../testing/plans.ts";
import { madeAt, storedDevice } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { insertPresence, insertToldPresence, insertUnheard, movesSince, onlineAt, prunePresence } from "./presence.ts";

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

  test("[C3] words that come late stand after what is kept, one after the other, and the last ones are asked for at once", async () => {
    const { store, url } = fresh();
    const devices = await Promise.all(Array.from({ length: 3 }, () => storedDevice(store)));
    const [one, other, fresher] = devices.map(({ id }) => id) as [string, string, string];
    const move = (deviceId: string, after: number, online: boolean) => ({ deviceId, at: madeAt + after, online, was: !online });
    await store.write((tx) => insertPresence(tx, [move(one, 1, true), move(one, 7, false), move(other, 3, true)]));
    const explained = openExplained(url);
    try {
      const late = [move(one, 5, true), move(other, 4, false), move(fresher, 2, true), move(other, 1, true), move(one, 9, false)];
      const before = explained.sent();
      await insertToldPresence(explained.read as Tx, late);
      expect(explained.sent() - before).toBe(late.length + 1);
      expect(unbounded(await explained.plans())).toEqual([]);
    } finally {
      await explained.close();
    }
    const told = await movesSince(store.read, madeAt);
    const of = (id: string) => told.flatMap(({ deviceId, at, online }) => (deviceId === id ? [[at - madeAt, online]] : []));
    expect([of(one), of(other), of(fresher)]).toEqual([
      [
        [1, true],
        [7, true],
        [9, false],
      ],
      [
        [3, true],
        [4, true],
      ],
      [[2, true]],
    ]);
  });

  test("[C3, D27] of the time that a device spent in the bin it is not known as online, whether it moved after that or not", async () => {
    const { store } = fresh();
    const ids = [await storedDevice(store), await storedDevice(store), await storedDevice(store)].map(({ id }) => id);
    const [steady = "", back = "", moved = ""] = ids;
    await store.write(async (tx) => {
      const began = (deviceId: string) => ({ deviceId, at: madeAt + 1, online: true, was: null });
      await insertPresence(tx, ids.map(began));
      for (const deviceId of [back, moved]) await insertUnheard(tx, { deviceId, online: true, from: madeAt + 4, to: madeAt + 8 });
      await insertPresence(tx, [
        { deviceId: moved, at: madeAt + 9, online: false, was: true },
        { deviceId: steady, at: madeAt + 9, online: false, was: true },
      ]);
    });
    const at = async (after: number) => (await onlineAt(store.read, { at: madeAt + after, afterId: "", limit: 9 })).online;
    expect(await Promise.all([1, 2, 4, 5, 8, 9, 10].map(at))).toEqual([0, 3, 3, 1, 1, 3, 1]);
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
