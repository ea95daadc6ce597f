/** Hot statements inside one transaction: all rows of a batch travel in one JSON value and one statement. [G9] */
import { present } from "@relaydeck/kit/assert";
import { sql, type SQL } from "drizzle-orm";
import type { Prepared } from "../prepared.ts";
import type { PostgresQueries } from "./queries.ts";

export function postgresPrepared(db: PostgresQueries): Prepared {
  async function all(rows: readonly object[], statement: (json: SQL) => SQL): Promise<void> {
    if (rows.length > 0) await db.execute(statement(sql`${JSON.stringify(rows)}::jsonb`));
  }
  return {
    async holdsLease(name, fencing) {
      const rows = await db.execute(sql`select 1 from leases where name = ${name} and fencing = ${fencing} for share`);
      return rows.length === 1;
    },
    async takeNumbers(series, count) {
      const [row] = await db.execute<{ value: string }>(
        sql`insert into counters (name, value) values (${series}, ${count})
          on conflict (name) do update set value = counters.value + excluded.value returning value`,
      );
      return Number(present(row, "An upsert returns its row").value);
    },
    async lockDevices(providerIds) {
      const ids = sql`select jsonb_array_elements_text(${JSON.stringify(providerIds)}::jsonb)`;
      await db.execute(
        sql`select id from devices where provider_id in (${ids}) and deleted_at is null order by id collate "C" for no key update`,
      );
    },
    async lockDevice(id) {
      await db.execute(sql`select id from devices where id = ${id} for no key update`);
    },
    insertLive: (events) => all(events, liveInsert),
    updateDevices: (states) => all(states, deviceUpdate),
    updateRelays: (states) => all(states, relayUpdate),
    insertMetrics: (rows) => all(rows, metricInsert),
  };
}

function liveInsert(json: SQL): SQL {
  return sql`insert into live_events (number, at, kind, device_id, user_id, body)
    select number, at, kind, "deviceId", "userId", body from jsonb_to_recordset(${json})
      as r(number bigint, at bigint, kind text, "deviceId" text, "userId" text, body jsonb)`;
}

function deviceUpdate(json: SQL): SQL {
  return sql`update devices set status = r.status, relay_state = r."relayState", last_update = r."lastUpdate",
      is_connected = r."isConnected", cloud_online = r."cloudOnline", cloud_online_at = r."cloudOnlineAt",
      connecting_since = r."connectingSince", updating = r.updating, freshness = r.freshness,
      last_heard_at = r."lastHeardAt", last_observed_at = r."lastObservedAt", last_sequence = r."lastSequence",
      power_source = r."powerSource", battery_percent = r."batteryPercent", cellular_level = r."cellularLevel",
      overridden_at = r."overriddenAt", updated_at = r."updatedAt"
    from jsonb_to_recordset(${json}) as r(id text, status text, "relayState" text, "lastUpdate" bigint,
      "isConnected" boolean, "cloudOnline" boolean, "cloudOnlineAt" bigint, "connectingSince" bigint, updating boolean,
      freshness text, "lastHeardAt" bigint, "lastObservedAt" bigint, "lastSequence" bigint, "powerSource" float8,
      "batteryPercent" float8, "cellularLevel" float8, "overriddenAt" bigint, "updatedAt" bigint)
    where devices.id = r.id`;
}

function relayUpdate(json: SQL): SQL {
  return sql`update relays set reported = r.reported, reported_at = r."reportedAt", evidence = r.evidence,
      milliamps = r.milliamps, milliamps_at = r."milliampsAt", load = r.load, load_seen_at = r."loadSeenAt",
      load_mean = r."loadMean", load_deviation = r."loadDeviation", load_samples = r."loadSamples"
    from jsonb_to_recordset(${json}) as r("deviceId" text, number int, reported text, "reportedAt" bigint, evidence text,
      milliamps float8, "milliampsAt" bigint, load text, "loadSeenAt" bigint, "loadMean" float8, "loadDeviation" float8,
      "loadSamples" int)
    where relays.device_id = r."deviceId" and relays.number = r.number`;
}

function metricInsert(json: SQL): SQL {
  return sql`insert into device_metrics as m (device_id, timestamp, is_online, signal_strength, battery_level,
      firmware_version, uptime, memory_usage, cpu_usage, temperature, last_heard, ip_address, relays)
    select "deviceId", timestamp, "isOnline", "signalStrength", "batteryLevel",
      "firmwareVersion", uptime, "memoryUsage", "cpuUsage", temperature, "lastHeard", "ipAddress", relays
    from jsonb_to_recordset(${json}) as r("deviceId" text, timestamp bigint, "isOnline" boolean, "signalStrength" float8,
      "batteryLevel" float8, "firmwareVersion" text, uptime bigint, "memoryUsage" float8, "cpuUsage" float8,
      temperature float8, "lastHeard" bigint, "ipAddress" text, relays jsonb)
    on conflict (device_id, timestamp) do update set is_online = coalesce(excluded.is_online, m.is_online),
      signal_strength = coalesce(excluded.signal_strength, m.signal_strength),
      battery_level = coalesce(excluded.battery_level, m.battery_level),
      firmware_version = coalesce(excluded.firmware_version, m.firmware_version),
      uptime = coalesce(excluded.uptime, m.uptime), memory_usage = coalesce(excluded.memory_usage, m.memory_usage),
      cpu_usage = coalesce(excluded.cpu_usage, m.cpu_usage), temperature = coalesce(excluded.temperature, m.temperature),
      last_heard = coalesce(excluded.last_heard, m.last_heard), ip_address = coalesce(excluded.ip_address, m.ip_address),
      relays = coalesce(excluded.relays, m.relays)`;
}
