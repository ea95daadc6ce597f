/** Sessions of users, by the hash of their token. Not here: ending them (ending.ts), and comparing ends with the clock. [SE-1, SE-3] */
import { and, desc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { UserRow } from "../accounts/store.ts";
import { once } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type SessionRow = Schema["sessions"]["$inferSelect"];
export type NewSession = Schema["sessions"]["$inferInsert"];

/** "Last used" of a session is written at most this often, in milliseconds. [checklist section 5] */
export const touchEveryMs = 60_000;
/** Sessions of one user; the oldest falls out. [SE-6] */
export const mostSessionsPerUser = 20;

/** Stores the session; returns the `sid`s that fell out because the user had too many. */
export async function insertSession({ db, t }: Tx, session: NewSession): Promise<string[]> {
  await db.insert(t.sessions).values(session);
  const rows = await db
    .select({ sid: t.sessions.sid })
    .from(t.sessions)
    .where(eq(t.sessions.userId, session.userId))
    .orderBy(desc(t.sessions.createdAt), desc(t.sessions.sid));
  const old = rows
    .map((row) => row.sid)
    .filter((sid) => sid !== session.sid)
    .slice(mostSessionsPerUser - 1);
  if (old.length > 0) await db.delete(t.sessions).where(inArray(t.sessions.sid, old));
  return old;
}

const bySid = once(({ db, t }: Reader) =>
  db
    .select({ session: t.sessions, user: t.users })
    .from(t.sessions)
    .innerJoin(t.users, eq(t.users.id, t.sessions.userId))
    .where(and(eq(t.sessions.sid, sql.placeholder("sid")), isNull(t.users.deletedAt)))
    .prepare("session_by_sid"),
);

/** The session and its living user, whether it has ended by time or not. */
export async function findSession(from: Reader, sid: string): Promise<{ session: SessionRow; user: UserRow } | null> {
  const [row] = await bySid(from).execute({ sid });
  return row ?? null;
}

const byId = once(({ db, t }: Reader) =>
  db
    .select({ expire: t.sessions.expire, absoluteEnd: t.sessions.absoluteEnd })
    .from(t.sessions)
    .where(eq(t.sessions.id, sql.placeholder("id")))
    .prepare("session_by_id"),
);

/** When the session with this public id ends; null when it is no more. */
export async function sessionEnds(from: Reader, id: string): Promise<Pick<SessionRow, "expire" | "absoluteEnd"> | null> {
  const [row] = await byId(from).execute({ id });
  return row ?? null;
}

/** Moves the end by idleness, unless that was done less than `touchEveryMs` ago; false then. */
export async function touchSession({ db, t }: Tx, use: { sid: string; now: number; expire: number }): Promise<boolean> {
  const rows = await db
    .update(t.sessions)
    .set({ lastUsedAt: use.now, expire: use.expire })
    .where(and(eq(t.sessions.sid, use.sid), lte(t.sessions.lastUsedAt, use.now - touchEveryMs)))
    .returning({ sid: t.sessions.sid });
  return rows.length === 1;
}

/** Newest use first. */
export function listSessions({ db, t }: Reader, userId: string): Promise<SessionRow[]> {
  return db.select().from(t.sessions).where(eq(t.sessions.userId, userId)).orderBy(desc(t.sessions.lastUsedAt));
}

/** Remembers that this user signed in from the browser with this token hash. */
export async function rememberBrowser({ db, t }: Tx, browser: { hash: string; userId: string; now: number }): Promise<void> {
  await db
    .insert(t.knownBrowsers)
    .values({ hash: browser.hash, userId: browser.userId, createdAt: browser.now, lastUsedAt: browser.now })
    .onConflictDoUpdate({ target: t.knownBrowsers.hash, set: { userId: browser.userId, lastUsedAt: browser.now } });
}

/** Those of these browsers that are known, each with its one account. */
export async function findKnownBrowsers(
  { db, t }: Reader,
  hashes: readonly string[],
): Promise<{ hash: string; userId: string }[]> {
  if (hashes.length === 0) return [];
  const { hash, userId } = t.knownBrowsers;
  return db
    .select({ hash, userId })
    .from(t.knownBrowsers)
    .where(inArray(hash, [...hashes]));
}
