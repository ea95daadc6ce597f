/** Administrators and their sessions; apart from users in everything. [D22, AD-1] */
import { and, asc, count, eq, inArray, lte, or, sql } from "drizzle-orm";
import { isEmpty } from "../dialect/chunks.ts";
import { once } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type AdminRow = Schema["admins"]["$inferSelect"];
export type NewAdmin = Schema["admins"]["$inferInsert"];
export type AdminPatch = Partial<Omit<NewAdmin, "id" | "createdAt">>;
export type AdminSessionRow = Schema["adminSessions"]["$inferSelect"];
export type NewAdminSession = Schema["adminSessions"]["$inferInsert"];

/** Breaks unique `admins (username)`. */
export async function insertAdmin({ db, t }: Tx, admin: NewAdmin): Promise<void> {
  await db.insert(t.admins).values(admin);
}

export async function countAdmins({ db, t }: Reader): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(t.admins);
  return row?.rows ?? 0;
}

/** Also one that an earlier version stored with its accents beside their letters (NFD); today's have them within (NFC). [IN-6] */
export async function findAdminByUsername({ db, t }: Reader, username: string): Promise<AdminRow | null> {
  const forms = [username, username.normalize("NFD")];
  const rows = await db.select().from(t.admins).where(inArray(t.admins.username, forms));
  return rows.find((row) => row.username === username) ?? rows[0] ?? null;
}

export async function findAdminById({ db, t }: Reader, id: string): Promise<AdminRow | null> {
  const [row] = await db.select().from(t.admins).where(eq(t.admins.id, id));
  return row ?? null;
}

/** The one that was made first; null where there is none. */
export async function findFirstAdmin({ db, t }: Reader): Promise<AdminRow | null> {
  const [row] = await db.select().from(t.admins).orderBy(asc(t.admins.createdAt), asc(t.admins.id)).limit(1);
  return row ?? null;
}

/** Null: no such row. */
export async function updateAdmin({ db, t }: Tx, id: string, patch: AdminPatch): Promise<AdminRow | null> {
  if (isEmpty(patch)) return findAdminById({ db, t }, id);
  const [row] = await db.update(t.admins).set(patch).where(eq(t.admins.id, id)).returning();
  return row ?? null;
}

export async function insertAdminSession({ db, t }: Tx, session: NewAdminSession): Promise<void> {
  await db.insert(t.adminSessions).values(session);
}

const bySid = once(({ db, t }: Reader) =>
  db
    .select({ session: t.adminSessions, admin: t.admins })
    .from(t.adminSessions)
    .innerJoin(t.admins, eq(t.admins.id, t.adminSessions.adminId))
    .where(eq(t.adminSessions.sid, sql.placeholder("sid")))
    .prepare("admin_session_by_sid"),
);

/** The session and its administrator, ended by time or not. */
export async function findAdminSession(from: Reader, sid: string): Promise<{ session: AdminSessionRow; admin: AdminRow } | null> {
  const [row] = await bySid(from).execute({ sid });
  return row ?? null;
}

export async function touchAdminSession({ db, t }: Tx, use: { sid: string; now: number; expire: number }): Promise<void> {
  await db.update(t.adminSessions).set({ lastUsedAt: use.now, expire: use.expire }).where(eq(t.adminSessions.sid, use.sid));
}

/** Sessions to end: one, all of an administrator (but `exceptSid`), or those that ended by time. */
export type AdminSessionsToEnd =
  | { readonly sid: string }
  | { readonly adminId: string; readonly exceptSid?: string }
  | { readonly endedBy: number };

/** Returns the sessions that ended. */
export function endAdminSessions({ db, t }: Tx, which: AdminSessionsToEnd): Promise<AdminSessionRow[]> {
  const { adminSessions: sessions } = t;
  return db.delete(sessions).where(isOneOf(t, which)).returning();
}

function isOneOf({ adminSessions: sessions }: Schema, which: AdminSessionsToEnd) {
  if ("sid" in which) return eq(sessions.sid, which.sid);
  if ("endedBy" in which) return or(lte(sessions.expire, which.endedBy), lte(sessions.absoluteEnd, which.endedBy));
  const others = which.exceptSid === undefined ? undefined : sql`${sessions.sid} <> ${which.exceptSid}`;
  return and(eq(sessions.adminId, which.adminId), others);
}
