/** Tokens for programs: shown once, kept as a hash, revocable. [architecture 7] */
import { and, desc, eq, isNull } from "drizzle-orm";
import type { UserRow } from "../accounts/store.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type ApiTokenRow = Schema["apiTokens"]["$inferSelect"];
export type NewApiToken = Schema["apiTokens"]["$inferInsert"];

export async function insertApiToken({ db, t }: Tx, token: NewApiToken): Promise<void> {
  await db.insert(t.apiTokens).values(token);
}

/** The token that is not revoked, and its living user, ended by time or not. */
export async function findApiToken({ db, t }: Reader, hash: string): Promise<{ token: ApiTokenRow; user: UserRow } | null> {
  const [row] = await db
    .select({ token: t.apiTokens, user: t.users })
    .from(t.apiTokens)
    .innerJoin(t.users, eq(t.users.id, t.apiTokens.userId))
    .where(and(eq(t.apiTokens.hash, hash), isNull(t.apiTokens.revokedAt), isNull(t.users.deletedAt)));
  return row ?? null;
}

/** Those that are not revoked, newest first. */
export function listApiTokens({ db, t }: Reader, userId: string): Promise<ApiTokenRow[]> {
  return db
    .select()
    .from(t.apiTokens)
    .where(and(eq(t.apiTokens.userId, userId), isNull(t.apiTokens.revokedAt)))
    .orderBy(desc(t.apiTokens.createdAt), desc(t.apiTokens.id));
}

/** True when there was one of this user to revoke. */
export async function revokeApiToken({ db, t }: Tx, which: { id: string; userId: string }, at: number): Promise<boolean> {
  const isIt = and(eq(t.apiTokens.id, which.id), eq(t.apiTokens.userId, which.userId), isNull(t.apiTokens.revokedAt));
  return (await db.update(t.apiTokens).set({ revokedAt: at }).where(isIt).returning({ id: t.apiTokens.id })).length === 1;
}

export async function markApiTokenUsed({ db, t }: Tx, id: string, at: number): Promise<void> {
  await db.update(t.apiTokens).set({ lastUsedAt: at }).where(eq(t.apiTokens.id, id));
}
