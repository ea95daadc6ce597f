/** The outbox as operators look at it: what failed, what waits, never what a mail says. [OB-1, LG-2] */
import { asc, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { MailRow } from "../mail/outbox.ts";
import type { Schema } from "../schema.ts";
import type { Reader } from "../store.ts";

export type MailHead = Omit<MailRow, "text" | "html">;

function headColumns({ mailOutbox }: Schema) {
  const { text: _text, html: _html, ...head } = getTableColumns(mailOutbox);
  return head;
}

/** Last tried first, or of those that wait next tried first. */
export function mailsOf(
  { db, t }: Reader,
  { state, limit }: { state: "waiting" | "failed"; limit: number },
): Promise<MailHead[]> {
  const { nextAttemptAt, id } = t.mailOutbox;
  const order = state === "waiting" ? [asc(nextAttemptAt), asc(id)] : [desc(nextAttemptAt), desc(id)];
  return db
    .select(headColumns(t))
    .from(t.mailOutbox)
    .where(eq(t.mailOutbox.state, state))
    .orderBy(...order)
    .limit(limit);
}

export async function findMail({ db, t }: Reader, id: string): Promise<MailHead | null> {
  const [row] = await db.select(headColumns(t)).from(t.mailOutbox).where(eq(t.mailOutbox.id, id));
  return row ?? null;
}

/** When the mail was written that has waited longest, epoch ms; null when none waits. */
export async function oldestWaitingMail({ db, t }: Reader): Promise<number | null> {
  const oldest = sql`min(${t.mailOutbox.createdAt})`.mapWith((value: unknown) => (value === null ? null : Number(value)));
  const [row] = await db.select({ oldest }).from(t.mailOutbox).where(eq(t.mailOutbox.state, "waiting"));
  return row?.oldest ?? null;
}
