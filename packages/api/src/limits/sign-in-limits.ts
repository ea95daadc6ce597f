/**
 * Limits of signing in: they count failures, and each try is counted as one before its password is looked at; what
 * turns out right is taken back. So parallel guesses never get more checks than the limit allows. [checklist 5]
 *
 * Per account 10 in 15 min, then 1 a minute, never more than 100 in a row; per address 30 in 15 min. A browser that
 * signed in to this account before is counted by itself, so that others' failures never block it.
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { bucketsSince, clearBuckets } from "@relaydeck/db/limits/store";
import type { Reader, Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { addressKey } from "./address-key.ts";
import { limitFigures } from "./limit-figures.ts";
import { countAll, giveBack, lockKeys, longestRowMs, minuteMs, personKey, tooMany, waitFor, type Taken } from "./rate-limits.ts";

const { signInFailuresPerAccount, signInFailuresPerAddress } = limitFigures;
const quarterMs = signInFailuresPerAccount.windowMs;
const failuresInARow = 100;

export interface SignInTry {
  readonly email: string;
  readonly address: string;
  /** Hash of the browser's token when it signed in to this account before, else null. */
  readonly knownBrowser: string | null;
  readonly now: number;
  readonly factor: number;
}

/** Whether a try would be let in; for a quick no before anything costly. Counts nothing. */
export async function checkSignIn(from: Reader, attempt: SignInTry): Promise<Result<null, Refusal>> {
  if (await hasLongRow(from, attempt)) return longRow;
  const waitMs = Math.max(await waitOfGuesser(from, attempt), await waitOfAddress(from, attempt));
  return waitMs > 0 ? tooMany(waitMs) : ok(null);
}

/** Counts the try as a failure, or refuses it uncounted. */
export async function beginSignIn(tx: Tx, attempt: SignInTry): Promise<Result<Taken[], Refusal>> {
  const keys = keysOf(attempt);
  const all = [keys.quarter, keys.row, ...(keys.address === null ? [] : [keys.address])];
  await lockKeys(tx, all);
  const allowed = await checkSignIn(tx, attempt);
  if (!allowed.ok) return allowed;
  const windows = all.map((key) => ({ key, windowMs: key === keys.row ? longestRowMs : quarterMs }));
  return ok(await countAll(tx, windows, attempt.now));
}

/** The try was right: it ends the row of the account and of the browser, and is taken back from the address. */
export async function succeedSignIn(tx: Tx, attempt: SignInTry, taken: readonly Taken[]): Promise<void> {
  const own = keysOf(attempt);
  const account = keysOf({ ...attempt, knownBrowser: null });
  const ended = [...new Set([own.quarter, own.row, account.quarter, account.row])];
  const counted = taken.filter(({ key }) => !ended.includes(key));
  await lockKeys(tx, [...ended, ...counted.map(({ key }) => key)]);
  await giveBack(tx, counted);
  await clearBuckets(tx, ended);
}

/** The owner has proved the address and set a new password: the account's row of failures is over. Known browsers keep theirs. */
export async function forgiveFailures(tx: Tx, email: string): Promise<void> {
  const keys = [personKey("l:account", email), personKey("r:account", email)];
  await lockKeys(tx, keys);
  await clearBuckets(tx, keys);
}

interface Keys {
  readonly quarter: string;
  readonly row: string;
  readonly address: string | null;
}

function keysOf({ email, address, knownBrowser }: SignInTry): Keys {
  if (knownBrowser !== null) return { quarter: `l:browser:${knownBrowser}`, row: `r:browser:${knownBrowser}`, address: null };
  return {
    quarter: personKey("l:account", email),
    row: personKey("r:account", email),
    address: `l:sign-in:${addressKey(address)}`,
  };
}

/** No wait helps here; what does is said instead. */
const longRow = refuse("RATE_LIMITED", {
  message: "Too many wrong passwords. Set a new one by mail, or sign in from a browser that you used before.",
  retryAfterSeconds: 24 * 60 * 60,
});

async function hasLongRow(from: Reader, attempt: SignInTry): Promise<boolean> {
  const row = await bucketsSince(from, keysOf(attempt).row, attempt.now - longestRowMs);
  return row.reduce((sum, { count }) => sum + count, 0) >= failuresInARow * attempt.factor;
}

/** Failures of the account, or of the known browser on it. */
async function waitOfGuesser(from: Reader, attempt: SignInTry): Promise<number> {
  const { now, factor } = attempt;
  const recent = await bucketsSince(from, keysOf(attempt).quarter, now - quarterMs);
  const waitOfQuarter = waitFor({ limit: signInFailuresPerAccount.limit * factor, windowMs: quarterMs }, recent, now);
  const last = recent.at(-1);
  if (waitOfQuarter === 0 || last === undefined) return 0;
  // Beyond the limit one a minute is let in.
  return Math.min(waitOfQuarter, Math.max(0, last.windowStart + minuteMs - now));
}

async function waitOfAddress(from: Reader, attempt: SignInTry): Promise<number> {
  const { address } = keysOf(attempt);
  if (address === null) return 0;
  const buckets = await bucketsSince(from, address, attempt.now - quarterMs);
  return waitFor({ limit: signInFailuresPerAddress.limit * attempt.factor, windowMs: quarterMs }, buckets, attempt.now);
}
