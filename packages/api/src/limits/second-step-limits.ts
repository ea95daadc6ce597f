/**
 * Limits of guessing the second step, beside those of signing in: each try is counted as a failure before its code is
 * looked at, in the transaction that uses the code up. So parallel guesses get no more looks than the limit allows.
 *
 * 10 in 15 min; and after 100 wrong one-time codes in a row only a recovery code helps, which nobody can guess: so
 * whoever knows the password can neither go on for ever nor lock the owner out. A browser or session that passed the
 * step before is counted by itself.
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { bucketsSince, clearBuckets } from "@relaydeck/db/limits/store";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { limitFigures } from "./limit-figures.ts";
import { countAll, lockKeys, longestRowMs, tooMany, waitFor } from "./rate-limits.ts";

const { limit: codesPerQuarter, windowMs: quarterMs } = limitFigures.codeFailuresPerAccount;
const codesInARow = 100;

export interface CodeTry {
  readonly ownerId: string;
  /** Hash of the known browser's token, or id of the session, that passed the step before; else null. */
  readonly knownBrowser: string | null;
  /** A recovery code is no guess of six digits. */
  readonly isRecovery: boolean;
  readonly now: number;
  readonly factor: number;
}

/** Counts the try as a failure, or refuses it uncounted. */
export async function beginCodeTry(tx: Tx, attempt: CodeTry): Promise<Result<null, Refusal>> {
  const { quarter, row } = keysOf(attempt);
  const { now, factor, isRecovery } = attempt;
  await lockKeys(tx, [quarter, row]);
  const inARow = (await bucketsSince(tx, row, now - longestRowMs)).reduce((sum, { count }) => sum + count, 0);
  if (!isRecovery && inARow >= codesInARow * factor) return longRow;
  const waitMs = waitFor(
    { limit: codesPerQuarter * factor, windowMs: quarterMs },
    await bucketsSince(tx, quarter, now - quarterMs),
    now,
  );
  if (waitMs > 0) return tooMany(waitMs);
  const guessed = isRecovery ? [] : [{ key: row, windowMs: longestRowMs }];
  await countAll(tx, [{ key: quarter, windowMs: quarterMs }, ...guessed], now);
  return ok(null);
}

/** The code was right: its row has ended. */
export async function succeedCodeTry(tx: Tx, attempt: CodeTry): Promise<void> {
  const { quarter, row } = keysOf(attempt);
  await clearBuckets(tx, [quarter, row]);
}

const longRow = refuse("RATE_LIMITED", {
  message: "Too many wrong codes. Use a recovery code, or sign in from a browser that you used before.",
  retryAfterSeconds: 24 * 60 * 60,
});

function keysOf({ ownerId, knownBrowser }: CodeTry): { quarter: string; row: string } {
  const who = knownBrowser === null ? ownerId : `${ownerId}:${knownBrowser}`;
  return { quarter: `l:code:${who}`, row: `r:code:${who}` };
}
