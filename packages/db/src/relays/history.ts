/** Relay history: one row per command once the provider answered or the outcome became unknown. [D52] */
import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type HistoryRow = Schema["relayHistory"]["$inferSelect"];
export type NewHistory = Schema["relayHistory"]["$inferInsert"];

/** Stores the row of a command; later evidence changes its outcome, not what was asked and when. */
export async function recordHistory({ db, t }: Tx, row: NewHistory): Promise<void> {
  await db
    .insert(t.relayHistory)
    .values(row)
    .onConflictDoUpdate({
      target: t.relayHistory.commandId,
      set: {
        outcome: row.outcome,
        success: row.success ?? null,
        responseTime: sql`coalesce(${row.responseTime ?? null}, ${t.relayHistory.responseTime})`,
        confirmationTime: sql`coalesce(${row.confirmationTime ?? null}, ${t.relayHistory.confirmationTime})`,
        errorMessage: row.errorMessage ?? null,
      },
    });
}

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
