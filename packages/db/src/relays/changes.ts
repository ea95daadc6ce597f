/** Moves of relays as their devices reported them, with the command that each answers. Who may read which is asked elsewhere. */
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, sql } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type RelayChangeRow = Schema["relayChanges"]["$inferSelect"];

/** A move that is there already stays as it is. */
export async function insertRelayChanges({ db, t }: Tx, changes: readonly RelayChangeRow[]): Promise<void> {
  if (changes.length > 0)
    await db
      .insert(t.relayChanges)
      .values([...changes])
      .onConflictDoNothing();
}

/** Moves of one device in a span of time, oldest first; of more than `limit` the newest. */
export async function listRelayChanges(
  { db, t }: Reader,
  which: { deviceId: string; from: number; to: number; limit: number },
): Promise<RelayChangeRow[]> {
  const { deviceId, relayNumber, at } = t.relayChanges;
  const rows = await db
    .select()
    .from(t.relayChanges)
    .where(and(eq(deviceId, which.deviceId), gte(at, which.from), lte(at, which.to)))
    .orderBy(desc(at), asc(relayNumber))
    .limit(which.limit);
  return rows.toReversed();
}

/** Moves of one relay later than `after`, oldest first, at most `limit`. */
export function relayChangesAfter(
  { db, t }: Reader,
  which: { deviceId: string; relayNumber: number; after: number; to: number; limit: number },
): Promise<Pick<RelayChangeRow, "at" | "state">[]> {
  const { deviceId, relayNumber, at, state } = t.relayChanges;
  return db
    .select({ at, state })
    .from(t.relayChanges)
    .where(and(eq(deviceId, which.deviceId), eq(relayNumber, which.relayNumber), gt(at, which.after), lte(at, which.to)))
    .orderBy(asc(at))
    .limit(which.limit);
}

/** The last move of a relay before an instant, which tells its state then. */
export async function relayChangeBefore(
  { db, t }: Reader,
  which: { deviceId: string; relayNumber: number; before: number },
): Promise<RelayChangeRow | null> {
  const { deviceId, relayNumber, at } = t.relayChanges;
  const [row] = await db
    .select()
    .from(t.relayChanges)
    .where(and(eq(deviceId, which.deviceId), eq(relayNumber, which.relayNumber), lt(at, which.before)))
    .orderBy(desc(at))
    .limit(1);
  return row ?? null;
}

/**
 * Removes moves older than that, but the last of each relay, which still tells its state; at most about `limit` per call, returns
 * how many. [DA-4]
 */
export async function pruneRelayChanges({ db, t }: Tx, { before, limit }: { before: number; limit: number }): Promise<number> {
  const { deviceId, relayNumber, at } = t.relayChanges;
  const later = sql`exists (select 1 from ${t.relayChanges} q where q.device_id = ${deviceId} and q.relay_number = ${relayNumber} and q.at > ${at} and q.at < ${before})`;
  const old = await db
    .select({ deviceId, at })
    .from(t.relayChanges)
    .where(and(lt(at, before), later))
    .orderBy(asc(at))
    .limit(limit);
  const last = old.at(-1);
  if (last === undefined) return 0;
  const devices = [...new Set(old.map((row) => row.deviceId))];
  const isOld = and(inArray(deviceId, devices), lte(at, last.at), later);
  return (await db.delete(t.relayChanges).where(isOld).returning({ at })).length;
}
