/**
 * Ending sessions in a way that can be told: each function returns the rows that it removed, so that the caller can
 * close their sockets and cancel their unsent commands in the same transaction. [SE-5]
 */
import { and, eq, inArray, lte, ne, or } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";
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

/** Ids of at most `limit` sessions that have ended by time. */
export async function endedSessionIds({ db, t }: Reader, { now, limit }: { now: number; limit: number }): Promise<string[]> {
  const rows = await db.select({ id: t.sessions.id }).from(t.sessions).where(hasEnded(t, now)).limit(limit);
  return rows.map(({ id }) => id);
}

/** Those of them that have ended by time. */
export async function takeEndedSessions({ db, t }: Tx, { ids, now }: { ids: string[]; now: number }): Promise<SessionRow[]> {
  if (ids.length === 0) return [];
  return db
    .delete(t.sessions)
    .where(and(inArray(t.sessions.id, ids), hasEnded(t, now)))
    .returning();
}

function hasEnded({ sessions }: Schema, now: number) {
  return or(lte(sessions.expire, now), lte(sessions.absoluteEnd, now));
}
