/**
 * Somebody makes a token for a program. Its text is in this answer and nowhere else; the database keeps a hash. [SE-1]
 *
 * Who makes one proves again who they are, because a token outlives the session it was made in, and gets a notice by
 * mail. It may be bound to devices that its owner sees now; whether they are still seen is asked at each use. [C6]
 */
import { newId } from "@relaydeck/contract/ids";
import { fromInstant } from "@relaydeck/contract/instants";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { mostTokensPerUser, type CreatedToken, type CreateToken } from "@relaydeck/contract/tokens";
import { insertApiToken, listApiTokens, type ApiTokenRow } from "@relaydeck/db/sessions/api-tokens";
import type { Reader, Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { checkOutbox } from "@relaydeck/mail/outbox";
import type { AccountsDeps } from "../accounts/accounts-deps.ts";
import { freshProof, stillProven, type FreshProof } from "../accounts/fresh-proof.ts";
import { sha256 } from "../accounts/secrets.ts";
import { audit } from "../audit/audit.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import { reach } from "../devices/access.ts";
import { countNewToken } from "../limits/token-limits.ts";
import { postNewToken } from "./post-new-token.ts";
import { newTokenText } from "./token-text.ts";
import { toToken } from "./token-view.ts";

interface Creating {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly input: CreateToken;
}

export async function createToken(deps: AccountsDeps, creating: Creating): Promise<Result<CreatedToken, Refusal>> {
  const { caller, request, input } = creating;
  if (input.expiresAt !== null && fromInstant(input.expiresAt) <= deps.clock.now()) return refuse("EXPIRY_PAST");
  const proof = await freshProof(deps, { caller, request, currentPassword: input.currentPassword });
  if (!proof.ok) return proof;
  const text = newTokenText(deps.random);
  const kept = await deps.store.write((tx) => keep(deps, tx, { ...creating, proof: proof.value, text }));
  if (!kept.ok) return kept;
  deps.log.info("token.created", { requestId: request.requestId, userId: caller.userId, tokenId: kept.value.id });
  return ok({ ...toToken(kept.value, deps.clock.now()), token: text, message: "Token created" });
}

interface Proven extends Creating {
  readonly proof: FreshProof;
  readonly text: string;
}

async function keep(deps: AccountsDeps, tx: Tx, creating: Proven): Promise<Result<ApiTokenRow, Refusal>> {
  const user = await stillProven(deps, tx, creating.proof);
  if (!user.ok) return user;
  const room = await checkRoom(deps, tx, user.value.id);
  if (!room.ok) return room;
  const token = tokenOf(deps, creating);
  if (!(await seesAll(tx, token, token.createdAt))) return refuse("NOT_FOUND");
  await insertApiToken(tx, token);
  await postNewToken(deps, tx, { user: user.value, token, request: creating.request });
  const { id, userId, scopes, deviceIds, expiresAt } = token;
  await audit(tx, {
    at: token.createdAt,
    actorKind: "user",
    actorId: userId,
    action: "token.created",
    subjectKind: "token",
    subjectId: id,
    after: { scopes, deviceIds, expiresAt },
    request: creating.request,
  });
  return ok(token);
}

/** Counting locks the user's key, so that of many at once no more are kept than fit. */
async function checkRoom(deps: AccountsDeps, tx: Tx, userId: string): Promise<Result<null, Refusal>> {
  const counted = await countNewToken(tx, { userId, now: deps.clock.now(), factor: deps.settings.rateLimitFactor });
  if (!counted.ok) return counted;
  if ((await listApiTokens(tx, userId)).length >= mostTokensPerUser) return refuse("LIMIT_REACHED");
  const room = await checkOutbox(tx);
  return room.ok ? ok(null) : room;
}

function tokenOf({ clock, random }: AccountsDeps, { caller, input, text }: Proven): ApiTokenRow {
  return {
    id: newId("token", random),
    hash: sha256(text),
    userId: caller.userId,
    name: input.name,
    scopes: input.scope === "control" ? ["read", "control"] : ["read"],
    deviceIds: input.deviceIds === null ? null : [...new Set(input.deviceIds)],
    createdAt: clock.now(),
    lastUsedAt: null,
    expiresAt: input.expiresAt === null ? null : fromInstant(input.expiresAt),
    expiredAt: null,
  };
}

async function seesAll(from: Reader, { userId, deviceIds }: ApiTokenRow, now: number): Promise<boolean> {
  for (const deviceId of deviceIds ?? []) if ((await reach(from, { deviceId, userId, now })) === null) return false;
  return true;
}
