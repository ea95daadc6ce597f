import type { AccountTables } from "../accounts/tables.ts";
import type { Dialect } from "../dialect/columns.ts";

export type MailState = "waiting" | "sent" | "failed";
export type MailTokenPurpose = "verify" | "reset" | "change-email" | "pause-alert";

export function mailTables(d: Dialect, { users }: AccountTables) {
  const mailOutbox = d.table(
    "mail_outbox",
    {
      id: d.id(),
      /** Exactly one stored address. [ML-8] */
      to: d.text().notNull(),
      /** Whom it is about, whoever gets it: it goes with their account. Null in mails of a time before this was kept. [DA-2] */
      userId: d.text(),
      subject: d.text().notNull(),
      text: d.text().notNull(),
      html: d.text().notNull(),
      template: d.text().notNull(),
      messageId: d.text().notNull(),
      state: d.oneOf<MailState>().notNull().default("waiting"),
      attempts: d.int().notNull().default(0),
      nextAttemptAt: d.time().notNull(),
      lastError: d.text(),
      createdAt: d.time().notNull(),
      sentAt: d.time(),
    },
    (t) => [
      d.uniqueIndex("mail_outbox_message_id").on(t.messageId),
      d.index("mail_outbox_due").on(t.state, t.nextAttemptAt, t.id),
      d.index("mail_outbox_created_at").on(t.createdAt),
      d.index("mail_outbox_to").on(t.to, t.createdAt),
      d.index("mail_outbox_user").on(t.userId),
    ],
  );

  const mailTokens = d.table(
    "mail_tokens",
    {
      /** SHA-256 of the token, hexadecimal. [ML-1] */
      hash: d.id(),
      purpose: d.oneOf<MailTokenPurpose>().notNull(),
      userId: d
        .text()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      address: d.text().notNull(),
      /** What the token speaks of besides its user, such as an alert. */
      subjectId: d.text(),
      expiresAt: d.time().notNull(),
      usedAt: d.time(),
      createdAt: d.time().notNull(),
    },
    (t) => [d.index("mail_tokens_user_purpose").on(t.userId, t.purpose), d.index("mail_tokens_expires_at").on(t.expiresAt)],
  );
  return { mailOutbox, mailTokens };
}
