import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import { madeAt, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { endedSessionIds, takeEndedSessions, takeSession, takeSessionById, takeSessionsOfUser } from "./ending.ts";
import { forgetBrowsersBut, forgetOldBrowsers } from "./known-browsers.ts";
import { findKnownBrowsers, insertSession, rememberBrowser } from "./store.ts";

function begin(
  store: Store,
  userId: string,
  session: { name: string; expire?: number; absoluteEnd?: number },
): Promise<string[]> {
  const { name, expire = madeAt + 1_000, absoluteEnd = madeAt + 9_000 } = session;
  const times = { expire, absoluteEnd, createdAt: madeAt, lastUsedAt: madeAt };
  return store.write((tx) => insertSession(tx, { sid: `hash-${name}`, id: `ses_${name}`, sess: {}, userId, ...times }));
}

const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id).toSorted();

describeOnBothStores("ending sessions", (fresh) => {
  test("[SE-5] each way of ending returns the rows that it removed, once", async () => {
    const { store } = fresh();
    const [maria, alex] = [await storedUser(store), await storedUser(store)];
    for (const name of ["a", "b", "c", "d"]) await begin(store, maria.id, { name });
    await begin(store, alex.id, { name: "x" });
    await store.write(async (tx) => {
      expect(await takeSession(tx, "hash-a")).toMatchObject({ id: "ses_a", userId: maria.id });
      expect(await takeSession(tx, "hash-a")).toBeNull();
      expect(await takeSessionById(tx, { userId: alex.id, id: "ses_b" })).toBeNull();
      expect(await takeSessionById(tx, { userId: maria.id, id: "ses_b" })).toMatchObject({ sid: "hash-b" });
      expect(idsOf(await takeSessionsOfUser(tx, { userId: maria.id, exceptId: "ses_d" }))).toEqual(["ses_c"]);
      expect(idsOf(await takeSessionsOfUser(tx, { userId: maria.id }))).toEqual(["ses_d"]);
      expect(idsOf(await takeSessionsOfUser(tx, { userId: alex.id }))).toEqual(["ses_x"]);
    });
  });

  test("[SE-3] what ended by idleness or by age is taken in bounded portions, the living stay", async () => {
    const { store } = fresh();
    const { id } = await storedUser(store);
    await begin(store, id, { name: "idle", expire: madeAt + 5 });
    await begin(store, id, { name: "old", absoluteEnd: madeAt + 5 });
    await begin(store, id, { name: "alive" });
    const now = madeAt + 5;
    const take = () =>
      store.write(async (tx) => takeEndedSessions(tx, { ids: await endedSessionIds(tx, { now, limit: 1 }), now }));
    expect(idsOf([...(await take()), ...(await take()), ...(await take())])).toEqual(["ses_idle", "ses_old"]);
    // One that is used again between the look and the end goes on.
    expect(await store.write((tx) => takeEndedSessions(tx, { ids: ["ses_alive"], now }))).toEqual([]);
  });
});

describeOnBothStores("known browsers", (fresh) => {
  test("forgetting keeps the browsers that signed in last, and other users' all", async () => {
    const { store } = fresh();
    const [maria, alex] = [await storedUser(store), await storedUser(store)];
    await store.write(async (tx) => {
      for (const [index, hash] of ["m1", "m2", "m3"].entries())
        await rememberBrowser(tx, { hash, userId: maria.id, now: madeAt + index });
      await rememberBrowser(tx, { hash: "m1", userId: maria.id, now: madeAt + 9 });
      await rememberBrowser(tx, { hash: "a1", userId: alex.id, now: madeAt });
      expect(await forgetOldBrowsers(tx, { userId: maria.id, keep: 2 })).toBe(1);
      expect(await forgetOldBrowsers(tx, { userId: maria.id, keep: 2 })).toBe(0);
    });
    const known = await findKnownBrowsers(store.read, ["m1", "m2", "m3", "a1"]);
    expect(known.map(({ hash }) => hash).toSorted()).toEqual(["a1", "m1", "m3"]);
  });

  test("forgetting all but one keeps that one, and other users' all; without one it keeps none", async () => {
    const { store } = fresh();
    const [maria, alex] = [await storedUser(store), await storedUser(store)];
    const known = async () => {
      const rows = await findKnownBrowsers(store.read, ["m1", "m2", "m3", "a1"]);
      return rows.map(({ hash }) => hash).toSorted();
    };
    await store.write(async (tx) => {
      for (const hash of ["m1", "m2", "m3"]) await rememberBrowser(tx, { hash, userId: maria.id, now: madeAt });
      await rememberBrowser(tx, { hash: "a1", userId: alex.id, now: madeAt });
      await forgetBrowsersBut(tx, { userId: maria.id, hash: "m2" });
    });
    expect(await known()).toEqual(["a1", "m2"]);
    await store.write((tx) => forgetBrowsersBut(tx, { userId: maria.id, hash: null }));
    expect(await known()).toEqual(["a1"]);
  });
});
