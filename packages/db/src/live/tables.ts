import type { Dialect } from "../dialect/columns.ts";

export function liveTables(d: Dialect) {
  const liveEvents = d.table(
    "live_events",
    {
      /** Gap-free, in the order of commits. */
      number: d.big().primaryKey(),
      at: d.time().notNull(),
      kind: d.text().notNull(),
      deviceId: d.text(),
      userId: d.text(),
      body: d.json<unknown>().notNull(),
    },
    (t) => [d.index("live_events_at").on(t.at)],
  );

  /** Last number given in each gap-free or rising series; the row is locked until its transaction ends. */
  const counters = d.table("counters", { name: d.id(), value: d.big().notNull() });
  return { liveEvents, counters };
}
