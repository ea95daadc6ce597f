/**
 * Counts per key in small buckets of time; a sliding window is the sum of the buckets it touches.
 *
 * Adding to a bucket locks its row until the transaction ends, so that parallel callers of one key are counted one
 * after another on every node. The rule, how many are too many, is the caller's. [checklist section 5, RL-2]
 */
import { and, asc, eq, gt, inArray, like, lt, sql } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import { once, onceBy } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export interface Bucket {
  /** Epoch ms at which the bucket begins. */
  readonly windowStart: number;
  readonly count: number;
}

/** Adds `by` (negative to take back) to the bucket of `key` that begins at `windowStart`. */
export function addToBucket(tx: Tx, { key, windowStart, by }: { key: string; windowStart: number; by: number }): Promise<void> {
  return addToBuckets(tx, { keys: [key], windowStart, by });
}

/** Lists up to so many keys are prepared once for each length; longer ones, as of all whom an outage concerns, come in any length. */
const mostKeysPrepared = 8;

/** By the number of keys. */
const addition = onceBy((tx: Tx, keys: `${number}`) => {
  const [windowStart, count] = [sql.placeholder("windowStart"), sql.placeholder("by")];
  const rows = Array.from({ length: Number(keys) }, (_, index) => ({ key: sql.placeholder(`key${index}`), windowStart, count }));
  return adding(tx, rows).prepare(`buckets_add_${keys}`);
});

function adding({ db, t }: Tx, rows: PgInsertValue<Schema["rateLimits"]>[]) {
  return db
    .insert(t.rateLimits)
    .values(rows)
    .onConflictDoUpdate({
      target: [t.rateLimits.key, t.rateLimits.windowStart],
      set: { count: sql`${t.rateLimits.count} + excluded.count` },
    });
}

/** Adds to a bucket of each key, locking their rows in the order given; no key may come twice. */
export async function addToBuckets(
  tx: Tx,
  { keys, windowStart, by }: { keys: readonly string[]; windowStart: number; by: number },
): Promise<void> {
  if (keys.length === 0) return;
  if (keys.length > mostKeysPrepared) {
    const rows = keys.map((key) => ({ key, windowStart, count: by }));
    await adding(tx, rows);
    return;
  }
  const named = Object.fromEntries(keys.map((key, index) => [`key${index}`, key]));
  await addition(tx, `${keys.length}`).execute({ ...named, windowStart, by });
}

const buckets = once(({ db, t }: Reader) => {
  const { key, windowStart, count } = t.rateLimits;
  return db
    .select({ windowStart, count })
    .from(t.rateLimits)
    .where(and(eq(key, sql.placeholder("key")), gt(windowStart, sql.placeholder("since")), gt(count, 0)))
    .orderBy(asc(windowStart))
    .prepare("buckets_since");
});

/** Buckets of `key` that begin after `since`, oldest first, without empty ones. */
export function bucketsSince(from: Reader, key: string, since: number): Promise<Bucket[]> {
  return buckets(from).execute({ key, since });
}

/** Forgets all that was counted under these keys. */
export async function clearBuckets({ db, t }: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.delete(t.rateLimits).where(inArray(t.rateLimits.key, [...keys]));
}

/** Deletes at most `limit` buckets that began before `before` and whose key begins with `prefix` (no wildcards in it). */
export async function pruneBuckets({ db, t }: Tx, old: { prefix: string; before: number; limit: number }): Promise<number> {
  const rows = await db
    .select({ key: t.rateLimits.key, windowStart: t.rateLimits.windowStart })
    .from(t.rateLimits)
    .where(and(lt(t.rateLimits.windowStart, old.before), like(t.rateLimits.key, `${old.prefix}%`)))
    .limit(old.limit);
  // In the one order in which keys are locked, so that no command and this wait for each other.
  for (const row of rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    await db.delete(t.rateLimits).where(and(eq(t.rateLimits.key, row.key), eq(t.rateLimits.windowStart, row.windowStart)));
  }
  return rows.length;
}
