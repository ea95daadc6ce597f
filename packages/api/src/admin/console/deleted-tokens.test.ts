/** Programs' tokens of an account that an administrator deletes and brings back. [AD-5, AD-8] */
import { newId } from "@relaydeck/contract/ids";
import { insertApiToken, listApiTokens, type NewApiToken } from "@relaydeck/db/sessions/api-tokens";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { sha256 } from "../../accounts/secrets.ts";
import { consoleHouse, type ConsoleHouse } from "../../testing/console-house.ts";
import { endExpiredTokens, revokeToken } from "../../tokens/end-tokens.ts";
import { openToken } from "../../tokens/open-token.ts";
import { newTokenText } from "../../tokens/token-text.ts";

const hourMs = 60 * 60_000;

async function aToken({ deps, store, clock }: ConsoleHouse, userId: string, over: Partial<NewApiToken> = {}) {
  const [id, text] = [newId("token", deps.random), newTokenText(deps.random)];
  const token = { id, hash: sha256(text), userId, name: "CI", scopes: ["read"], deviceIds: null, createdAt: clock.now() };
  await store.write((tx) => insertApiToken(tx, { ...token, ...over }));
  return { id, text };
}

/** What the audit says of a token, oldest first: what was done, and what is kept of it. */
async function toldOf(house: ConsoleHouse, tokenId: string): Promise<unknown[]> {
  const rows = (await house.audited()).filter(({ subjectId }) => subjectId === tokenId);
  return rows.map(({ action, actorKind, after }) => [action, actorKind, after]);
}

describeOnStores("tokens of an account that is deleted and brought back", (fresh) => {
  test("[AD-5, SE-5] open nothing meanwhile and the same as before afterwards, as often as it is done; the audit tells both", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, deps } = house;
    const { id: userId } = await house.person("Carol");
    const { id, text } = await aToken(house, userId);
    const before = await openToken(deps, text);
    for (const _time of ["first", "second"]) {
      await admin.removeUser({ userId });
      expect(await openToken(deps, text)).toBeNull();
      await house.clock.advance(1_000);
      await admin.restoreUser({ userId });
      expect(await openToken(deps, text)).toEqual(before);
    }
    expect(before).toMatchObject({ userId, sessionId: id });
    const both = [
      ["token.revoked", "admin", { reason: "account-deleted" }],
      ["token.restored", "admin", { userId, scopes: ["read"], deviceIds: null, expiresAt: null }],
    ];
    expect(await toldOf(house, id)).toEqual([...both, ...both]);
    expect((await house.audited()).at(-1)).toMatchObject({ action: "user.restored", after: { tokens: { ended: 1, back: 1 } } });
    const end = { kind: "session-ended", userId, deviceId: null, body: { kind: "session-ended", sessionId: id } };
    expect((await house.told()).filter(({ kind }) => kind === "session-ended")).toEqual([end, end]);
  });

  test("[AD-5] what its person had revoked stays revoked, and what time ended, before or meanwhile, stays ended", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, deps, clock, store } = house;
    const { id: userId } = await house.person("Carol");
    const revoked = await aToken(house, userId);
    const past = await aToken(house, userId, { expiresAt: clock.now() + 1_000 });
    const meanwhile = await aToken(house, userId, { expiresAt: clock.now() + 2 * hourMs });
    const lasting = await aToken(house, userId, { expiresAt: clock.now() + 4 * hourMs });
    const request = { requestId: "r", door: "trpc", address: "a", userAgent: "u" } as const;
    await revokeToken(deps, { caller: { userId, sessionId: null }, request, tokenId: revoked.id });
    clock.jumpWall(hourMs);
    await endExpiredTokens(deps);
    await admin.removeUser({ userId });
    clock.jumpWall(2 * hourMs);
    await endExpiredTokens(deps);
    await admin.restoreUser({ userId });
    const opened = [];
    for (const { id, text } of [revoked, past, meanwhile, lasting]) if (await openToken(deps, text)) opened.push(id);
    expect(opened).toEqual([lasting.id]);
    const kept = (await listApiTokens(store.read, userId)).map(({ id }) => id).toSorted();
    expect(kept).toEqual([past.id, meanwhile.id, lasting.id].toSorted());
    expect((await house.audited()).at(-1)).toMatchObject({ after: { tokens: { ended: 2, back: 1 } } });
    expect((await toldOf(house, past.id)).map((row) => (row as string[])[0])).toEqual(["token.expired"]);
    expect((await toldOf(house, meanwhile.id)).map((row) => (row as string[])[0])).toEqual(["token.revoked", "token.expired"]);
  });
});
