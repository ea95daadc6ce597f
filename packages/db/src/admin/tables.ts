import type { Dialect } from "../dialect/columns.ts";

export function adminTables(d: Dialect) {
  const admins = d.table(
    "admins",
    {
      id: d.id(),
      username: d.text().notNull(),
      passwordHash: d.text().notNull(),
      /** A generated password opens nothing until it is changed. [AD-2] */
      mustChangePassword: d.bool().notNull().default(false),
      /** As the columns of the same names of `users`. */
      twoStepSecret: d.text(),
      twoStepLastStep: d.big(),
      twoStepRecovery: d.json<string[]>(),
      twoStepAt: d.time(),
      createdAt: d.time().notNull(),
      updatedAt: d.time().notNull(),
    },
    (t) => [d.uniqueIndex("admins_username").on(t.username)],
  );

  const adminSessions = d.table(
    "admin_sessions",
    {
      /** SHA-256 of the token, hexadecimal. */
      sid: d.id(),
      adminId: d
        .text()
        .notNull()
        .references(() => admins.id, { onDelete: "cascade" }),
      address: d.text(),
      client: d.text(),
      /** Opened without a password, in demo mode only. */
      isDemo: d.bool().notNull().default(false),
      createdAt: d.time().notNull(),
      lastUsedAt: d.time().notNull(),
      expire: d.time().notNull(),
      absoluteEnd: d.time().notNull(),
    },
    (t) => [d.index("admin_sessions_admin").on(t.adminId)],
  );
  return { admins, adminSessions };
}
