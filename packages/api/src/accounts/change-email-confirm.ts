/**
 * The link in the mail to a new address is opened by the person who asked for it: from now on the account signs in with
 * that address, its alerts go there, the old one gets a notice, and all other sessions end. [AC-8, AC-9]
 *
 * The token counts once, and for its own account alone: opened by anybody else it is like an unknown one. [ML-1, ML-4]
 */
import type { User } from "@relaydeck/contract/accounts";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { lockLivingUser } from "@relaydeck/db/accounts/lock";
import { findUserByEmail, findUserById, updateUser, type UserRow } from "@relaydeck/db/accounts/store";
import { moveAlerts } from "@relaydeck/db/alerts/store";
import { breaksUnique } from "@relaydeck/db/constraint";
import { deleteMailTokens, useMailToken } from "@relaydeck/db/mail/tokens";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { liveMailToken, mailTokenHash } from "@relaydeck/mail/mail-tokens";
import { postMail } from "@relaydeck/mail/outbox";
import { emailChangedLetter } from "@relaydeck/mail/profile-letters";
import { audit } from "../audit/audit.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import { countTokenTrial, giveBack } from "../limits/rate-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { tellProfile } from "./profile-told.ts";
import { roughClient } from "./rough-client.ts";
import { isUnclaimed } from "./unclaimed.ts";
import { toUser } from "./user-view.ts";

export interface ConfirmingEmail {
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly token: string;
}

export async function confirmEmail(deps: AccountsDeps, confirming: ConfirmingEmail): Promise<Result<User, Refusal>> {
  try {
    return await deps.store.write((tx) => confirm(deps, tx, confirming));
  } catch (error) {
    // Somebody proved the same address at the same moment, and was first.
    if (breaksUnique(error, "users", ["email"])) return refuse("EMAIL_TAKEN");
    throw error;
  }
}

const invalid = refuse("TOKEN_INVALID", { message: "This link is not valid any more." });

async function confirm(deps: AccountsDeps, tx: Tx, confirming: ConfirmingEmail): Promise<Result<User, Refusal>> {
  const { caller, request, token } = confirming;
  const now = deps.clock.now();
  const counted = await countTokenTrial(tx, { address: request.address, now, factor: deps.settings.rateLimitFactor });
  if (!counted.ok) return counted;
  const found = await liveMailToken(tx, { token, purpose: "change-email", now });
  const before = found?.userId === caller.userId ? await findUserById(tx, caller.userId) : null;
  if (before === null) return invalid;
  const used = await useMailToken(tx, { hash: mailTokenHash(token), purpose: "change-email", now });
  if (used === null) return invalid;
  await giveBack(tx, counted.value);
  if (!(await isFree(tx, used.address, now))) return refuse("EMAIL_TAKEN");
  const changed = await updateUser(tx, { id: before.id }, { email: used.address, emailVerified: true, updatedAt: now });
  const user = present(changed, "A user that was found in this transaction stays");
  await follow(deps, tx, { confirming, before, user });
  return ok(toUser(user));
}

/** An account that is nobody's yet gives the address up to the one that proved it. Such a one has nothing that could end with it. */
async function isFree(tx: Tx, address: string, now: number): Promise<boolean> {
  const found = await findUserByEmail(tx, address);
  if (found === null || found.emailVerified) return found === null;
  // Looked at again once nobody else changes it: it may be verified at this very instant.
  const holder = await lockLivingUser(tx, found.id);
  if (holder === null || holder.email !== address) return true;
  if (!(await isUnclaimed(tx, { user: holder, now }))) return false;
  await deleteMailTokens(tx, { userId: holder.id });
  await updateUser(tx, { id: holder.id }, { deletedAt: now, updatedAt: now });
  return true;
}

async function follow(
  deps: AccountsDeps,
  tx: Tx,
  what: { confirming: ConfirmingEmail; before: UserRow; user: UserRow },
): Promise<void> {
  const { user, before } = what;
  const { caller, request } = what.confirming;
  const now = deps.clock.now();
  await deps.sessions.holdUnsent(tx, { userId: user.id });
  for (const purpose of ["reset", "verify", "change-email"] as const) await deleteMailTokens(tx, { userId: user.id, purpose });
  await moveAlerts(tx, { userId: user.id, emailAddress: user.email, at: now });
  const ended = await deps.sessions.revokeAllOf(tx, user.id, caller.sessionId ?? undefined);
  await tellProfile(tx, user);
  await postNotice(deps, tx, what);
  await audit(tx, {
    at: now,
    actorKind: "user",
    actorId: user.id,
    action: "email.changed",
    subjectKind: "user",
    subjectId: user.id,
    after: { sessionsEnded: ended, wasVerified: before.emailVerified },
    request,
  });
}

/** To the old address: who lost the account to somebody reads it there. */
async function postNotice(
  { clock, random, settings, wakeMail }: AccountsDeps,
  tx: Tx,
  { confirming, before, user }: { confirming: ConfirmingEmail; before: UserRow; user: UserRow },
): Promise<void> {
  const { request } = confirming;
  const now = clock.now();
  const letter = emailChangedLetter({
    firstName: user.firstName,
    language: request.language,
    newEmail: user.email,
    happened: { at: now, client: roughClient(request.userAgent), address: request.address },
  });
  await postMail(tx, {
    to: before.email,
    userId: before.id,
    letter,
    template: "email-changed",
    now,
    publicUrl: settings.publicUrl,
    random,
  });
  tx.afterCommit(wakeMail);
}
