/**
 * Another verification link for an address that needs one. What is answered and how long it takes says nothing about the
 * address: the same transaction runs for all, and the mail leaves later. [AC-4, D11] A mail too many is held back; the links
 * before it work.
 */
import type { Refusal } from "@relaydeck/contract/refusals";
import { findUserByEmail } from "@relaydeck/db/accounts/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { checkOutbox } from "@relaydeck/mail/outbox";
import type { RequestFacts } from "../caller.ts";
import { countMailWish, mayMail } from "../limits/mail-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { postVerification } from "./post-verification.ts";

export interface Resending {
  readonly request: RequestFacts;
  readonly email: string;
}

export async function resendVerification(deps: AccountsDeps, { request, email }: Resending): Promise<Result<null, Refusal>> {
  const { rateLimitFactor: factor } = deps.settings;
  const wish = { kind: "verification", email, address: request.address, now: deps.clock.now(), factor } as const;
  return deps.store.write(async (tx) => {
    // No browser is known to an account that is not verified: whoever asks counts as a stranger.
    const counted = await countMailWish(tx, wish);
    if (!counted.ok) return counted;
    const room = await checkOutbox(tx);
    if (!room.ok) return room;
    const user = await findUserByEmail(tx, email);
    const waiting = user === null || user.emailVerified ? null : user;
    const goes = await mayMail(deps, tx, { email, for: "other", reaches: waiting !== null, request });
    if (waiting !== null && goes) await postVerification(deps, tx, { user: waiting, language: request.language });
    tx.afterCommit(deps.wakeMail);
    return ok(null);
  });
}
