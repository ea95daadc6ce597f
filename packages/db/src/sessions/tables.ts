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

  const apiTokens = d.table(
    "api_tokens",
    {
      id: d.id(),
      hash: d.text().notNull(),
      userId: d
        .text()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      name: d.text().notNull(),
      scopes: d.json<string[]>().notNull(),
      createdAt: d.time().notNull(),
      lastUsedAt: d.time(),
      expiresAt: d.time(),
      revokedAt: d.time(),
    },
    (t) => [d.uniqueIndex("api_tokens_hash").on(t.hash), d.index("api_tokens_user_id").on(t.userId)],
  );
  return { sessions, knownBrowsers, apiTokens };
}
