import type { DeviceTables } from "../devices/tables.ts";
import type { Dialect } from "../dialect/columns.ts";

/** One relay in a sample. */
export interface RelaySample {
  readonly number: number;
  readonly reported: "on" | "off" | null;
  readonly milliamps: number | null;
}

export function telemetryTables(d: Dialect, { devices }: DeviceTables) {
  const deviceMetrics = d.table(
    "device_metrics",
    {
      deviceId: d.text().notNull(),
      timestamp: d.time().notNull(),
      isOnline: d.bool(),
      signalStrength: d.real(),
      batteryLevel: d.real(),
      firmwareVersion: d.text(),
      uptime: d.big(),
      memoryUsage: d.real(),
      cpuUsage: d.real(),
      temperature: d.real(),
      lastHeard: d.time(),
      ipAddress: d.text(),
      relays: d.json<readonly RelaySample[]>(),
    },
    (t) => [d.primaryKey({ columns: [t.deviceId, t.timestamp] }), d.index("device_metrics_timestamp").on(t.timestamp)],
  );

  /** Each time that a device came or went, by the word of the cloud or its own; what lies in between is known by them. [C3] */
  const devicePresence = d.table(
    "device_presence",
    {
      deviceId: d
        .text()
        .notNull()
        .references(() => devices.id, { onDelete: "cascade" }),
      at: d.time().notNull(),
      online: d.bool().notNull(),
      /** What was known before; null: nothing, from the row before this one on. */
      was: d.bool(),
    },
    (t) => [d.primaryKey({ columns: [t.deviceId, t.at] }), d.index("device_presence_at").on(t.at)],
  );

  /** Times without a provider stream: "no data from – to". [C3] */
  const streamGaps = d.table(
    "stream_gaps",
    { id: d.id(), from: d.time().notNull(), to: d.time(), reason: d.text().notNull() },
    (t) => [d.index("stream_gaps_from").on(t.from)],
  );
  return { deviceMetrics, devicePresence, streamGaps };
}
