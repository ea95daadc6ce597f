/** Sign-ins that wait for the code of the second step, by the hash of their token. */
import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type SignInChallengeRow = Schema["signInChallenges"]["$inferSelect"];
export type NewSignInChallenge = Schema["signInChallenges"]["$inferInsert"];

/** A user has one at a time: a new one replaces the last. */
export async function replaceSignInChallenge({ db, t }: Tx, challenge: NewSignInChallenge): Promise<void> {
  await db.delete(t.signInChallenges).where(eq(t.signInChallenges.userId, challenge.userId));
  await db.insert(t.signInChallenges).values(challenge);
}

/** Null: unknown, or ended by time. */
export async function findSignInChallenge(
  { db, t }: Reader,
  which: { hash: string; now: number },
): Promise<SignInChallengeRow | null> {
  const isIt = and(eq(t.signInChallenges.hash, which.hash), gt(t.signInChallenges.expiresAt, which.now));
  const [row] = await db.select().from(t.signInChallenges).where(isIt);
  return row ?? null;
}

/** Counts a wrong code; the challenge is gone with the last one that is allowed. */
export async function failSignInChallenge({ db, t }: Tx, which: { hash: string; most: number }): Promise<void> {
  const isIt = eq(t.signInChallenges.hash, which.hash);
  const [row] = await db
    .update(t.signInChallenges)
    .set({ failures: sql`${t.signInChallenges.failures} + 1` })
    .where(isIt)
    .returning({ failures: t.signInChallenges.failures });
  if (row !== undefined && row.failures >= which.most) await db.delete(t.signInChallenges).where(isIt);
}

/** Uses the challenge up. False: another call did. */
export async function takeSignInChallenge({ db, t }: Tx, hash: string): Promise<boolean> {
  const { signInChallenges: challenges } = t;
  return (await db.delete(challenges).where(eq(challenges.hash, hash)).returning({ hash: challenges.hash })).length === 1;
}

/** Ends what waits for this user's code. */
export async function deleteSignInChallenges({ db, t }: Tx, userId: string): Promise<void> {
  await db.delete(t.signInChallenges).where(eq(t.signInChallenges.userId, userId));
}

/** Removes what ended before `before`; returns how many. */
export async function pruneSignInChallenges({ db, t }: Tx, before: number): Promise<number> {
  const { signInChallenges: challenges } = t;
  return (await db.delete(challenges).where(lt(challenges.expiresAt, before)).returning({ hash: challenges.hash })).length;
}
