/**
 * Somebody forgot the password. What is answered and how long it takes says nothing about the address: the same
 * transaction runs for all, and a mail leaves later. [AC-4, D11]
 *
 * An account with a password gets a link, whether its address was verified or not, and every earlier link dies [ML-4];
 * one that signs in with Google only is told so. Anybody else gets nothing. A mail too many is held back, and the link in
 * the one before stays as it was.
 */
import type { Refusal } from "@relaydeck/contract/refusals";
import { findUserByEmail, type UserRow } from "@relaydeck/db/accounts/store";
import { deleteMailTokens } from "@relaydeck/db/mail/tokens";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { googleOnlyLetter, resetLetter } from "@relaydeck/mail/account-letters";
import { issueMailToken, tokenLifeMs } from "@relaydeck/mail/mail-tokens";
import { checkOutbox, postMail } from "@relaydeck/mail/outbox";
import { audit } from "../audit/audit.ts";
import type { RequestFacts } from "../caller.ts";
import { countMailWish, mayMail } from "../limits/mail-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { knownBrowserHash } from "./known-browser.ts";

export interface Forgetting {
  readonly request: RequestFacts;
  /** Token of the known-browser cookie, whatever it is worth. */
  readonly knownToken: string | null;
  readonly email: string;
}

export async function forgotPassword(deps: AccountsDeps, forgetting: Forgetting): Promise<Result<null, Refusal>> {
  const { request, knownToken, email } = forgetting;
  const { rateLimitFactor: factor } = deps.settings;
  const asking = { kind: "forgotten", email, address: request.address, now: deps.clock.now(), factor } as const;
  return deps.store.write(async (tx) => {
    const user = await findUserByEmail(tx, email);
    const userId = user?.id ?? null;
    const ownerId = (await knownBrowserHash(tx, { token: knownToken, userId })) === null ? null : userId;
    const counted = await countMailWish(tx, { ...asking, ownerId });
    if (!counted.ok) return counted;
    const room = await checkOutbox(tx);
    if (!room.ok) return room;
    const what = ownerId === null ? "forgotten" : "by-owner";
    const goes = await mayMail(deps, tx, { email, for: what, reaches: user !== null, request });
    if (user !== null && goes) await (user.passwordHash === null ? postGoogleOnly : postReset)(deps, tx, { user, request });
    tx.afterCommit(deps.wakeMail);
    return ok(null);
  });
}

interface Forgetful {
  readonly user: UserRow;
  readonly request: RequestFacts;
}

async function postReset({ clock, random, settings }: AccountsDeps, tx: Tx, { user, request }: Forgetful): Promise<void> {
  const now = clock.now();
  const { publicUrl } = settings;
  await deleteMailTokens(tx, { userId: user.id, purpose: "reset" });
  const token = await issueMailToken(tx, { purpose: "reset", userId: user.id, address: user.email, now, random });
  const letter = resetLetter({
    firstName: user.firstName,
    language: request.language,
    link: `${publicUrl}/reset-password?token=${token}`,
    validHours: tokenLifeMs.reset / 3_600_000,
  });
  await postMail(tx, { to: user.email, userId: user.id, letter, template: "reset-password", now, publicUrl, random });
  await audit(tx, {
    at: now,
    actorKind: "system",
    action: "password.reset-requested",
    subjectKind: "user",
    subjectId: user.id,
    request,
  });
}

async function postGoogleOnly({ clock, random, settings }: AccountsDeps, tx: Tx, { user, request }: Forgetful): Promise<void> {
  const { publicUrl } = settings;
  const letter = googleOnlyLetter({ firstName: user.firstName, language: request.language, signInUrl: `${publicUrl}/login` });
  await postMail(tx, { to: user.email, userId: user.id, letter, template: "google-only", now: clock.now(), publicUrl, random });
}
