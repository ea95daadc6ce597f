import { expect, test } from "vitest";
import { updateUser } from "../accounts/store.ts";
import type { Store } from "../store.ts";
import { madeAt, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import {
  expiredApiTokens,
  findApiToken,
  findApiTokenById,
  insertApiToken,
  listApiTokens,
  markApiTokenExpired,
  takeApiToken,
  takeApiTokensOfUser,
  touchApiToken,
  type NewApiToken,
} from "./api-tokens.ts";
import { touchEveryMs } from "./store.ts";

async function begin(store: Store, userId: string, over: Partial<NewApiToken> & { id: string }): Promise<NewApiToken> {
  const token = {
    hash: `hash-${over.id}`,
    userId,
    name: "CI",
    scopes: ["read"],
    deviceIds: ["dev_1"],
    createdAt: madeAt,
    ...over,
  };
  await store.write((tx) => insertApiToken(tx, token));
  return token;
}

describeOnBothStores("tokens for programs", (fresh) => {
  test("a token is found by its hash or its id with its living user, and with a deleted one not at all", async () => {
    const { store } = fresh();
    const user = await storedUser(store);
    const token = await begin(store, user.id, { id: "tok_1" });
    expect(await findApiToken(store.read, "hash-tok_1")).toMatchObject({ token, user: { id: user.id } });
    expect(await findApiTokenById(store.read, "tok_1")).toMatchObject(token);
    expect([await findApiToken(store.read, "tok_1"), await findApiTokenById(store.read, "hash-tok_1")]).toEqual([null, null]);
    await store.write((tx) => updateUser(tx, { id: user.id }, { deletedAt: madeAt }));
    expect([await findApiToken(store.read, "hash-tok_1"), await findApiTokenById(store.read, "tok_1")]).toEqual([null, null]);
  });

  test("[SE-5] a token is taken once, by its owner alone, and the taken row is named", async () => {
    const { store } = fresh();
    const [maria, alex] = [await storedUser(store), await storedUser(store)];
    for (const id of ["tok_a", "tok_b", "tok_c"]) await begin(store, maria.id, { id });
    await begin(store, alex.id, { id: "tok_x" });
    await store.write(async (tx) => {
      expect(await takeApiToken(tx, { id: "tok_a", userId: alex.id })).toBeNull();
      expect(await takeApiToken(tx, { id: "tok_a", userId: maria.id })).toMatchObject({ id: "tok_a" });
      expect(await takeApiToken(tx, { id: "tok_a", userId: maria.id })).toBeNull();
      expect((await takeApiTokensOfUser(tx, maria.id)).map(({ id }) => id).toSorted()).toEqual(["tok_b", "tok_c"]);
    });
    expect([await listApiTokens(store.read, maria.id), await listApiTokens(store.read, alex.id)]).toMatchObject([
      [],
      [{ id: "tok_x" }],
    ]);
  });

  test("an end by time is told once and the row stays in the list", async () => {
    const { store } = fresh();
    const { id: userId } = await storedUser(store);
    await begin(store, userId, { id: "tok_soon", expiresAt: madeAt + 5 });
    await begin(store, userId, { id: "tok_later", expiresAt: madeAt + 6 });
    await begin(store, userId, { id: "tok_endless" });
    expect(await expiredApiTokens(store.read, madeAt + 4)).toEqual([]);
    expect(await expiredApiTokens(store.read, madeAt + 5)).toMatchObject([{ id: "tok_soon" }]);
    const mark = (id: string) => store.write((tx) => markApiTokenExpired(tx, id, madeAt + 5));
    expect([await mark("tok_soon"), await mark("tok_soon"), await mark("tok_later"), await mark("tok_endless")]).toMatchObject([
      { id: "tok_soon", expiredAt: madeAt + 5 },
      null,
      null,
      null,
    ]);
    expect(await expiredApiTokens(store.read, madeAt + 5)).toEqual([]);
    expect(await listApiTokens(store.read, userId)).toHaveLength(3);
  });

  test("the use of a token is written at most once a minute, also by two requests at once", async () => {
    const { store } = fresh();
    const { id: userId } = await storedUser(store);
    await begin(store, userId, { id: "tok_1" });
    const touch = (now: number) => store.write((tx) => touchApiToken(tx, "tok_1", now));
    expect((await Promise.all([touch(madeAt), touch(madeAt)])).filter(Boolean)).toHaveLength(1);
    expect([await touch(madeAt + touchEveryMs - 1), await touch(madeAt + touchEveryMs)]).toEqual([false, true]);
    expect(await listApiTokens(store.read, userId)).toMatchObject([{ lastUsedAt: madeAt + touchEveryMs }]);
  });
});
