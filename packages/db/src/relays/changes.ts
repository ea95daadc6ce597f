/** Moves of relays as their devices reported them, with the command that each answers. Who may read which is asked elsewhere. */
import { and, asc, desc, eq, gt, gte, lt, lte, sql } from "drizzle-orm";
import type { Look, Looked } from "../looks.ts";
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
 * Removes moves before that, but the last of each relay, which still tells its state; looks at the next `limit` of them, and
 * those of one instant. What stays is met by every pass anew, however much it is, so no single look is over all of it. [DA-4]
 */
export async function pruneRelayChanges({ db, t }: Tx, look: Look): Promise<Looked> {
  const { deviceId, relayNumber, at } = t.relayChanges;
  const isOld = and(gte(at, look.from), lt(at, look.before));
  const [last] = await db
    .select({ at })
    .from(t.relayChanges)
    .where(isOld)
    .orderBy(asc(at))
    .limit(1)
    .offset(look.limit - 1);
  const isLooked = last === undefined ? isOld : and(gte(at, look.from), lte(at, last.at));
  const later = sql`exists (select 1 from ${t.relayChanges} q where q.device_id = ${deviceId} and q.relay_number = ${relayNumber} and q.at > ${at} and q.at < ${look.before})`;
  const gone = await db.delete(t.relayChanges).where(and(isLooked, later)).returning({ at });
  return { gone: gone.length, next: last === undefined ? null : last.at + 1 };
}
