/** Tokens that go out by mail, by their hash; each is bound to purpose, user and address. [ML-1 … ML-6] */
import { and, eq, gt, isNull, lte } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type MailTokenRow = Schema["mailTokens"]["$inferSelect"];
export type NewMailToken = Schema["mailTokens"]["$inferInsert"];

export async function insertMailToken({ db, t }: Tx, token: NewMailToken): Promise<void> {
  await db.insert(t.mailTokens).values(token);
}

/** The token, used or not, ended or not; the purpose must be the right one. */
export async function findMailToken(
  { db, t }: Reader,
  which: Pick<MailTokenRow, "hash" | "purpose">,
): Promise<MailTokenRow | null> {
  const [row] = await db
    .select()
    .from(t.mailTokens)
    .where(and(eq(t.mailTokens.hash, which.hash), eq(t.mailTokens.purpose, which.purpose)));
  return row ?? null;
}

/** Consumes the token: of two at once exactly one gets the row. Null: unknown, used, ended, or of another purpose. [ML-2] */
export async function useMailToken(
  { db, t }: Tx,
  which: Pick<MailTokenRow, "hash" | "purpose"> & { now: number },
): Promise<MailTokenRow | null> {
  const [row] = await db
    .update(t.mailTokens)
    .set({ usedAt: which.now })
    .where(
      and(
        eq(t.mailTokens.hash, which.hash),
        eq(t.mailTokens.purpose, which.purpose),
        isNull(t.mailTokens.usedAt),
        gt(t.mailTokens.expiresAt, which.now),
      ),
    )
    .returning();
  return row ?? null;
}

/** Kills a user's tokens, all or those of one purpose. [ML-4, AC-5] */
export async function deleteMailTokens(
  { db, t }: Tx,
  which: { userId: string; purpose?: MailTokenRow["purpose"] },
): Promise<void> {
  await db
    .delete(t.mailTokens)
    .where(
      and(
        eq(t.mailTokens.userId, which.userId),
        which.purpose === undefined ? undefined : eq(t.mailTokens.purpose, which.purpose),
      ),
    );
}

/** Removes what ended before `before`; returns how many. */
export async function pruneMailTokens({ db, t }: Tx, before: number): Promise<number> {
  return (await db.delete(t.mailTokens).where(lte(t.mailTokens.expiresAt, before)).returning({ hash: t.mailTokens.hash })).length;
}
