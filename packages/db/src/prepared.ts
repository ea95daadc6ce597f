/**
 * The hot statements: written per dialect and prepared once, because building one per call costs more than running it. [G8]
 *
 * sqlite/prepared.ts runs each row through a prepared statement; postgres/prepared.ts sends all rows in one.
 */
import type { LiveEvent } from "./live/event.ts";
import type { DeviceState, MetricRow, RelayState } from "./telemetry/rows.ts";

/** Names of the numbered series in `counters`. */
export type Series = "live" | "accepted" | "audit";

export interface Prepared {
  /** True while this fencing number still holds the lease; keeps it so until the transaction ends. [LE-1] */
  holdsLease(name: string, fencing: number): Promise<boolean>;
  /** Takes `count` numbers of a series and returns the last; others wait for theirs until the transaction ends. */
  takeNumbers(series: Series, count: number): Promise<number>;
  /** Holds the living devices of the cloud's ids, in the order of their own, until the transaction ends; see accounts/lock.ts. */
  lockDevices(providerIds: readonly string[]): Promise<void>;
  /** The same of one, by its own id; also when it is deleted. */
  lockDevice(id: string): Promise<void>;
  insertLive(events: readonly LiveEvent[]): Promise<void>;
  updateDevices(states: readonly DeviceState[]): Promise<void>;
  updateRelays(states: readonly RelayState[]): Promise<void>;
  /** A sample of the same device and instant is completed, not doubled. */
  insertMetrics(rows: readonly MetricRow[]): Promise<void>;
}
