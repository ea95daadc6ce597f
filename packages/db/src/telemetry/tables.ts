import type { Dialect } from "../dialect/columns.ts";

/** One relay in a sample. */
export interface RelaySample {
  readonly number: number;
  readonly reported: "on" | "off" | null;
  readonly milliamps: number | null;
}

export function telemetryTables(d: Dialect) {
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

  /** Times without a provider stream: "no data from – to". [C3] */
  const streamGaps = d.table(
    "stream_gaps",
    { id: d.id(), from: d.time().notNull(), to: d.time(), reason: d.text().notNull() },
    (t) => [d.index("stream_gaps_from").on(t.from)],
  );
  return { deviceMetrics, streamGaps };
}
