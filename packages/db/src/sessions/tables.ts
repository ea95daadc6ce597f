import { sql } from "drizzle-orm";
import type { AccountTables } from "../accounts/tables.ts";
import type { Dialect } from "../dialect/columns.ts";

/** What a session list shows of a session. [SE-6] */
export interface SessionFacts {
  readonly client?: string;
  readonly address?: string;
}

export function sessionTables(d: Dialect, { users }: AccountTables) {
  const sessions = d.table(
    "sessions",
    {
      /** SHA-256 of the token, hexadecimal. [SE-1] */
      sid: d.id(),
      /** Public name of the session, `ses_…`. */
      id: d.text().notNull(),
      sess: d.json<SessionFacts>().notNull(),
      /** End by idleness; moves with use, never past `absoluteEnd`. */
      expire: d.time().notNull(),
      absoluteEnd: d.time().notNull(),
      userId: d
        .text()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      createdAt: d.time().notNull(),
      lastUsedAt: d.time().notNull(),
    },
    (t) => [
      d.uniqueIndex("sessions_id").on(t.id),
      d.index("sessions_user_id").on(t.userId),
      d.index("sessions_expire").on(t.expire),
    ],
  );

  /** Browsers that signed in before; others' failures never block them. [checklist section 5] */
  const knownBrowsers = d.table(
    "known_browsers",
    {
      hash: d.id(),
      userId: d
        .text()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      createdAt: d.time().notNull(),
      lastUsedAt: d.time().notNull(),
    },
    (t) => [d.index("known_browsers_user_id").on(t.userId)],
  );

  /**
   * Tokens for programs. One that is revoked is a deleted row, as an ended session is; the audit keeps that it was. Those of a
   * deleted user stay for the undo, and open nothing. [AD-5]
   */
  const apiTokens = d.table(
    "api_tokens",
    {
      id: d.id(),
      /** SHA-256 of the token, hexadecimal. */
      hash: d.text().notNull(),
      userId: d
        .text()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      name: d.text().notNull(),
      scopes: d.json<string[]>().notNull(),
      /** The devices it is good for; null: all that its owner may see at that moment. */
      deviceIds: d.json<string[]>(),
      createdAt: d.time().notNull(),
      /** Written at most once a minute. */
      lastUsedAt: d.time(),
      expiresAt: d.time(),
      /** When its end by time was told to what it held open; it opens nothing from `expiresAt` on, told or not. */
      expiredAt: d.time(),
    },
    (t) => [
      d.uniqueIndex("api_tokens_hash").on(t.hash),
      d.index("api_tokens_user_id").on(t.userId),
      d.index("api_tokens_expires_at").on(t.expiresAt).where(sql.raw("expired_at is null")),
    ],
  );
  return { sessions, knownBrowsers, apiTokens };
}
