import { expect, test } from "vitest";
import { breaksUnique, brokenConstraint } from "../constraint.ts";
import { insertSession } from "../sessions/store.ts";
import { aUser, madeAt, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import {
  findUserByEmail,
  findUserByGoogleId,
  findUserById,
  findUserEvenDeleted,
  insertUser,
  markEmailVerified,
  updateUser,
} from "./store.ts";

describeOnBothStores("users", (fresh) => {
  test("a user comes back as it was stored, by id, by address and by Google subject", async () => {
    const { store } = fresh();
    const user = await storedUser(store, { googleId: "sub-1", twoStepRecovery: ["a", "b"], activityClearedAt: 2 ** 41 });
    expect(user).toMatchObject({
      authProvider: "email",
      version: 1,
      deletedAt: null,
      appleId: null,
      twoStepRecovery: ["a", "b"],
    });
    expect(await findUserById(store.read, user.id)).toEqual(user);
    expect(await findUserByEmail(store.read, user.email)).toEqual(user);
    expect(await findUserByGoogleId(store.read, "sub-1")).toEqual(user);
    expect(await findUserByEmail(store.read, "nobody@relaydeck.test")).toBeNull();
  });

  test("[AC-1] one address is one account among living users, also when two register at once", async () => {
    const { store } = fresh();
    const email = "same@relaydeck.test";
    const tries = await Promise.allSettled([1, 2].map(() => store.write((tx) => insertUser(tx, aUser({ email })))));
    const refused = tries.filter((one) => one.status === "rejected");
    expect(refused).toHaveLength(1);
    expect(breaksUnique(refused[0]?.reason, "users", ["email"])).toBe(true);
    expect(breaksUnique(refused[0]?.reason, "users", ["google_id"])).toBe(false);
  });

  test("[D23] a deleted user's address is free, and the undo then breaks the unique address", async () => {
    const { store } = fresh();
    const gone = await storedUser(store, { email: "again@relaydeck.test" });
    await store.write((tx) => updateUser(tx, { id: gone.id }, { deletedAt: madeAt }));
    expect(await findUserById(store.read, gone.id)).toBeNull();
    expect((await findUserEvenDeleted(store.read, gone.id))?.deletedAt).toBe(madeAt);
    await storedUser(store, { email: "again@relaydeck.test" });
    const undo = store.write((tx) => updateUser(tx, { id: gone.id }, { deletedAt: null }));
    await expect(undo).rejects.toSatisfy((error) => breaksUnique(error, "users", ["email"]));
  });

  test("[AD-3] a change with the version it saw wins once; without one the last wins", async () => {
    const { store } = fresh();
    const { id } = await storedUser(store);
    const [first, second] = await Promise.all(
      ["A", "B"].map((firstName) => store.write((tx) => updateUser(tx, { id, version: 1 }, { firstName }))),
    );
    expect([first, second].filter((row) => row !== null)).toMatchObject([{ version: 2 }]);
    expect(await store.write((tx) => updateUser(tx, { id }, { firstName: "C" }))).toMatchObject({ firstName: "C", version: 3 });
    expect(await store.write((tx) => updateUser(tx, { id }, {}))).toMatchObject({ firstName: "C", version: 3 });
    expect(await store.write((tx) => updateUser(tx, { id: "usr_none" }, { firstName: "C" }))).toBeNull();
  });

  test("[ML-6] verifying twice is told apart", async () => {
    const { store } = fresh();
    const { id } = await storedUser(store, { emailVerified: false });
    expect(await store.write((tx) => markEmailVerified(tx, { id, now: madeAt }))).toBe(true);
    expect(await store.write((tx) => markEmailVerified(tx, { id, now: madeAt }))).toBe(false);
    expect((await findUserById(store.read, id))?.emailVerified).toBe(true);
  });

  test("a row that names nobody breaks a foreign key", async () => {
    const { store } = fresh();
    const times = { expire: 1, absoluteEnd: 1, createdAt: 1, lastUsedAt: 1 };
    const failed = store.write((tx) => insertSession(tx, { sid: "s", id: "ses_1", sess: {}, userId: "usr_none", ...times }));
    await expect(failed).rejects.toSatisfy((error) => brokenConstraint(error)?.kind === "foreign-key");
  });

  test("[LG-2] an error of the database quotes neither statement nor values", async () => {
    const { store } = fresh();
    const user = aUser({ passwordHash: "canary-hash" });
    await store.write((tx) => insertUser(tx, user));
    const failed = store.write((tx) => insertUser(tx, user));
    await expect(failed).rejects.toSatisfy((error) => error instanceof Error && !`${error.stack}`.includes("canary-hash"));
  });
});
