/** Making and ending tokens on both databases, several at once. The doors, streams and rights are proved in apps/server/src/tokens. */
import { mostTokensPerUser } from "@relaydeck/contract/tokens";
import { listAudit } from "@relaydeck/db/audit/store";
import { readLive } from "@relaydeck/db/live/read";
import { listApiTokens } from "@relaydeck/db/sessions/api-tokens";
import { touchEveryMs } from "@relaydeck/db/sessions/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { accountsHouse, maria, type AccountsHouse } from "../testing/accounts-house.ts";
import { withMaria } from "../testing/signed-in.ts";
import { endExpiredTokens } from "./end-tokens.ts";
import { openToken } from "./open-token.ts";

const wish = { name: "CI", scope: "read" } as const;
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === "fulfilled" ? "ok" : ((result.reason as { refusal?: { code: string } }).refusal?.code ?? "thrown");

async function auditOf(house: AccountsHouse, tokenId: string): Promise<string[]> {
  const rows = await listAudit(house.store.read, { limit: 200 });
  return rows.flatMap(({ action, subjectId }) => (subjectId === tokenId ? [action] : []));
}

async function endsTold(house: AccountsHouse, tokenId: string): Promise<number> {
  const rows = await readLive(house.store.read, { after: 0, limit: 1_000 });
  return rows.filter(({ kind, body }) => kind === "session-ended" && (body as { sessionId: string }).sessionId === tokenId)
    .length;
}

describeOnStores("tokens for programs", (fresh) => {
  test("of many made at once no more are kept than one user may have", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    const auth = await browser.auth();
    const many = Array.from({ length: mostTokensPerUser + 4 }, () => auth.createToken(wish));
    const codes = (await Promise.allSettled(many)).map(codeOf).toSorted();
    expect(codes).toEqual([...Array(4).fill("LIMIT_REACHED"), ...Array(mostTokensPerUser).fill("ok")]);
    expect(await listApiTokens(house.store.read, userId)).toHaveLength(mostTokensPerUser);
  });

  test("[AC-8] making one takes a sign-in younger than five minutes, or the right password", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    await house.clock.advance(5 * 60_000);
    const create = async (currentPassword?: string) =>
      (await browser.auth()).createToken({ ...wish, ...(currentPassword === undefined ? {} : { currentPassword }) });
    await expect(create()).rejects.toMatchObject({ refusal: { code: "REAUTHENTICATE" } });
    await expect(create("wrong password")).rejects.toMatchObject({ refusal: { code: "REAUTHENTICATE" } });
    expect(await create(maria.password)).toMatchObject({ name: "CI", message: "Token created" });
  });

  test("[SE-5, AD-8] of two who revoke one at once, one does; it is told and audited once", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    const auth = await browser.auth();
    const { id, token } = await auth.createToken(wish);
    expect(await openToken(house.deps, token)).toMatchObject({ sessionId: id, program: { scope: "read", deviceIds: null } });
    const both = await Promise.allSettled([auth.revokeToken({ tokenId: id }), auth.revokeToken({ tokenId: id })]);
    expect(both.map(codeOf).toSorted()).toEqual(["NOT_FOUND", "ok"]);
    expect(await openToken(house.deps, token)).toBeNull();
    expect([await auditOf(house, id), await endsTold(house, id)]).toEqual([["token.revoked", "token.created"], 1]);
  });

  test("[SE-3, AD-8] one ends in the millisecond of its end, and is told once by however many sweeps", async () => {
    const house = accountsHouse(fresh().store);
    const { browser } = await withMaria(house);
    const auth = await browser.auth();
    const expiresAt = new Date(house.clock.now() + 10_000).toISOString();
    const { id, token } = await auth.createToken({ ...wish, expiresAt });
    await house.clock.advance(9_999);
    expect(await openToken(house.deps, token)).not.toBeNull();
    await house.clock.advance(1);
    expect(await openToken(house.deps, token)).toBeNull();
    await Promise.all([endExpiredTokens(house.deps), endExpiredTokens(house.deps)]);
    await endExpiredTokens(house.deps);
    expect([await auditOf(house, id), await endsTold(house, id)]).toEqual([["token.expired", "token.created"], 1]);
    expect(await auth.tokens()).toMatchObject([{ id, hasEnded: true }]);
  });

  test("its last use is written once a minute, however many ask at once", async () => {
    const house = accountsHouse(fresh().store);
    const { browser, userId } = await withMaria(house);
    const { token } = await (await browser.auth()).createToken(wish);
    const usedAt = async () => (await listApiTokens(house.store.read, userId))[0]?.lastUsedAt;
    const first = house.clock.now();
    await Promise.all(Array.from({ length: 10 }, () => openToken(house.deps, token)));
    await house.clock.advance(touchEveryMs - 1);
    await openToken(house.deps, token);
    expect(await usedAt()).toBe(first);
    await house.clock.advance(1);
    await openToken(house.deps, token);
    expect(await usedAt()).toBe(first + touchEveryMs);
  });
});
