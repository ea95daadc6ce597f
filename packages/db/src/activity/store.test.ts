import { newId } from "@relaydeck/contract/ids";
import { expect, test } from "vitest";
import { putShare } from "../shares/store.ts";
import type { Store } from "../store.ts";
import { madeAt, random, storedDevice, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { countActivityOf, findActivity } from "../console/activity.ts";
import { activityFor, insertActivity, pruneActivity, type ActivityPage } from "./store.ts";

async function scene(store: Store) {
  const [owner, friend] = [await storedUser(store, { firstName: "Olga" }), await storedUser(store, { firstName: "Finn" })];
  const device = await storedDevice(store, { ownerId: owner.id, ownedSince: madeAt + 10, name: "Pump" });
  const other = await storedDevice(store, { ownerId: friend.id, ownedSince: madeAt, name: "Barn" });
  const share = {
    id: newId("share", random),
    deviceId: device.id,
    ownerId: owner.id,
    sharedWithId: friend.id,
    sharedAt: madeAt + 20,
    updatedAt: madeAt,
  };
  await store.write((tx) => putShare(tx, share));
  const log = (at: number, userId: string | null, deviceId: string | null) =>
    store.write((tx) =>
      insertActivity(tx, { id: newId("activity", random), timestamp: madeAt + at, userId, deviceId, message: `at ${at}` }),
    );
  await log(5, null, device.id);
  await log(15, owner.id, device.id);
  await log(25, owner.id, device.id);
  await log(26, friend.id, device.id);
  await log(27, friend.id, null);
  await log(28, null, other.id);
  const seenBy = async (userId: string, page: Partial<ActivityPage> = {}) =>
    activityFor(store.read, { userId, now: madeAt + 30 }, { limit: 100, ...page });
  return { owner, friend, seenBy };
}

describeOnBothStores("the activity log", (fresh) => {
  test("[D46, AD-7] a viewer sees own actions, and devices' entries since they may see them, newest first", async () => {
    const { store } = fresh();
    const { owner, friend, seenBy } = await scene(store);
    expect((await seenBy(owner.id)).map((one) => [one.entry.message, one.via, one.deviceName, one.actor?.firstName])).toEqual([
      ["at 26", "owner", "Pump", "Finn"],
      ["at 25", "own", "Pump", "Olga"],
      ["at 15", "own", "Pump", "Olga"],
    ]);
    expect((await seenBy(friend.id)).map((one) => [one.entry.message, one.via, one.deviceName])).toEqual([
      ["at 28", "owner", "Barn"],
      ["at 27", "own", null],
      ["at 26", "own", "Pump"],
      ["at 25", "view", "Pump"],
    ]);
    expect(await seenBy("usr_nobody")).toEqual([]);
  });

  test("[A18] an entry keeps what happened as code and values; one without is told by its sentence alone", async () => {
    const { store } = fresh();
    const event = { code: "device-offline", device: "Ünder “Pump” \\", silentMinutes: 46 } as const;
    const entry = { timestamp: madeAt, userId: null, deviceId: null, message: "Pump went offline" };
    await store.write((tx) => insertActivity(tx, { id: "act_a", ...entry, event }));
    await store.write((tx) => insertActivity(tx, { id: "act_b", ...entry }));
    await store.write((tx) =>
      insertActivity(tx, [
        { id: "act_c", ...entry, event },
        { id: "act_d", ...entry, event: null },
      ]),
    );
    const kept = (await findActivity(store.read, {}, { limit: 9 })).rows.map((one) => [one.entry.id, one.entry.event]);
    expect(kept).toEqual([
      ["act_d", null],
      ["act_c", event],
      ["act_b", null],
      ["act_a", event],
    ]);
  });

  test("[D45] pages go on after an entry, and a cleared view starts at its mark", async () => {
    const { store } = fresh();
    const { friend, seenBy } = await scene(store);
    const first = await seenBy(friend.id, { limit: 2 });
    const second = await seenBy(friend.id, { limit: 9, before: first.at(-1)?.entry.id });
    expect([...first, ...second].map((one) => one.entry.message)).toEqual(["at 28", "at 27", "at 26", "at 25"]);
    expect((await seenBy(friend.id, { after: madeAt + 26 })).map((one) => one.entry.message)).toEqual(["at 28", "at 27"]);
    expect(await seenBy(friend.id, { before: "act_none" })).toEqual([]);
  });

  test("entries of one millisecond keep one order over pages", async () => {
    const { store } = fresh();
    const user = await storedUser(store);
    const entries = Array.from({ length: 7 }, () => ({
      id: newId("activity", random),
      timestamp: madeAt,
      userId: user.id,
      message: "m",
    }));
    await store.write((tx) => insertActivity(tx, entries));
    const seen: string[] = [];
    for (let page = 0; page < 7; page += 1) {
      const before = seen.at(-1);
      const [one] = await activityFor(store.read, { userId: user.id, now: madeAt }, { limit: 1, before });
      seen.push(one?.entry.id ?? "none");
    }
    expect(new Set(seen)).toEqual(new Set(entries.map((entry) => entry.id)));
  });

  test("[IN-9] administrators see all, and a search takes its wildcards as letters in any case", async () => {
    const { store } = fresh();
    await scene(store);
    await store.write((tx) => insertActivity(tx, { id: "act_x", timestamp: madeAt, message: "100% ON_line\\" }));
    const found = async (search: string) => (await findActivity(store.read, { search }, { limit: 9 })).rows.length;
    expect([await found("% on_LINE\\"), await found("0_% on"), await found("AT 2"), await found("")]).toEqual([1, 0, 4, 7]);
    expect((await countActivityOf(store.read, {})).total).toBe(7);
    expect((await findActivity(store.read, {}, { limit: 2, offset: 1 })).rows.map((one) => one.entry.message)).toEqual([
      "at 27",
      "at 26",
    ]);
  });

  test("pruning takes the oldest, a bounded number at a time", async () => {
    const { store } = fresh();
    await scene(store);
    const prune = () => store.write((tx) => pruneActivity(tx, { before: madeAt + 26, limit: 2 }));
    expect([await prune(), await prune(), await prune()]).toEqual([2, 1, 0]);
    expect((await countActivityOf(store.read, {})).total).toBe(3);
  });
});
