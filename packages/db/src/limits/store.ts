/**
 * Counts per key in small buckets of time; a sliding window is the sum of the buckets it touches.
 *
 * Adding to a bucket locks its row until the transaction ends, so that parallel callers of one key are counted one
 * after another on every node. The rule, how many are too many, is the caller's. [checklist section 5, RL-2]
 */
import { and, asc, eq, gt, inArray, like, lt, sql } from "drizzle-orm";
import { listed } from "../dialect/listed.ts";
import { once } from "../dialect/once.ts";
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

const addition = once(({ db, t }: Tx) => {
  const [windowStart, by] = [sql.placeholder("windowStart"), sql.placeholder("by")];
  const { key, count } = t.rateLimits;
  return (
    db
      .insert(t.rateLimits)
      // By its `where` SQLite tells the conflict of an insert from the condition of a join.
      .select(sql`select value, cast(${windowStart} as bigint), cast(${by} as integer) from ${listed(key, "keys")} where true`)
      .onConflictDoUpdate({ target: [key, t.rateLimits.windowStart], set: { count: sql`${count} + excluded.count` } })
      .prepare("buckets_add")
  );
});

/** Adds to a bucket of each key, locking their rows in the order given; no key may come twice. */
export async function addToBuckets(
  tx: Tx,
  { keys, windowStart, by }: { keys: readonly string[]; windowStart: number; by: number },
): Promise<void> {
  if (keys.length > 0) await addition(tx).execute({ keys: JSON.stringify(keys), windowStart, by });
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
