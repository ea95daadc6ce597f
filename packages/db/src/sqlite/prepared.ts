/** Hot statements on the writer's connection, inside its transaction: prepared once, run row by row. [G8] */
import { present } from "@relaydeck/kit/assert";
import { storableJson, storableText } from "../dialect/columns.ts";
import type { Prepared } from "../prepared.ts";
import type { LiveEvent } from "../live/event.ts";
import type { DeviceState, MetricRow, RelayState } from "../telemetry/rows.ts";
import type { Connection } from "./connection.ts";

type Value = string | number | null;

export function sqlitePrepared(writer: Connection): Prepared {
  // The only writer holds the lock already, so a plain look is as good as a locking one.
  const lease = writer.prepare<Value[], { held: number }>("select count(*) as held from leases where name = ? and fencing = ?");
  const numbers = writer.prepare<Value[], { value: number }>(
    "insert into counters (name, value) values (?, ?) on conflict (name) do update set value = value + excluded.value returning value",
  );
  const live = writer.prepare<Value[]>(
    "insert into live_events (number, at, kind, device_id, user_id, body) values (?, ?, ?, ?, ?, ?)",
  );
  const device = writer.prepare<Value[]>(deviceText);
  const moved = writer.prepare<Value[]>(movedText);
  const relay = writer.prepare<Value[]>(relayText);
  const metric = writer.prepare<Value[]>(metricText);
  return {
    holdsLease: async (name, fencing) => present(lease.get(name, fencing), "count(*) answers").held === 1,
    takeNumbers: async (series, count) => present(numbers.get(series, count), "An upsert returns its row").value,
    // The only writer: nobody changes them meanwhile.
    lockDevices: async () => {},
    lockDevice: async () => {},
    insertLive: async (events) => {
      for (const event of events) live.run(...liveValues(event));
    },
    updateDevices: async (states) => {
      for (const state of states) {
        device.run(...deviceValues(state));
        moved.run(...listedValues(state), state.id, ...listedValues(state));
      }
    },
    updateRelays: async (states) => {
      for (const state of states) relay.run(...relayValues(state));
    },
    insertMetrics: async (rows) => {
      for (const row of rows) metric.run(...metricValues(row));
    },
  };
}

const deviceText = `update devices set last_update = ?, is_connected = ?, cloud_online_at = ?, connecting_since = ?, updating = ?,
  last_heard_at = ?, last_observed_at = ?, last_sequence = ?, power_source = ?, battery_percent = ?, cellular_level = ?,
  overridden_at = ?, updated_at = ? where id = ?`;

/** What the indexes of lists and counts hold, apart: SQLite rewrites an index for what is set, also to what it was. */
const movedText = `update devices set status = ?, relay_state = ?, cloud_online = ?, freshness = ?
  where id = ? and (status, relay_state, cloud_online, freshness) is not (?, ?, ?, ?)`;

const relayText = `update relays set reported = ?, reported_at = ?, evidence = ?, milliamps = ?, milliamps_at = ?, load = ?,
  load_seen_at = ?, load_mean = ?, load_deviation = ?, load_samples = ? where device_id = ? and number = ?`;

const metricText = `insert into device_metrics (device_id, timestamp, is_online, signal_strength, battery_level, firmware_version,
    uptime, memory_usage, cpu_usage, temperature, last_heard, ip_address, relays) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (device_id, timestamp) do update set is_online = coalesce(excluded.is_online, is_online),
    signal_strength = coalesce(excluded.signal_strength, signal_strength),
    battery_level = coalesce(excluded.battery_level, battery_level),
    firmware_version = coalesce(excluded.firmware_version, firmware_version), uptime = coalesce(excluded.uptime, uptime),
    memory_usage = coalesce(excluded.memory_usage, memory_usage), cpu_usage = coalesce(excluded.cpu_usage, cpu_usage),
    temperature = coalesce(excluded.temperature, temperature), last_heard = coalesce(excluded.last_heard, last_heard),
    ip_address = coalesce(excluded.ip_address, ip_address), relays = coalesce(excluded.relays, relays)`;

function liveValues(event: LiveEvent): Value[] {
  return [event.number, event.at, storableText(event.kind), event.deviceId, event.userId, storableJson(event.body)];
}

function deviceValues(state: DeviceState): Value[] {
  return [
    state.lastUpdate,
    toBit(state.isConnected),
    state.cloudOnlineAt,
    state.connectingSince,
    toBit(state.updating),
    state.lastHeardAt,
    state.lastObservedAt,
    state.lastSequence,
    state.powerSource,
    state.batteryPercent,
    state.cellularLevel,
    state.overriddenAt,
    state.updatedAt,
    state.id,
  ];
}

function listedValues({ status, relayState, cloudOnline, freshness }: DeviceState): Value[] {
  return [status, relayState, toBit(cloudOnline), freshness];
}

function relayValues(state: RelayState): Value[] {
  return [
    state.reported,
    state.reportedAt,
    state.evidence,
    state.milliamps,
    state.milliampsAt,
    state.load,
    state.loadSeenAt,
    state.loadMean,
    state.loadDeviation,
    state.loadSamples,
    state.deviceId,
    state.number,
  ];
}

function metricValues(row: MetricRow): Value[] {
  return [
    storableText(row.deviceId),
    row.timestamp,
    toBit(row.isOnline),
    row.signalStrength,
    row.batteryLevel,
    row.firmwareVersion === null ? null : storableText(row.firmwareVersion),
    row.uptime,
    row.memoryUsage,
    row.cpuUsage,
    row.temperature,
    row.lastHeard,
    row.ipAddress === null ? null : storableText(row.ipAddress),
    row.relays === null ? null : storableJson(row.relays),
  ];
}

/** SQLite has no booleans. */
function toBit(value: boolean | null): 0 | 1 | null {
  if (value === null) return null;
  return value ? 1 : 0;
}
