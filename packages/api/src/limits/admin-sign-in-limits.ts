/**
 * Limits of an administrator's sign-in: 5 failures in 15 min per account, 10 per address. [checklist 5] Passwords that are
 * asked of who is signed in are counted per session, so that a stolen one never locks the owner out.
 *
 * Each try is counted as a failure before its password is looked at, and taken back when it turns out right: 200 parallel
 * guesses get at most 5 looks. Names that nobody has are counted like others, so that a limit tells nothing of them.
 */
import type { Refusal } from "@relaydeck/contract/refusals";
import { bucketsSince, clearBuckets } from "@relaydeck/db/limits/store";
import type { Reader, Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { addressKey } from "./address-key.ts";
import { limitOf } from "./limit-figures.ts";
import { giveBack, lockKeys, minuteMs, personKey, takeAll, tooMany, waitFor, type Limit, type Taken } from "./rate-limits.ts";

const quarterMs = 15 * minuteMs;

export interface AdminTry {
  readonly username: string;
  readonly address: string;
  /** Of the session in which the password is asked again; null at the sign-in. */
  readonly sid: string | null;
  readonly now: number;
  readonly factor: number;
}

/** Whether a try would be let in; for a quick no before anything costly. Counts nothing. */
export async function checkAdminSignIn(from: Reader, attempt: AdminTry): Promise<Result<null, Refusal>> {
  let waitMs = 0;
  for (const limit of limitsOf(attempt)) {
    const counted = await bucketsSince(from, limit.key, attempt.now - limit.windowMs);
    waitMs = Math.max(waitMs, waitFor(limit, counted, attempt.now));
  }
  return waitMs > 0 ? tooMany(waitMs) : ok(null);
}

/** Counts the try as a failure, or refuses it uncounted. */
export function beginAdminSignIn(tx: Tx, attempt: AdminTry): Promise<Result<Taken[], Refusal>> {
  return takeAll(tx, limitsOf(attempt), attempt.now);
}

/** The try was right: it ends the account's failures, and is taken back from the address. */
export async function succeedAdminSignIn(tx: Tx, attempt: AdminTry, taken: readonly Taken[]): Promise<void> {
  const account = accountKey(attempt);
  const ofAddress = taken.filter(({ key }) => key !== account);
  await lockKeys(tx, [account, ...ofAddress.map(({ key }) => key)]);
  await giveBack(tx, ofAddress);
  await clearBuckets(tx, [account]);
}

/** True once in 15 min and address: tries that are no longer looked at must not fill the audit. */
export async function takeLimitedNote(tx: Tx, { address, now }: AdminTry): Promise<boolean> {
  return (await takeAll(tx, [{ key: `l:admin-noted:${addressKey(address)}`, limit: 1, windowMs: quarterMs }], now)).ok;
}

function limitsOf(attempt: AdminTry): Limit[] {
  const { address, factor } = attempt;
  const ofAccount = limitOf("adminFailuresPerAccount", accountKey(attempt), factor);
  if (attempt.sid !== null) return [ofAccount];
  return [ofAccount, limitOf("adminFailuresPerAddress", `l:admin:${addressKey(address)}`, factor)];
}

function accountKey({ username, sid }: Pick<AdminTry, "username" | "sid">): string {
  return sid === null ? personKey("l:admin-account", username) : `l:admin-session:${sid}`;
}
