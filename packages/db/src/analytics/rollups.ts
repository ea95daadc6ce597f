/** Up to when rows are summed up by quarters of an hour, and which quarters have changed since. */
import { quarterOf, type Stretch } from "@relaydeck/core/analytics/quarters";
import { and, asc, eq, gt, gte, lt, sql } from "drizzle-orm";
import type { Reader, Tx } from "../store.ts";

export type RollupName = "commands" | "calls";
/** Quarters of commands that were summed up again, whose days were not yet. */
export type MarkName = RollupName | "days";

/** Every quarter that begins before it is summed up; 0: none is. */
export async function rolledUntil({ db, t }: Reader, name: RollupName): Promise<number> {
  const [row] = await db.select({ until: t.rollups.until }).from(t.rollups).where(eq(t.rollups.name, name));
  return row?.until ?? 0;
}

/** The same, and keeps others from summing up the same kind of rows until the transaction ends. */
export async function lockRollup({ db, t }: Tx, name: RollupName): Promise<number> {
  const [row] = await db
    .insert(t.rollups)
    .values({ name, until: 0 })
    .onConflictDoUpdate({ target: t.rollups.name, set: { until: sql`${t.rollups.until}` } })
    .returning({ until: t.rollups.until });
  return row?.until ?? 0;
}

export async function setRolledUntil({ db, t }: Tx, name: RollupName, until: number): Promise<void> {
  await db.update(t.rollups).set({ until }).where(eq(t.rollups.name, name));
}

/** Rows from then on are new, older than what is summed up: all from there is summed up again. */
export async function rollUpAgain({ db, t }: Tx, name: RollupName, from: number): Promise<void> {
  const until = quarterOf(from);
  await db
    .update(t.rollups)
    .set({ until })
    .where(and(eq(t.rollups.name, name), gt(t.rollups.until, until)));
}

/** A quarter is summed up once it has ended for this long: by then its rows are there, and most of them final. */
export const settledAfterMs = 20 * 60_000;
/** Rows change without a mark for this long, which is less by what clocks of nodes differ. */
const markedAfterMs = 10 * 60_000;

/**
 * Told of a row that comes or changes: its quarter may be summed up already, and is then summed up again. That is so of a row
 * that changes late, and of any below what a clock that was ahead has summed up. [TI-1]
 */
export async function noteLate(tx: Tx, row: { name: RollupName; at: number; now: number }): Promise<void> {
  if (row.now - row.at < markedAfterMs && row.at >= (await rolledUntil(tx, row.name))) return;
  const { db, t } = tx;
  await db
    .insert(t.rollupMarks)
    .values({ name: row.name, start: quarterOf(row.at) })
    .onConflictDoNothing();
}

/** The quarter was summed up again; its day, where one is stored, tells something else yet. */
export async function markDay({ db, t }: Tx, start: number): Promise<void> {
  await db.insert(t.rollupMarks).values({ name: "days", start }).onConflictDoNothing();
}

/** Quarters that have to be summed up again, oldest first. */
export async function listMarks(
  { db, t }: Reader,
  which: Stretch & { name: MarkName; limit: number },
): Promise<readonly number[]> {
  const { name, start } = t.rollupMarks;
  const rows = await db
    .select({ start })
    .from(t.rollupMarks)
    .where(and(eq(name, which.name), gte(start, which.from), lt(start, which.to)))
    .orderBy(asc(start))
    .limit(which.limit);
  return rows.map((row) => row.start);
}

/** Before the quarter is read: what changes afterwards marks it anew. */
export async function clearMark({ db, t }: Tx, name: MarkName, start: number): Promise<void> {
  await db.delete(t.rollupMarks).where(and(eq(t.rollupMarks.name, name), eq(t.rollupMarks.start, start)));
}
