/** The columns that telemetry moves. [architecture 5] */
import type { Schema } from "../schema.ts";

export type MetricRow = Schema["deviceMetrics"]["$inferSelect"];

/** The part of a device's row that telemetry moves; name, owner and version are not touched by it. */
export type DeviceState = Pick<
  Schema["devices"]["$inferSelect"],
  | "id"
  | "status"
  | "relayState"
  | "lastUpdate"
  | "isConnected"
  | "cloudOnline"
  | "cloudOnlineAt"
  | "connectingSince"
  | "updating"
  | "freshness"
  | "lastHeardAt"
  | "lastObservedAt"
  | "lastSequence"
  | "powerSource"
  | "batteryPercent"
  | "cellularLevel"
  | "overriddenAt"
  | "updatedAt"
>;

/** The part of a relay's row that telemetry moves; name and commands are not touched by it. */
export type RelayState = Pick<
  Schema["relays"]["$inferSelect"],
  | "deviceId"
  | "number"
  | "reported"
  | "reportedAt"
  | "evidence"
  | "milliamps"
  | "milliampsAt"
  | "load"
  | "loadSeenAt"
  | "loadMean"
  | "loadDeviation"
  | "loadSamples"
>;

export interface TelemetryChange {
  readonly device: DeviceState;
  readonly relays: readonly RelayState[];
  readonly metrics: readonly MetricRow[];
}
