/**
 * The rows that one report of a device writes, by bare statements: device, relay, sample, live event. The baseline of ingest.
 *
 * Built from text once for each number of rows and prepared once: the least that can be done for the same rows. No folding,
 * no look at what was there before, no commands.
 */
import { noVitals } from "../live/device-event.ts";
import type { NeutralDevice } from "@relaydeck/core/devices/view";
import Database from "better-sqlite3";
import { reportedAgain } from "../live/device-event.ts";

export interface Report {
  readonly device: NeutralDevice;
  /** Rises with every report of the device. */
  readonly sequence: number;
  readonly at: number;
}

/** Rows in one statement; larger ones gain nothing. */
const mostRows = 100;

const deviceColumns =
  "id, status, relay_state, last_update, is_connected, cloud_online, cloud_online_at, connecting_since, updating, freshness, last_heard_at, last_observed_at, last_sequence, power_source, battery_percent, cellular_level, overridden_at, updated_at";
const relayColumns = "device_id, number, reported, reported_at, evidence, milliamps, milliamps_at, load, load_seen_at";
const metricColumns =
  "device_id, timestamp, is_online, signal_strength, battery_level, firmware_version, uptime, memory_usage, cpu_usage, temperature, last_heard, ip_address, relays";
const liveColumns = "number, at, kind, device_id, user_id, body";

type Value = string | number | null;
type Statement = Database.Statement<Value[]>;

export class ReportRows {
  readonly #connection: Database.Database;
  readonly #counter: Database.Statement<Value[], { value: number }>;
  readonly #statements = new Map<string, Statement>();

  /** On a file that the product has migrated. */
  constructor(path: string) {
    this.#connection = new Database(path);
    this.#connection.pragma("journal_mode = wal");
    this.#connection.pragma("synchronous = full");
    this.#connection.pragma("journal_size_limit = 67108864");
    this.#counter = this.#connection.prepare(
      "insert into counters (name, value) values ('live', ?) on conflict (name) do update set value = value + excluded.value returning value",
    );
  }

  /** One durable commit; returns the texts of the live events, in order. */
  commit(reports: readonly Report[]): { number: number; device: NeutralDevice }[] {
    this.#connection.exec("begin immediate");
    const last = this.#counter.get(reports.length)?.value ?? 0;
    const events = reports.map((report, index) => {
      const device = reportedAgain(report.device, 2, report.at);
      return { number: last - reports.length + 1 + index, device };
    });
    this.#rows("devices", deviceColumns, reports.map(deviceValues));
    this.#rows("relays", relayColumns, reports.map(relayValues));
    this.#rows("device_metrics", metricColumns, reports.map(metricValues));
    this.#rows(
      "live_events",
      liveColumns,
      events.map(({ number, device }, index) => [
        number,
        reports[index]?.at ?? 0,
        "device",
        device.id,
        null,
        JSON.stringify({ kind: "device", device, vitals: noVitals }),
      ]),
    );
    this.#connection.exec("commit");
    return events;
  }

  close(): void {
    this.#connection.close();
  }

  #rows(table: string, columns: string, rows: readonly Value[][]): void {
    for (let from = 0; from < rows.length; from += mostRows) {
      const part = rows.slice(from, from + mostRows);
      this.#statement(table, columns, part.length).run(...part.flat());
    }
  }

  #statement(table: string, columns: string, count: number): Statement {
    const key = `${table} ${count}`;
    let statement = this.#statements.get(key);
    if (statement === undefined) this.#statements.set(key, (statement = this.#connection.prepare(textOf(table, columns, count))));
    return statement;
  }
}

function textOf(table: string, columns: string, count: number): string {
  const names = columns.split(", ");
  const values = Array.from({ length: count }, () => `(${names.map(() => "?").join(", ")})`).join(", ");
  if (table === "devices") return updateText(table, names, { values, keys: ["id"] });
  if (table === "relays") return updateText(table, names, { values, keys: ["device_id", "number"] });
  return `insert into ${table} (${columns}) values ${values}`;
}

function updateText(
  table: string,
  names: readonly string[],
  { values, keys }: { values: string; keys: readonly string[] },
): string {
  const set = names.filter((name) => !keys.includes(name)).map((name) => `${name} = v.${name}`);
  const isIt = keys.map((name) => `${table}.${name} = v.${name}`).join(" and ");
  return `with v (${names.join(", ")}) as (values ${values}) update ${table} set ${set.join(", ")} from v where ${isIt}`;
}

function deviceValues({ device, sequence, at }: Report): Value[] {
  return [device.id, "online", "on", at, 1, 1, at, null, 0, "fresh", at, at, sequence, null, null, null, null, at];
}

function relayValues({ device, at }: Report): Value[] {
  return [device.id, 1, "on", at, "contact", null, null, "unknown", null];
}

function metricValues({ device, at }: Report): Value[] {
  const relays = JSON.stringify([{ number: 1, reported: "on", milliamps: null }]);
  return [device.id, at, 1, null, null, null, 100, null, null, null, at, null, relays];
}
