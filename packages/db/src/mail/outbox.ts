/** The mail outbox: every mail is a row before it is sent, so none is lost. [OB-1, D0.6] */
import { and, asc, count, desc, eq, inArray, lt, lte, or } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type MailRow = Schema["mailOutbox"]["$inferSelect"];
export type NewMail = Schema["mailOutbox"]["$inferInsert"];

export async function enqueueMail({ db, t }: Tx, mail: NewMail): Promise<void> {
  await db.insert(t.mailOutbox).values(mail);
}

/** Waiting mails whose time has come, longest due first. */
export function dueMails({ db, t }: Reader, { now, limit }: { now: number; limit: number }): Promise<MailRow[]> {
  return db
    .select()
    .from(t.mailOutbox)
    .where(and(eq(t.mailOutbox.state, "waiting"), lte(t.mailOutbox.nextAttemptAt, now)))
    .orderBy(asc(t.mailOutbox.nextAttemptAt), asc(t.mailOutbox.id))
    .limit(limit);
}

export type MailPatch = Partial<Pick<MailRow, "state" | "attempts" | "nextAttemptAt" | "lastError" | "sentAt">>;

/** Notes what became of a try; only while the mail waits, so a mail that was stopped meanwhile stays stopped. */
export async function markMail({ db, t }: Tx, id: string, patch: MailPatch): Promise<boolean> {
  const rows = await db
    .update(t.mailOutbox)
    .set(patch)
    .where(and(eq(t.mailOutbox.id, id), eq(t.mailOutbox.state, "waiting")))
    .returning({ id: t.mailOutbox.id });
  return rows.length === 1;
}

/** Lets a failed mail wait again, as if it had never been tried. */
export async function retryMail({ db, t }: Tx, { id, now }: { id: string; now: number }): Promise<boolean> {
  const rows = await db
    .update(t.mailOutbox)
    .set({ state: "waiting", attempts: 0, nextAttemptAt: now, lastError: null })
    .where(and(eq(t.mailOutbox.id, id), eq(t.mailOutbox.state, "failed")))
    .returning({ id: t.mailOutbox.id });
  return rows.length === 1;
}

/**
 * Removes every mail to this address or about this person, sent or not: they are gone, and what waits never leaves; returns the ids
 * of those that waited. [DA-2]
 */
export async function deleteMailsOf({ db, t }: Tx, of: { userId: string; address: string }): Promise<string[]> {
  const { id, state, to, userId } = t.mailOutbox;
  const gone = await db
    .delete(t.mailOutbox)
    .where(or(eq(to, of.address), eq(userId, of.userId)))
    .returning({ id, state });
  return gone.flatMap((mail) => (mail.state === "waiting" ? [mail.id] : []));
}

/** Newest first. */
export function listMails({ db, t }: Reader, { limit, state }: { limit: number; state?: MailRow["state"] }): Promise<MailRow[]> {
  return db
    .select()
    .from(t.mailOutbox)
    .where(state === undefined ? undefined : eq(t.mailOutbox.state, state))
    .orderBy(desc(t.mailOutbox.createdAt), desc(t.mailOutbox.id))
    .limit(limit);
}

export async function countMails({ db, t }: Reader): Promise<{ waiting: number; failed: number }> {
  const rows = await db
    .select({ state: t.mailOutbox.state, rows: count() })
    .from(t.mailOutbox)
    .where(inArray(t.mailOutbox.state, ["waiting", "failed"]))
    .groupBy(t.mailOutbox.state);
  const found = new Map(rows.map((row) => [row.state, row.rows]));
  return { waiting: found.get("waiting") ?? 0, failed: found.get("failed") ?? 0 };
}

/** Removes old mails that no longer wait, at most `limit` per call; returns how many. */
export async function pruneMails({ db, t }: Tx, { before, limit }: { before: number; limit: number }): Promise<number> {
  const old = await db
    .select({ id: t.mailOutbox.id })
    .from(t.mailOutbox)
    .where(and(lt(t.mailOutbox.createdAt, before), inArray(t.mailOutbox.state, ["sent", "failed"])))
    .limit(limit);
  if (old.length > 0) {
    await db.delete(t.mailOutbox).where(
      inArray(
        t.mailOutbox.id,
        old.map((row) => row.id),
      ),
    );
  }
  return old.length;
}
