import { expect, test } from "vitest";
import { insertAdmin } from "../admin/store.ts";
import { updateUser } from "../accounts/store.ts";
import { madeAt, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import {
  failSignInChallenge,
  findSignInChallenge,
  pruneSignInChallenges,
  replaceSignInChallenge,
  takeSignInChallenge,
} from "./sign-in-challenges.ts";
import {
  beginTwoStep,
  clearTwoStep,
  findTwoStep,
  replaceRecoveryCodes,
  switchOnTwoStep,
  takeCodeStep,
  type TwoStepOwner,
} from "./two-step.ts";

describeOnBothStores("two-step sign-in", (fresh) => {
  async function owner(kind: TwoStepOwner["kind"]): Promise<TwoStepOwner> {
    const { store } = fresh();
    if (kind === "user") return { kind, id: (await storedUser(store)).id };
    const times = { createdAt: madeAt, updatedAt: madeAt };
    await store.write((tx) => insertAdmin(tx, { id: "adm_1", username: "admin", passwordHash: "h", ...times }));
    return { kind, id: "adm_1" };
  }

  test.each(["user", "admin"] as const)("[AD-2] of a %s is begun, switched on, used and cleared by conditions", async (kind) => {
    const { store } = fresh();
    const of = await owner(kind);
    const begin = (secret: string) => store.write((tx) => beginTwoStep(tx, of, { secret, now: madeAt }));
    const on = (secret: string) =>
      store.write((tx) => switchOnTwoStep(tx, of, { secret, step: 5, recovery: ["a", "b"], now: madeAt + 1 }));
    expect([await on("one"), await begin("one"), await begin("two"), await on("one"), await on("two")]).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
    expect([await begin("three"), await on("two")]).toEqual([false, false]);
    const take = (step: number) => store.write((tx) => takeCodeStep(tx, of, step));
    expect([await take(5), await take(6), await take(6), await take(4), await take(7)]).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
    const replace = (from: string[], to: string[]) => store.write((tx) => replaceRecoveryCodes(tx, of, { from, to }));
    expect([await replace(["b", "a"], []), await replace(["a", "b"], ["b"]), await replace(["a", "b"], [])]).toEqual([
      false,
      true,
      false,
    ]);
    expect(await findTwoStep(store.read, of)).toEqual({
      twoStepSecret: "two",
      twoStepLastStep: 7,
      twoStepRecovery: ["b"],
      twoStepAt: madeAt + 1,
    });
    await store.write((tx) => clearTwoStep(tx, of));
    expect([await take(8), (await findTwoStep(store.read, of))?.twoStepSecret]).toEqual([false, null]);
  });

  test("a deleted account has none", async () => {
    const { store } = fresh();
    const of = await owner("user");
    await store.write((tx) => beginTwoStep(tx, of, { secret: "one", now: madeAt }));
    await store.write((tx) => updateUser(tx, { id: of.id }, { deletedAt: madeAt }));
    expect(await findTwoStep(store.read, of)).toBeNull();
    expect(await store.write((tx) => beginTwoStep(tx, of, { secret: "two", now: madeAt }))).toBe(false);
  });

  test("[AD-2] 20 parallel takings of one step and of one recovery code succeed once each", async () => {
    const { store } = fresh();
    const of = await owner("user");
    await store.write((tx) => beginTwoStep(tx, of, { secret: "one", now: madeAt }));
    await store.write((tx) => switchOnTwoStep(tx, of, { secret: "one", step: 1, recovery: ["a", "b"], now: madeAt }));
    const many = (work: () => Promise<boolean>) => Promise.all(Array.from({ length: 20 }, work));
    const steps = await many(() => store.write((tx) => takeCodeStep(tx, of, 2)));
    const codes = await many(() => store.write((tx) => replaceRecoveryCodes(tx, of, { from: ["a", "b"], to: ["b"] })));
    expect([steps.filter(Boolean).length, codes.filter(Boolean).length]).toEqual([1, 1]);
  });

  test("a sign-in that waits is one per user, ends by time, by wrong codes or by its use", async () => {
    const { store } = fresh();
    const { id: userId } = await owner("user");
    const begin = (hash: string) =>
      store.write((tx) => replaceSignInChallenge(tx, { hash, userId, expiresAt: madeAt + 10, createdAt: madeAt }));
    const find = async (hash: string, now = madeAt) => (await findSignInChallenge(store.read, { hash, now })) !== null;
    await begin("one");
    await begin("two");
    expect([await find("one"), await find("two"), await find("two", madeAt + 9), await find("two", madeAt + 10)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    const fail = () => store.write((tx) => failSignInChallenge(tx, { hash: "two", most: 2 }));
    await fail();
    expect(await find("two")).toBe(true);
    await fail();
    expect(await find("two")).toBe(false);
    await begin("three");
    const taken = await Promise.all(Array.from({ length: 5 }, () => store.write((tx) => takeSignInChallenge(tx, "three"))));
    expect(taken.filter(Boolean)).toHaveLength(1);
    await begin("four");
    expect(await store.write((tx) => pruneSignInChallenges(tx, madeAt + 10))).toBe(0);
    expect(await store.write((tx) => pruneSignInChallenges(tx, madeAt + 11))).toBe(1);
  });
});
