/**
 * Ending sessions in a way that can be told: each function returns the rows that it removed, so that the caller can
 * close their sockets and cancel their unsent commands in the same transaction. [SE-5]
 */
import { and, eq, inArray, lte, ne, or } from "drizzle-orm";
import type { Tx } from "../store.ts";
import type { SessionRow } from "./store.ts";

/** By the hash of the token. */
export async function takeSession({ db, t }: Tx, sid: string): Promise<SessionRow | null> {
  const [row] = await db.delete(t.sessions).where(eq(t.sessions.sid, sid)).returning();
  return row ?? null;
}

/** By its public id, if it is this user's. */
export async function takeSessionById({ db, t }: Tx, which: { userId: string; id: string }): Promise<SessionRow | null> {
  const isIt = and(eq(t.sessions.id, which.id), eq(t.sessions.userId, which.userId));
  const [row] = await db.delete(t.sessions).where(isIt).returning();
  return row ?? null;
}

/** All sessions of a user, but the one with the public id `exceptId`. */
export function takeSessionsOfUser({ db, t }: Tx, which: { userId: string; exceptId?: string }): Promise<SessionRow[]> {
  const others = which.exceptId === undefined ? undefined : ne(t.sessions.id, which.exceptId);
  return db
    .delete(t.sessions)
    .where(and(eq(t.sessions.userId, which.userId), others))
    .returning();
}

/** At most `limit` sessions that have ended by time. */
export async function takeEndedSessions({ db, t }: Tx, { now, limit }: { now: number; limit: number }): Promise<SessionRow[]> {
  const hasEnded = or(lte(t.sessions.expire, now), lte(t.sessions.absoluteEnd, now));
  const rows = await db.select({ sid: t.sessions.sid }).from(t.sessions).where(hasEnded).limit(limit);
  if (rows.length === 0) return [];
  const sids = rows.map((row) => row.sid);
  return db
    .delete(t.sessions)
    .where(and(inArray(t.sessions.sid, sids), hasEnded))
    .returning();
}
