/** What people did while signed in, one row per session; for numbers only, never for rights. */
import { and, desc, eq, inArray, lt, or, isNotNull, sql } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type UserSessionRow = Schema["userSessions"]["$inferSelect"];
export type NewUserSession = Schema["userSessions"]["$inferInsert"];

export async function startUserSession({ db, t }: Tx, session: NewUserSession): Promise<void> {
  await db.insert(t.userSessions).values(session);
}

export interface SessionUse {
  readonly id: string;
  readonly now: number;
  readonly actions: number;
  readonly deviceIds: readonly string[];
}

/** Adds what was done since the last note; at most once a minute and session. [checklist section 5] */
export async function noteUserSession({ db, t }: Tx, use: SessionUse): Promise<void> {
  const { userSessions: sessions } = t;
  const [row] = await db.select().from(sessions).where(eq(sessions.id, use.id));
  if (row === undefined) return;
  const devicesAccessed = [...new Set([...(row.devicesAccessed ?? []), ...use.deviceIds])];
  await db
    .update(sessions)
    .set({ lastSeenAt: use.now, devicesAccessed, actionsPerformed: sql`${sessions.actionsPerformed} + ${use.actions}` })
    .where(eq(sessions.id, use.id));
}

export async function endUserSession({ db, t }: Tx, which: { id: string; now: number }): Promise<void> {
  const { userSessions: sessions } = t;
  const [row] = await db.select().from(sessions).where(eq(sessions.id, which.id));
  if (row === undefined || row.sessionEnd !== null) return;
  const duration = Math.max(0, which.now - row.sessionStart);
  await db.update(sessions).set({ sessionEnd: which.now, duration }).where(eq(sessions.id, which.id));
}

/** Newest first. */
export function listUserSessions({ db, t }: Reader, of: { userId: string; limit: number }): Promise<UserSessionRow[]> {
  const { userSessions: sessions } = t;
  return db.select().from(sessions).where(eq(sessions.userId, of.userId)).orderBy(desc(sessions.sessionStart)).limit(of.limit);
}

/** Forgets addresses and clients of all sessions of somebody who deleted the account. [DA-2] */
export async function forgetAddressesOf({ db, t }: Tx, userId: string): Promise<void> {
  const { userSessions: sessions } = t;
  await db.update(sessions).set({ ipAddress: null, userAgent: null }).where(eq(sessions.userId, userId));
}

/** Forgets addresses and clients of sessions begun before that, at most `limit`; returns how many. [DA-4] */
export async function forgetAddresses({ db, t }: Tx, old: { before: number; limit: number }): Promise<number> {
  const { userSessions: sessions } = t;
  const hasThem = or(isNotNull(sessions.ipAddress), isNotNull(sessions.userAgent));
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(lt(sessions.sessionStart, old.before), hasThem))
    .limit(old.limit);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await db.update(sessions).set({ ipAddress: null, userAgent: null }).where(inArray(sessions.id, ids));
  return ids.length;
}
