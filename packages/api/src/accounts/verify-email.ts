/**
 * A verification link is opened. Within its life it may be opened again: then it says that the address is verified
 * already, and verifies nothing. [D12, ML-6] It proves only the address that it was sent to. [ML-1]
 *
 * The account is locked before the token is marked: a registration that kills the link meanwhile wins, so nobody's new
 * password is ever made good by an older link. [AC-5] And a link of a deleted account stays as it was, for one that is
 * brought back. [AD-5]
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { lockLivingUser } from "@relaydeck/db/accounts/lock";
import { markEmailVerified } from "@relaydeck/db/accounts/store";
import { useMailToken } from "@relaydeck/db/mail/tokens";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { liveMailToken, mailTokenHash } from "@relaydeck/mail/mail-tokens";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import { countTokenTrial, giveBack } from "../limits/rate-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";

export interface Verifying {
  readonly request: RequestFacts;
  readonly token: string;
}

export function verifyEmail(
  deps: AccountsDeps,
  { request, token }: Verifying,
): Promise<Result<{ alreadyVerified: boolean }, Refusal>> {
  return deps.store.write(async (tx) => {
    const now = deps.clock.now();
    const counted = await countTokenTrial(tx, { address: request.address, now, factor: deps.settings.rateLimitFactor });
    if (!counted.ok) return counted;
    const owner = await ownerOf(tx, { token, now });
    if (owner === null) return refuse("TOKEN_INVALID", { message: "This verification link is invalid or expired." });
    await giveBack(tx, counted.value);
    const { id, isFirst } = owner;
    const isNew = isFirst && (await markEmailVerified(tx, { id, now }));
    if (isNew) {
      await audit(tx, {
        at: now,
        actorKind: "user",
        actorId: id,
        action: "account.verified",
        subjectKind: "user",
        subjectId: id,
        request,
      });
    }
    return ok({ alreadyVerified: !isNew });
  });
}

/** The living user whose present address the token was sent to; opened again, a link is only for who is verified. */
async function ownerOf(tx: Tx, { token, now }: { token: string; now: number }): Promise<{ id: string; isFirst: boolean } | null> {
  const row = await liveMailToken(tx, { token, purpose: "verify", now });
  const user = row === null ? null : await lockLivingUser(tx, row.userId);
  if (row === null || user?.email !== row.address) return null;
  const isFirst = (await useMailToken(tx, { hash: mailTokenHash(token), purpose: "verify", now })) !== null;
  return isFirst || user.emailVerified ? { id: user.id, isFirst } : null;
}
