/** Relay history: one row per command once the provider answered or the outcome became unknown. [D52] */
import { and, asc, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { once, rowByName, wholeRow } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type HistoryRow = Schema["relayHistory"]["$inferSelect"];
export type NewHistory = Schema["relayHistory"]["$inferInsert"];

/** Stores the row of a command; later evidence changes its outcome, not what was asked and when. */
export async function recordHistory(tx: Tx, row: NewHistory): Promise<void> {
  await upsert(tx).execute(wholeRow(tx.t.relayHistory, row));
}

const upsert = once(({ db, t }: Tx) =>
  db
    .insert(t.relayHistory)
    .values(rowByName(t.relayHistory))
    .onConflictDoUpdate({
      target: t.relayHistory.commandId,
      set: {
        outcome: sql.raw("excluded.outcome"),
        success: sql.raw("excluded.success"),
        responseTime: sql`coalesce(excluded.response_time, ${t.relayHistory.responseTime})`,
        confirmationTime: sql`coalesce(excluded.confirmation_time, ${t.relayHistory.confirmationTime})`,
        errorMessage: sql.raw("excluded.error_message"),
      },
    })
    .prepare("history_upsert"),
);

/** Newest first. */
export function listHistory(
  { db, t }: Reader,
  which: { deviceId?: string; userId?: string; since?: number; limit: number },
): Promise<HistoryRow[]> {
  const { deviceId, userId, timestamp, id } = t.relayHistory;
  return db
    .select()
    .from(t.relayHistory)
    .where(
      and(
        which.deviceId === undefined ? undefined : eq(deviceId, which.deviceId),
        which.userId === undefined ? undefined : eq(userId, which.userId),
        which.since === undefined ? undefined : gte(timestamp, which.since),
      ),
    )
    .orderBy(desc(timestamp), desc(id))
    .limit(which.limit);
}

/** Removes results older than that, at most `limit` per call; returns how many. [DA-4] */
export async function pruneHistory({ db, t }: Tx, old: { before: number; limit: number }): Promise<number> {
  const { id, timestamp } = t.relayHistory;
  const rows = await db
    .select({ id })
    .from(t.relayHistory)
    .where(lt(timestamp, old.before))
    .orderBy(asc(timestamp))
    .limit(old.limit);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await db.delete(t.relayHistory).where(inArray(id, ids));
  return ids.length;
}
