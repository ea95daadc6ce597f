import { sql } from "drizzle-orm";
import type { AccountTables } from "../accounts/tables.ts";
import type { Dialect } from "../dialect/columns.ts";

export function layoutTables(d: Dialect, { users }: AccountTables) {
  const dashboardLayouts = d.table(
    "dashboard_layouts",
    {
      id: d.id(),
      userId: d
        .text()
        .notNull()
        .references(() => users.id, { onDelete: "cascade" }),
      name: d.text().notNull(),
      isDefault: d.bool().notNull().default(false),
      /** As the contract's schema accepted it. */
      layout: d.json<Record<string, unknown>>().notNull(),
      createdAt: d.time().notNull(),
      updatedAt: d.time().notNull(),
      deletedAt: d.time(),
    },
    (t) => [
      d.index("dashboard_layouts_user").on(t.userId),
      // Exactly one default or none. [D4]
      d.uniqueIndex("dashboard_layouts_default").on(t.userId).where(sql.raw("is_default and deleted_at is null")),
    ],
  );
  return { dashboardLayouts };
}
