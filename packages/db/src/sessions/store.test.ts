import { expect, test } from "vitest";
import { updateUser } from "../accounts/store.ts";
import { madeAt, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import {
  findKnownBrowsers,
  findSession,
  insertSession,
  listSessions,
  mostSessionsPerUser,
  rememberBrowser,
  touchEveryMs,
  touchSession,
  type NewSession,
} from "./store.ts";

function aSession(userId: string, number: number): NewSession {
  const at = madeAt + number;
  const ends = { expire: at + 1_000, absoluteEnd: at + 5_000 };
  return {
    sid: `sid${number}`,
    id: `ses_${number}`,
    sess: { client: "Firefox" },
    userId,
    createdAt: at,
    lastUsedAt: at,
    ...ends,
  };
}

describeOnBothStores("sessions", (fresh) => {
  test("a session is found with its living user, and with a deleted one not at all", async () => {
    const { store } = fresh();
    const user = await storedUser(store);
    await store.write((tx) => insertSession(tx, aSession(user.id, 1)));
    expect(await findSession(store.read, "sid1")).toEqual({ session: aSession(user.id, 1), user });
    expect(await findSession(store.read, "sid2")).toBeNull();
    expect(await store.write((tx) => findSession(tx, "sid1"))).toEqual({ session: aSession(user.id, 1), user });
    await store.write((tx) => updateUser(tx, { id: user.id }, { deletedAt: madeAt }));
    expect(await findSession(store.read, "sid1")).toBeNull();
  });

  test("a session is touched at most once a minute, also by two requests at once", async () => {
    const { store } = fresh();
    const user = await storedUser(store);
    await store.write((tx) => insertSession(tx, aSession(user.id, 0)));
    const early = { sid: "sid0", now: madeAt + touchEveryMs - 1, expire: madeAt + 9 };
    expect(await store.write((tx) => touchSession(tx, early))).toBe(false);
    const due = { sid: "sid0", now: madeAt + touchEveryMs, expire: madeAt + touchEveryMs + 7 };
    const touched = await Promise.all([1, 2].map(() => store.write((tx) => touchSession(tx, due))));
    expect(touched.filter(Boolean)).toHaveLength(1);
    expect((await findSession(store.read, "sid0"))?.session).toMatchObject({ lastUsedAt: due.now, expire: due.expire });
  });

  test("[SE-6] of more than 20 sessions the oldest falls out and is named", async () => {
    const { store } = fresh();
    const user = await storedUser(store);
    const fallen: string[] = [];
    for (let number = 0; number < mostSessionsPerUser + 2; number += 1) {
      fallen.push(...(await store.write((tx) => insertSession(tx, aSession(user.id, number)))));
    }
    expect(fallen).toEqual(["sid0", "sid1"]);
    const listed = await listSessions(store.read, user.id);
    expect([listed.length, listed[0]?.sid]).toEqual([mostSessionsPerUser, "sid21"]);
  });

  test("a browser is known for the user who signed in with it, and for nobody else", async () => {
    const { store } = fresh();
    const user = await storedUser(store);
    for (const now of [1, 2]) await store.write((tx) => rememberBrowser(tx, { hash: "h", userId: user.id, now }));
    expect(await findKnownBrowsers(store.read, ["h", "other"])).toEqual([{ hash: "h", userId: user.id }]);
    expect(await findKnownBrowsers(store.read, [])).toEqual([]);
  });
});
