/**
 * Tokens end: revoked, by time, or with their user. In one transaction with the end go the unsent commands begun through
 * the token, and the row of the live log that closes its streams. [C6, SE-5]
 *
 * With a deleted user they end without going: their rows open nothing while that user is deleted, and come back with them.
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import {
  expiredApiTokens,
  listApiTokens,
  markApiTokenExpired,
  takeApiToken,
  takeApiTokensOfUser,
  type ApiTokenRow,
} from "@relaydeck/db/sessions/api-tokens";
import { lockUnsent } from "@relaydeck/db/relays/unsent";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import { personDoing, type Doer } from "../audit/doer.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { toLiveEvent } from "../live/append.ts";
import { cancelUnsentCommands } from "../relays/cancel-unsent.ts";
import { hasEnded } from "./program.ts";

type EndDeps = Pick<Ground, "store" | "clock" | "random">;

interface Revoking {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly tokenId: string;
}

/** Takes effect before it is answered; the token is in no list afterwards. */
export function revokeToken(
  deps: EndDeps & Pick<Ground, "log">,
  { caller, request, tokenId }: Revoking,
): Promise<Result<{ id: string; message: string }, Refusal>> {
  return deps.store.write(async (tx) => {
    // Before its own row, as who deletes an account holds them.
    await lockUnsent(tx, { actorId: caller.userId, sessionIds: [tokenId] });
    const token = await takeApiToken(tx, { id: tokenId, userId: caller.userId });
    if (token === null) return refuse("NOT_FOUND");
    await tellEnds(deps, tx, { tokens: [token], action: "token.revoked", by: personDoing({ caller, request }) });
    tx.afterCommit(() => deps.log.info("token.revoked", { requestId: request.requestId, userId: caller.userId, tokenId }));
    return ok({ id: tokenId, message: "Token revoked" });
  });
}

/** For whoever takes an account back from what opened it, and has ended its sessions, which holds what is unsent. Returns how many. */
export async function revokeTokensOf(deps: Omit<EndDeps, "store">, tx: Tx, of: { userId: string; by: Doer }): Promise<number> {
  const tokens = await takeApiTokensOfUser(tx, of.userId);
  await tellEnds(deps, tx, { tokens, action: "token.revoked", by: of.by });
  return tokens.length;
}

/** For whoever deletes the account; `tokensAgain` is the undo. */
export async function endTokensWith(
  deps: Omit<EndDeps, "store">,
  tx: Tx,
  of: { userId: string; by: Doer; reason: string },
): Promise<void> {
  const { by, reason } = of;
  const tokens = await aliveAt(tx, { userId: of.userId, at: deps.clock.now() });
  await tellEnds(deps, tx, { tokens, action: "token.revoked", by, reason });
}

/** The account is there again: so is what was alive when it was deleted, but for what time has ended since. [AD-5] */
export async function tokensAgain(
  deps: Pick<EndDeps, "clock">,
  tx: Tx,
  of: { userId: string; by: Doer; deletedAt: number },
): Promise<{ ended: number; back: number }> {
  const { userId, by, deletedAt } = of;
  const at = deps.clock.now();
  const ended = await aliveAt(tx, { userId, at: deletedAt });
  const back = ended.filter((token) => !hasEnded(token, at));
  for (const { id, scopes, deviceIds, expiresAt } of back)
    await audit(tx, {
      at,
      ...by,
      action: "token.restored",
      subjectKind: "token",
      subjectId: id,
      after: { userId, scopes, deviceIds, expiresAt },
    });
  return { ended: ended.length, back: back.length };
}

/** Those that were revoked have no row. */
async function aliveAt(tx: Tx, { userId, at }: { userId: string; at: number }): Promise<ApiTokenRow[]> {
  return (await listApiTokens(tx, userId)).filter((token) => !hasEnded(token, at));
}

/** Ends what time has ended, so that idle streams close too; such a token opens nothing meanwhile, whoever runs this and when. */
export async function endExpiredTokens(deps: EndDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { id } of await expiredApiTokens(deps.store.read, now)) {
    await deps.store.write(async (tx) => {
      await lockUnsent(tx, { sessionIds: [id] });
      const ended = await markApiTokenExpired(tx, id, now);
      if (ended !== null) await tellEnds(deps, tx, { tokens: [ended], action: "token.expired", by: null });
    });
  }
}

async function tellEnds(
  deps: Omit<EndDeps, "store">,
  tx: Tx,
  what: { tokens: readonly ApiTokenRow[]; action: "token.revoked" | "token.expired"; by: Doer | null; reason?: string },
): Promise<void> {
  const { tokens, action, by, reason } = what;
  if (tokens.length === 0) return;
  const body = (sessionId: string) => ({ kind: "session-ended", sessionId }) as const;
  await tx.live(tokens.map(({ id, userId }) => toLiveEvent({ deviceId: null, userId, body: body(id) })));
  await cancelUnsentCommands(tx, { sessionIds: tokens.map(({ id }) => id) }, deps);
  for (const { id, userId, scopes } of tokens)
    await audit(tx, {
      at: deps.clock.now(),
      actorKind: by?.actorKind ?? "system",
      actorId: by?.actorId ?? null,
      action,
      subjectKind: "token",
      subjectId: id,
      before: { userId, scopes },
      ...(reason === undefined ? {} : { after: { reason } }),
      request: by?.request ?? null,
    });
}
