import type { ActivityEvent } from "@relaydeck/contract/activity";
import type { CommandState } from "@relaydeck/contract/relays";
import type { Dialect } from "../dialect/columns.ts";

export function activityTables(d: Dialect) {
  const activityLogs = d.table(
    "activity_logs",
    {
      id: d.id(),
      deviceId: d.text(),
      userId: d.text(),
      /** In English; what is searched, and all that entries from before `event` have. */
      message: d.text().notNull(),
      /** What happened, as code and values, so that it can be told in any language. */
      event: d.json<ActivityEvent>(),
      type: d.oneOf<"success" | "warning" | "error" | "info">().notNull().default("info"),
      timestamp: d.time().notNull(),
      relayNumber: d.int(),
      commandId: d.text(),
      /** State of the command that the entry tells of; null where it tells of none. */
      commandState: d.oneOf<CommandState>(),
    },
    (t) => [
      d.index("activity_logs_timestamp").on(t.timestamp, t.id),
      d.index("activity_logs_user").on(t.userId, t.timestamp, t.id),
      d.index("activity_logs_device").on(t.deviceId, t.timestamp, t.id),
    ],
  );
  return { activityLogs };
}
