/**
 * Limits that hold exactly and over all nodes: counted in the database, in the transaction they protect. [checklist 5]
 *
 * `takeAll` counts one under each key or, when one of them is full, nothing at all. A key's row is locked from the
 * first look, so that of 200 parallel callers only as many pass as fit. What is refused is not counted: asking again
 * does not make the wait longer.
 *
 * Not here: the limits of sign-in, which count failures only (sign-in-limits.ts), those of mails (mail-limits.ts), and those in memory (door-limits.ts).
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { addToBucket, addToBuckets, bucketsSince, pruneBuckets, type Bucket } from "@relaydeck/db/limits/store";
import { toldPrefix } from "@relaydeck/db/limits/told";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { createHash } from "node:crypto";
import { addressKey } from "./address-key.ts";
import { limitOf } from "./limit-figures.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** At most `limit` in any `windowMs`, under one key. */
export interface Limit {
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** What was counted, so that it can be taken back. */
export interface Taken {
  readonly key: string;
  readonly windowStart: number;
}

/** A window is counted in so many steps: what happened leaves it at most a hundredth too early. */
const stepsPerWindow = 100;

/** Counts one under each key, or refuses with the longest wait and counts nothing. */
export async function takeAll(tx: Tx, limits: readonly Limit[], now: number): Promise<Result<Taken[], Refusal>> {
  await lockKeys(
    tx,
    limits.map(({ key }) => key),
  );
  const waits = limits.map(async (limit) => waitFor(limit, await bucketsSince(tx, limit.key, now - limit.windowMs), now));
  const waitMs = Math.max(0, ...(await Promise.all(waits)));
  if (waitMs > 0) return tooMany(waitMs);
  return ok(await countAll(tx, limits, now));
}

/** Takes back what `takeAll` counted, where the caller turned out not to be one to count. */
export async function giveBack(tx: Tx, taken: readonly Taken[]): Promise<void> {
  await lockKeys(
    tx,
    taken.map(({ key }) => key),
  );
  for (const { key, windowStart } of taken) await addToBucket(tx, { key, windowStart, by: -1 });
}

/** Holds the keys until the transaction ends; in one order everywhere, so that two never wait for each other. */
export async function lockKeys(tx: Tx, keys: readonly string[]): Promise<void> {
  await addToBuckets(tx, { keys: [...new Set(keys)].toSorted(), windowStart: 0, by: 0 });
}

export async function countAll(tx: Tx, limits: readonly Omit<Limit, "limit">[], now: number): Promise<Taken[]> {
  const taken = limits.map(({ key, windowMs }) => {
    const stepMs = windowMs / stepsPerWindow;
    return { key, windowStart: Math.floor(now / stepMs) * stepMs };
  });
  await Promise.all(taken.map(({ key, windowStart }) => addToBucket(tx, { key, windowStart, by: 1 })));
  return taken;
}

/** Milliseconds until one more fits; 0 when it fits now. What was counted in a future that the clock left again is not. [TI-1] */
export function waitFor({ limit, windowMs }: Omit<Limit, "key">, counted: readonly Bucket[], now: number): number {
  const buckets = counted.filter(({ windowStart }) => windowStart <= now);
  let used = buckets.reduce((sum, { count }) => sum + count, 0);
  let waitMs = 0;
  for (const bucket of buckets) {
    if (used < limit) break;
    used -= bucket.count;
    waitMs = bucket.windowStart + windowMs - now;
  }
  return waitMs;
}

export function tooMany(waitMs: number) {
  return refuse("RATE_LIMITED", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Addresses of people are kept as a hash, so that a limit says nothing about who was tried. */
export function personKey(prefix: string, email: string): string {
  return `${prefix}:${createHash("sha256").update(email).digest("base64url").slice(0, 22)}`;
}

interface Asking {
  readonly address: string;
  readonly now: number;
  /** `RATE_LIMIT_FACTOR`. */
  readonly factor: number;
}

/** A try of a mailed token: 20 an hour and address. Give back what turned out right. */
export function countTokenTrial(tx: Tx, { address, now, factor }: Asking): Promise<Result<Taken[], Refusal>> {
  return takeAll(tx, [limitOf("tokenTrialsPerAddress", `l:token:${addressKey(address)}`, factor)], now);
}

/** Forgets counts that no limit looks at any more, at most `limit` per call; returns how many. Each command leaves two. */
export async function pruneLimits(tx: Tx, { now, limit }: { now: number; limit: number }): Promise<number> {
  let left = limit;
  for (const [prefix, keptMs] of [
    ["l:", dayMs],
    [toldPrefix, hourMs],
    ["r:", longestRowMs],
  ] as const)
    left -= left === 0 ? 0 : await pruneBuckets(tx, { prefix, before: now - keptMs, limit: left });
  return limit - left;
}

/** How long failures in a row are remembered when nothing ends the row. */
export const longestRowMs = 365 * dayMs;
