/**
 * A new password by the link in a mail. The token alone says whose it is [ML-3], and is consumed once, by a password that
 * is good: a refused one leaves the link as it was [ML-2]. Nobody is signed in by it, and every session and token for programs ends. [ML-5]
 *
 * Who opens the link reads the mails of the address, so the address is verified with it. An account that lost its
 * password to sign-in by Google meanwhile gets none back this way.
 */
import type { ResetPassword } from "@relaydeck/contract/accounts";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findUserById, updateUser, type UserRow } from "@relaydeck/db/accounts/store";
import { useMailToken, type MailTokenRow } from "@relaydeck/db/mail/tokens";
import type { Reader, Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { liveMailToken, mailTokenHash } from "@relaydeck/mail/mail-tokens";
import type { RequestFacts } from "../caller.ts";
import { countTokenTrial, giveBack } from "../limits/rate-limits.ts";
import { forgiveFailures } from "../limits/sign-in-limits.ts";
import type { AccountsDeps } from "./accounts-deps.ts";
import { followPasswordChange } from "./password-changed.ts";
import { checkPassword } from "./password-blocklist.ts";

export interface Resetting {
  readonly request: RequestFacts;
  readonly input: ResetPassword;
}

export async function resetPassword(deps: AccountsDeps, resetting: Resetting): Promise<Result<null, Refusal>> {
  const { input, request } = resetting;
  const owner = await deps.store.write((tx) => tryToken(deps, tx, resetting));
  if (!owner.ok) return owner;
  const allowed = checkPassword(input.newPassword, owner.value);
  if (!allowed.ok) return allowed;
  const hashed = await deps.hashGate.run(() => deps.passwords.hash(input.newPassword));
  if (!hashed.ok) return hashed;
  const changed = await deps.store.write((tx) => change(deps, tx, { ...resetting, passwordHash: hashed.value }));
  if (changed.ok) deps.log.info("password.reset", { requestId: request.requestId, userId: owner.value.id });
  return changed;
}

/** Whose password the token may change; a wrong token is counted as a trial, before anything costly. */
async function tryToken(deps: AccountsDeps, tx: Tx, { request, input }: Resetting): Promise<Result<UserRow, Refusal>> {
  const now = deps.clock.now();
  const counted = await countTokenTrial(tx, { address: request.address, now, factor: deps.settings.rateLimitFactor });
  if (!counted.ok) return counted;
  const token = await liveMailToken(tx, { token: input.token, purpose: "reset", now });
  const owner = token === null || token.usedAt !== null ? null : await ownerOf(tx, token);
  if (owner === null) return invalid;
  await giveBack(tx, counted.value);
  return ok(owner);
}

async function change(
  deps: AccountsDeps,
  tx: Tx,
  { request, input, passwordHash }: Resetting & { passwordHash: string },
): Promise<Result<null, Refusal>> {
  const now = deps.clock.now();
  // Of two at once one gets the row; a newer link or a change of address meanwhile wins too. [ML-2, ML-4]
  const token = await useMailToken(tx, { hash: mailTokenHash(input.token), purpose: "reset", now });
  const owner = token === null ? null : await ownerOf(tx, token);
  if (owner === null) return invalid;
  const patch = { passwordHash, emailVerified: true, updatedAt: now };
  const user = present(await updateUser(tx, { id: owner.id }, patch), "A user that was found in this transaction stays");
  await forgiveFailures(tx, owner.email);
  await followPasswordChange(deps, tx, { user, request, action: "password.reset" });
  return ok(null);
}

/** The living user with a password whose present address the token was sent to. */
async function ownerOf(from: Reader, token: MailTokenRow): Promise<UserRow | null> {
  const user = await findUserById(from, token.userId);
  return user !== null && user.passwordHash !== null && user.email === token.address ? user : null;
}

const invalid = refuse("TOKEN_INVALID", { message: "This password reset link is invalid or expired." });
