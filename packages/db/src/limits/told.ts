/** What nodes count in memory and tell each other: buckets under `n:<node>:<what>`, beside the exact counts of the limits. [RL-2] */
import { and, gt, like, notLike, sql } from "drizzle-orm";
import type { Reader, Tx } from "../store.ts";

/** Begins the key of every bucket that a node has told. */
export const toldPrefix = "n:";

export interface ToldBucket {
  readonly what: string;
  /** Epoch ms. */
  readonly windowStart: number;
  readonly count: number;
}

/** Adds to this node's own buckets. Node names are of letters and digits. */
export async function tellCounts({ db, t }: Tx, node: string, buckets: readonly ToldBucket[]): Promise<void> {
  if (buckets.length === 0) return;
  const rows = buckets.map(({ what, windowStart, count }) => ({ key: `${toldPrefix}${node}:${what}`, windowStart, count }));
  await db
    .insert(t.rateLimits)
    .values(rows)
    .onConflictDoUpdate({
      target: [t.rateLimits.key, t.rateLimits.windowStart],
      set: { count: sql`${t.rateLimits.count} + excluded.count` },
    });
}

/** What the other nodes have told in buckets that begin after `since`. */
export async function toldByOthers({ db, t }: Reader, node: string, since: number): Promise<ToldBucket[]> {
  const { key, windowStart, count } = t.rateLimits;
  const isOthers = and(like(key, `${toldPrefix}%`), notLike(key, `${toldPrefix}${node}:%`), gt(windowStart, since));
  const rows = await db.select({ key, windowStart, count }).from(t.rateLimits).where(isOthers);
  return rows.map((row) => ({ ...row, what: row.key.slice(row.key.indexOf(":", toldPrefix.length) + 1) }));
}
