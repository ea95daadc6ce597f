/**
 * The way into the mail outbox: a letter for exactly one address, as a row of the caller's transaction. [OB-1, D0.6]
 *
 * Not here: sending (outbox-worker.ts), so that no answer ever waits for a mail server. [AC-4]
 */
import { toInstant } from "@relaydeck/contract/instants";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { countMails, enqueueMail, listMails as listRows } from "@relaydeck/db/mail/outbox";
import type { Reader, Store, Tx } from "@relaydeck/db/store";
import { base62, type Random } from "@relaydeck/kit/random";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Letter } from "./letter.ts";

/** Mails that may wait; beyond them what would send another is refused. [BP-1] */
export const mostWaitingMails = 10_000;

export interface Posting {
  /** One stored address, normalised. [ML-8] */
  readonly to: string;
  /** Whose name, address or deed the letter tells: the mail goes with this account, whoever it is to. [DA-2] */
  readonly userId: string;
  readonly letter: Letter;
  /** Kind of letter, such as `verify-email`. */
  readonly template: string;
  /** Epoch ms. */
  readonly now: number;
  /** Its host becomes the right side of the Message-ID. */
  readonly publicUrl: string;
  readonly random: Random;
}

/** Refused when too many mails wait already; ask before anything is stored. */
export async function checkOutbox(from: Reader): Promise<Result<null, Refusal>> {
  const { waiting } = await countMails(from);
  if (waiting < mostWaitingMails) return ok(null);
  return refuse("OVERLOADED", { message: "Too many mails are waiting. Try again later.", retryAfterSeconds: 60 });
}

/** Stores the mail for delivery and gives its id; wake the worker once the transaction is durable. */
export async function postMail(tx: Tx, posting: Posting): Promise<string> {
  const { letter, now, random } = posting;
  const id = `mai_${base62(random, 22)}`;
  await enqueueMail(tx, {
    id,
    to: posting.to,
    userId: posting.userId,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    template: posting.template,
    messageId: `<${id}@${new URL(posting.publicUrl).hostname}>`,
    nextAttemptAt: now,
    createdAt: now,
  });
  return id;
}

/** A mail as the demo's mailbox shows it. */
export interface MailView {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Instant at which it was written. */
  readonly at: string;
}

/** The newest 200, newest first, sent or not. */
export async function listMails(store: Pick<Store, "read">): Promise<MailView[]> {
  const rows = await listRows(store.read, { limit: 200 });
  return rows.map(({ id, to, subject, text, html, createdAt }) => ({ id, to, subject, text, html, at: toInstant(createdAt) }));
}
