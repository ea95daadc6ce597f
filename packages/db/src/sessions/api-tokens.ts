/**
 * Tokens for programs, by the hash of their text. Each way of ending one returns the rows that it ended, so that the
 * caller closes their streams and cancels their unsent commands in the same transaction. [architecture 7, SE-5]
 *
 * Not here: whether one has ended by time; that is compared with the clock at each use.
 */
import { and, desc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { UserRow } from "../accounts/store.ts";
import { once } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";
import { touchEveryMs } from "./store.ts";

export type ApiTokenRow = Schema["apiTokens"]["$inferSelect"];
export type NewApiToken = Schema["apiTokens"]["$inferInsert"];

export async function insertApiToken({ db, t }: Tx, token: NewApiToken): Promise<void> {
  await db.insert(t.apiTokens).values(token);
}

const byHash = once(({ db, t }: Reader) =>
  db
    .select({ token: t.apiTokens, user: t.users })
    .from(t.apiTokens)
    .innerJoin(t.users, eq(t.users.id, t.apiTokens.userId))
    .where(and(eq(t.apiTokens.hash, sql.placeholder("hash")), isNull(t.users.deletedAt)))
    .prepare("api_token_by_hash"),
);

/** The token and its living user, whether it has ended by time or not. */
export async function findApiToken(from: Reader, hash: string): Promise<{ token: ApiTokenRow; user: UserRow } | null> {
  const [row] = await byHash(from).execute({ hash });
  return row ?? null;
}

const byId = once(({ db, t }: Reader) =>
  db
    .select({ token: t.apiTokens })
    .from(t.apiTokens)
    .innerJoin(t.users, eq(t.users.id, t.apiTokens.userId))
    .where(and(eq(t.apiTokens.id, sql.placeholder("id")), isNull(t.users.deletedAt)))
    .prepare("api_token_by_id"),
);

/** The token of a living user, whether it has ended by time or not. */
export async function findApiTokenById(from: Reader, id: string): Promise<ApiTokenRow | null> {
  const [row] = await byId(from).execute({ id });
  return row?.token ?? null;
}

/** All that were not revoked, newest first. */
export function listApiTokens({ db, t }: Reader, userId: string): Promise<ApiTokenRow[]> {
  return db
    .select()
    .from(t.apiTokens)
    .where(eq(t.apiTokens.userId, userId))
    .orderBy(desc(t.apiTokens.createdAt), desc(t.apiTokens.id));
}

/** The token as it was, if it was this user's; null when there was none to revoke. */
export async function takeApiToken({ db, t }: Tx, which: { id: string; userId: string }): Promise<ApiTokenRow | null> {
  const isIt = and(eq(t.apiTokens.id, which.id), eq(t.apiTokens.userId, which.userId));
  const [row] = await db.delete(t.apiTokens).where(isIt).returning();
  return row ?? null;
}

/** All tokens of a user, as they were. */
export function takeApiTokensOfUser({ db, t }: Tx, userId: string): Promise<ApiTokenRow[]> {
  return db.delete(t.apiTokens).where(eq(t.apiTokens.userId, userId)).returning();
}

const expired = once(({ db, t }: Reader) =>
  db
    .select()
    .from(t.apiTokens)
    .where(and(isNull(t.apiTokens.expiredAt), lte(t.apiTokens.expiresAt, sql.placeholder("now"))))
    .limit(200)
    .prepare("api_tokens_expired"),
);

/** Some of those whose end has come and was not told yet. */
export function expiredApiTokens(from: Reader, now: number): Promise<ApiTokenRow[]> {
  return expired(from).execute({ now });
}

/** Notes that the end by time was told; null when another did so first. The row stays, for its owner to see. */
export async function markApiTokenExpired({ db, t }: Tx, id: string, now: number): Promise<ApiTokenRow | null> {
  const isDue = and(eq(t.apiTokens.id, id), isNull(t.apiTokens.expiredAt), lte(t.apiTokens.expiresAt, now));
  const [row] = await db.update(t.apiTokens).set({ expiredAt: now }).where(isDue).returning();
  return row ?? null;
}

/** Writes the use, unless that was done less than `touchEveryMs` ago; false then. */
export async function touchApiToken({ db, t }: Tx, id: string, now: number): Promise<boolean> {
  const { lastUsedAt } = t.apiTokens;
  const isDue = or(isNull(lastUsedAt), lte(lastUsedAt, now - touchEveryMs));
  const isIt = and(eq(t.apiTokens.id, id), isDue);
  return (await db.update(t.apiTokens).set({ lastUsedAt: now }).where(isIt).returning({ id: t.apiTokens.id })).length === 1;
}
