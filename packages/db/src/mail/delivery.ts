/** Steps of delivering one mail that several nodes may attempt at once: exactly one of them claims it. [OB-1, checklist 16] */
import { and, eq, lte, sql } from "drizzle-orm";
import type { Tx } from "../store.ts";
import type { MailRow } from "./outbox.ts";

/**
 * Counts one more try and schedules the next, before anything leaves: a process that dies in between is followed by
 * exactly that next try. Null when the mail is not due any more, because somebody else claimed it.
 */
export async function claimMail(
  { db, t }: Tx,
  claim: { id: string; now: number; nextAttemptAt: number },
): Promise<MailRow | null> {
  const [row] = await db
    .update(t.mailOutbox)
    .set({ attempts: sql`${t.mailOutbox.attempts} + 1`, nextAttemptAt: claim.nextAttemptAt })
    .where(and(eq(t.mailOutbox.id, claim.id), eq(t.mailOutbox.state, "waiting"), lte(t.mailOutbox.nextAttemptAt, claim.now)))
    .returning();
  return row ?? null;
}

/** The mail was accepted. Without `keepText` its text goes, because it may hold a token. [ML-1] */
export async function markMailSent({ db, t }: Tx, mail: { id: string; now: number; keepText: boolean }): Promise<void> {
  await db
    .update(t.mailOutbox)
    .set({ state: "sent", sentAt: mail.now, lastError: null, ...(mail.keepText ? {} : { text: "", html: "" }) })
    .where(eq(t.mailOutbox.id, mail.id));
}

/** Mails written before `before` that still wait will not leave any more; returns their ids. */
export async function giveUpMails({ db, t }: Tx, { before, reason }: { before: number; reason: string }): Promise<string[]> {
  const rows = await db
    .update(t.mailOutbox)
    .set({ state: "failed", lastError: reason })
    .where(and(eq(t.mailOutbox.state, "waiting"), lte(t.mailOutbox.createdAt, before)))
    .returning({ id: t.mailOutbox.id });
  return rows.map(({ id }) => id);
}
