/** Users. Addresses come in normalised (contract's `Email`); a deleted user is found only by the functions that say so. */
import type { RowAt } from "../dialect/row-at.ts";
import { present } from "@relaydeck/kit/assert";
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { inChunks, isEmpty } from "../dialect/chunks.ts";
import { once } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type UserRow = Schema["users"]["$inferSelect"];
export type NewUser = Schema["users"]["$inferInsert"];
export type UserPatch = Partial<Omit<NewUser, "id" | "version" | "createdAt" | "onceVerified">>;

/** Breaks unique `users (email)` or `users (google_id)` when a live row has it. */
export async function insertUser({ db, t }: Tx, user: NewUser): Promise<UserRow> {
  const [row] = await db.insert(t.users).values(user).returning();
  return present(row, "An insert returns its row");
}

export async function findUserByEmail({ db, t }: Reader, email: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(t.users)
    .where(and(eq(t.users.email, email), isNull(t.users.deletedAt)));
  return row ?? null;
}

const byId = once(({ db, t }: Reader) =>
  db
    .select()
    .from(t.users)
    .where(and(eq(t.users.id, sql.placeholder("id")), isNull(t.users.deletedAt)))
    .prepare("user_by_id"),
);

export async function findUserById(from: Reader, id: string): Promise<UserRow | null> {
  const [row] = await byId(from).execute({ id });
  return row ?? null;
}

/** By the provider's subject, never by address. [GO-3] */
export async function findUserByGoogleId({ db, t }: Reader, googleId: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(t.users)
    .where(and(eq(t.users.googleId, googleId), isNull(t.users.deletedAt)));
  return row ?? null;
}

/** Also when it is deleted; for undo and for pruning. */
export async function findUserEvenDeleted({ db, t }: Reader, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(t.users).where(eq(t.users.id, id));
  return row ?? null;
}

export function findUsersByIds({ db, t }: Reader, ids: readonly string[]): Promise<UserRow[]> {
  return inChunks(ids, (chunk) =>
    db
      .select()
      .from(t.users)
      .where(and(inArray(t.users.id, chunk), isNull(t.users.deletedAt))),
  );
}

/**
 * Writes the named fields and raises the version. Null: no such row, deleted or not, or the version has moved on.
 * A verification that is taken back leaves its trace.
 */
export async function updateUser({ db, t }: Tx, at: RowAt, patch: UserPatch): Promise<UserRow | null> {
  const isIt = and(eq(t.users.id, at.id), at.version === undefined ? undefined : eq(t.users.version, at.version));
  if (isEmpty(patch)) return (await db.select().from(t.users).where(isIt))[0] ?? null;
  const trace = patch.emailVerified === false ? { onceVerified: or(t.users.onceVerified, t.users.emailVerified) ?? true } : {};
  const [row] = await db
    .update(t.users)
    .set({ ...patch, ...trace, version: sql`${t.users.version} + 1` })
    .where(isIt)
    .returning();
  return row ?? null;
}

/** True when this call verified the address; false when it was verified before. [ML-6] */
export async function markEmailVerified({ db, t }: Tx, { id, now }: { id: string; now: number }): Promise<boolean> {
  const rows = await db
    .update(t.users)
    .set({ emailVerified: true, updatedAt: now, version: sql`${t.users.version} + 1` })
    .where(and(eq(t.users.id, id), eq(t.users.emailVerified, false), isNull(t.users.deletedAt)))
    .returning({ id: t.users.id });
  return rows.length === 1;
}
