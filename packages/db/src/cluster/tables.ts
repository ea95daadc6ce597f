import type { Dialect } from "../dialect/columns.ts";

export function clusterTables(d: Dialect) {
  const leases = d.table("leases", {
    name: d.id(),
    holder: d.text().notNull(),
    /** Rises with every new holder; each leader write is checked against it. [LE-1] */
    fencing: d.big().notNull(),
    /** Rises with every renewal, so that others judge silence by their own monotonic clock. [TI-1] */
    beat: d.big().notNull(),
    acquiredAt: d.time().notNull(),
    renewedAt: d.time().notNull(),
    expiresAt: d.time().notNull(),
  });

  const rateLimits = d.table(
    "rate_limits",
    { key: d.text().notNull(), windowStart: d.time().notNull(), count: d.int().notNull() },
    (t) => [d.primaryKey({ columns: [t.key, t.windowStart] }), d.index("rate_limits_window_start").on(t.windowStart)],
  );
  return { leases, rateLimits };
}
