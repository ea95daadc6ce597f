/**
 * The console's numbers counted again, in plain SQL and from the documents alone: nothing of the product counts here. [D27, D52, C18]
 *
 * Calendar days stand here as they are in the almanac: clocks of Berlin went back on 2026-10-25 at 01:00 UTC, Kolkata is five
 * and a half hours ahead of UTC all year.
 */
import { openPlainSql, type PlainSql } from "@relaydeck/db/testing/plain-sql";

const dayMs = 24 * 60 * 60_000;
const daily = (first: string, count: number) => Array.from({ length: count }, (_, day) => Date.parse(first) + day * dayMs);

/** Midnights of each zone, from the begin of 27 September to the end of 26 October 2026. */
export const midnights: Readonly<Record<string, readonly number[]>> = {
  UTC: daily("2026-09-27T00:00Z", 31),
  "Europe/Berlin": [...daily("2026-09-26T22:00Z", 29), ...daily("2026-10-25T23:00Z", 2)],
  "Asia/Kolkata": daily("2026-09-26T18:30Z", 31),
};

const lastOfMonths = [
  ...["2025-10-31", "2025-11-30", "2025-12-31", "2026-01-31", "2026-02-28"],
  ...["2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30"],
  "2026-10-31",
];
/** Of Berlin's clocks on the last of these months. */
const isSummer = (date: string) => date >= "2026-03-31" && date < "2026-10-31";

/** When the months of each zone begin, from November 2025, and when October 2026 ends. */
export const firstsOfMonths: Readonly<Record<string, readonly number[]>> = {
  UTC: lastOfMonths.map((date) => Date.parse(`${date}T24:00Z`)),
  "Europe/Berlin": lastOfMonths.map((date) => Date.parse(`${date}T${isSummer(date) ? 22 : 23}:00Z`)),
  "Asia/Kolkata": lastOfMonths.map((date) => Date.parse(`${date}T18:30Z`)),
};

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** From each border to the next. */
export function between(borders: readonly number[]): readonly Stretch[] {
  return borders.slice(1).map((to, index) => ({ from: borders[index] ?? 0, to }));
}

/** The seven days that end with 26 October. */
export function daysOf(zone: string): readonly Stretch[] {
  return between((midnights[zone] ?? []).slice(-8));
}

type Row = Readonly<Record<string, unknown>>;

export class Recount {
  readonly #sql: PlainSql;

  constructor(sql: PlainSql) {
    this.#sql = sql;
  }

  /** What became of the commands of a stretch, of one device where one is named. */
  async commands({ from, to }: Stretch, deviceId?: string) {
    const ofDevice = deviceId === undefined ? "" : ` and device_id = '${deviceId}'`;
    const row = await this.#one(`
      select count(*) as commands,
        sum(case when outcome = 'confirmed' then 1 else 0 end) as confirmed,
        sum(case when success = true and outcome <> 'confirmed' then 1 else 0 end) as answered,
        sum(case when success = false then 1 else 0 end) as failed,
        sum(case when success is null then 1 else 0 end) as unconfirmed,
        sum(case when success = true then 1 else 0 end) as successful,
        sum(response_time) as milliseconds, count(response_time) as times
      from relay_history where timestamp >= ${from} and timestamp < ${to}${ofDevice}`);
    const unsent = await this.#one(`
      select sum(case when state = 'expired' then 1 else 0 end) as expired, sum(case when state = 'cancelled' then 1 else 0 end) as cancelled
      from relay_commands where requested_at >= ${from} and requested_at < ${to}${ofDevice}`);
    const [good, bad, times] = [number(row["successful"]), number(row["failed"]), number(row["times"])];
    return {
      commands: number(row["commands"]),
      confirmed: number(row["confirmed"]),
      answered: number(row["answered"]),
      failed: bad,
      unconfirmed: number(row["unconfirmed"]),
      expired: number(unsent["expired"]),
      cancelled: number(unsent["cancelled"]),
      successRate: good + bad === 0 ? null : (good / (good + bad)) * 100,
      averageResponseMs: times === 0 ? null : number(row["milliseconds"]) / times,
    };
  }

  /** Nearest rank of times that are rounded up to three digits, never finer than 10 ms. */
  async percentiles(column: "response_time" | "confirmation_time", { from, to }: Stretch, deviceId?: string) {
    const ofDevice = deviceId === undefined ? "" : ` and device_id = '${deviceId}'`;
    const row = await this.#one(`
      with counted as (
        select case when ${column} <= 10 then 10 when ${column} <= 10000 then (${column} + 9) / 10 * 10
          when ${column} <= 100000 then (${column} + 99) / 100 * 100 else (${column} + 999) / 1000 * 1000 end as ms
        from relay_history where ${column} is not null and timestamp >= ${from} and timestamp < ${to}${ofDevice}),
      ranked as (select ms, row_number() over (order by ms) as place, count(*) over () as n from counted)
      select max(n) as n, max(case when place = (50 * n + 99) / 100 then ms end) as p50,
        max(case when place = (95 * n + 99) / 100 then ms end) as p95, max(case when place = (99 * n + 99) / 100 then ms end) as p99
      from ranked`);
    const told = { count: number(row["n"]), p50: number(row["p50"]), p95: number(row["p95"]), p99: number(row["p99"]) };
    return told.count === 0 ? null : told;
  }

  /**
   * Percent online of the time that is known, by device; a cut of the stream is not known, nor is what was before the first word,
   * or before a word before which nothing was known.
   */
  async uptimes({ from, to }: Stretch): Promise<Map<string, number>> {
    const rows = await this.#sql.all(`
      with steps as (
        select device_id, online, at, coalesce(lead(at) over (partition by device_id order by at), ${to}) as until,
          lead(case when was is null then 1 else 0 end) over (partition by device_id order by at) as is_lost
        from device_presence),
      parts as (
        select device_id, online, case when at < ${from} then ${from} else at end as a, case when until > ${to} then ${to} else until end as b
        from steps where at < ${to} and until > ${from} and coalesce(is_lost, 0) = 0),
      lost as (
        select device_id, online, b - a - coalesce((
          select sum((case when coalesce(g."to", ${to}) < b then coalesce(g."to", ${to}) else b end) - (case when g."from" > a then g."from" else a end))
          from stream_gaps g where g."from" < b and coalesce(g."to", ${to}) > a), 0) as ms
        from parts)
      select device_id, sum(ms) as known, sum(case when online = true then ms else 0 end) as up from lost group by device_id`);
    return new Map(
      rows.flatMap((row) => {
        const known = number(row["known"]);
        return known === 0 ? [] : [[String(row["device_id"]), (number(row["up"]) / known) * 100] as const];
      }),
    );
  }

  /**
   * By relay number: milliseconds on, and milliseconds in which its state was known. Not known is what lies between two reports
   * further apart than `staleMs`, in a cut of the stream, or before the first known move. Each piece between two edges of
   * anything is either wholly known or not at all.
   */
  async onTimes({ from, to }: Stretch, { deviceId, staleMs }: { deviceId: string; staleMs: number }) {
    const rows = await this.#sql.all(`
      with heard as (select timestamp as at from device_metrics where device_id = '${deviceId}' and relays is not null and timestamp <= ${to}),
      spaced as (select lag(at) over (order by at) as a, at as b from heard),
      lost as (
        select a, b from spaced where b - a > ${staleMs}
        union all select ${from}, coalesce((select min(at) from heard where at >= ${from}), ${to})
          where not exists (select 1 from heard where at < ${from}) and coalesce((select min(at) from heard), ${to}) - ${from} > ${staleMs}
        union all select coalesce((select max(at) from heard), ${from}), ${to} where ${to} - coalesce((select max(at) from heard), ${from}) > ${staleMs}
        union all select "from", coalesce("to", ${to}) from stream_gaps),
      edges as (
        select ${from} as at union select ${to} union select at from relay_changes where device_id = '${deviceId}'
        union select a from lost union select b from lost),
      pieces as (select at as a, lead(at) over (order by at) as b from edges where at >= ${from} and at <= ${to}),
      known as (select a, b from pieces p where b is not null and not exists (select 1 from lost l where l.a <= p.a and l.b >= p.b)),
      told as (
        select r.number, k.b - k.a as ms, (
          select c.state from relay_changes c where c.device_id = r.device_id and c.relay_number = r.number and c.at <= k.a order by c.at desc limit 1
        ) as state
        from relays r cross join known k where r.device_id = '${deviceId}')
      select number, sum(case when state is null or state = 'unknown' then 0 else ms end) as known, sum(case when state = 'on' then ms else 0 end) as up
      from told group by number`);
    return new Map(rows.map((row) => [number(row["number"]), { knownMs: number(row["known"]), onMs: number(row["up"]) }]));
  }

  /** The last report of each three-hundredth of the stretch: when, and what it said. */
  async samples({ from, to }: Stretch, deviceId: string) {
    const step = Math.ceil((to - from) / 300);
    const rows = await this.#sql.all(`
      select at, battery, signal, relays from (
        select timestamp as at, battery_level as battery, signal_strength as signal, relays,
          row_number() over (partition by timestamp / ${step} order by timestamp desc) as place
        from device_metrics where device_id = '${deviceId}' and timestamp >= ${from} and timestamp <= ${to}) placed
      where place = 1 order by at`);
    return rows.map((row) => ({
      at: new Date(number(row["at"])).toISOString(),
      milliamps: relaysOf(row["relays"]).map(({ milliamps }) => milliamps),
      batteryPercent: number(row["battery"]),
      signalPercent: number(row["signal"]),
    }));
  }

  /**
   * Where the device was, piece by piece: of one word until the next, not known in a cut of the stream, before the first word, and
   * before one before which nothing was known.
   */
  async connection({ from, to }: Stretch, deviceId: string) {
    const rows = await this.#sql.all(`
      with edges as (
        select ${from} as at union select ${to} union select at from device_presence where device_id = '${deviceId}'
        union select "from" from stream_gaps union select coalesce("to", ${to}) from stream_gaps),
      pieces as (select at as a, lead(at) over (order by at) as b from edges where at >= ${from} and at <= ${to})
      select a, b, case
        when exists (select 1 from stream_gaps g where g."from" <= p.a and coalesce(g."to", ${to}) >= p.b) then 'no-data'
        when exists (
          select 1 from device_presence d where d.device_id = '${deviceId}' and d.was is null
            and d.at = (select min(n.at) from device_presence n where n.device_id = d.device_id and n.at >= p.b)) then 'no-data'
        else coalesce((
          select case when online = true then 'online' else 'offline' end from device_presence d
          where d.device_id = '${deviceId}' and d.at <= p.a order by d.at desc limit 1), 'no-data') end as state
      from pieces p where b is not null order by a`);
    const pieces = rows.map((row) => ({
      from: number(row["a"]),
      to: number(row["b"]),
      state: row["state"] as "online" | "offline" | "no-data",
    }));
    const starts = pieces.filter(({ state }, index) => state !== pieces[index - 1]?.state);
    return starts.map((start, index) => ({
      from: new Date(start.from).toISOString(),
      to: new Date(starts[index + 1]?.from ?? to).toISOString(),
      state: start.state,
    }));
  }

  async calls({ from, to }: Stretch) {
    const row = await this.#one(`
      select count(*) as n, sum(case when success = true then 0 else 1 end) as failed, sum(response_time) as ms, count(response_time) as answered,
        sum(coalesce(request_size, 0) + coalesce(response_size, 0)) as bytes
      from particle_api_calls where timestamp >= ${from} and timestamp < ${to}`);
    const busiest = await this.#one(`
      select max(n) as n from (
        select count(*) as n from particle_api_calls where timestamp >= ${from} and timestamp < ${to} group by timestamp / 300000) slots`);
    const answered = number(row["answered"]);
    return {
      totalCalls: number(row["n"]),
      failedCalls: number(row["failed"]),
      avgResponseTime: answered === 0 ? 0 : number(row["ms"]) / answered,
      dataTransferred: number(row["bytes"]),
      busiest: number(busiest["n"]),
    };
  }

  /** Most calls first. */
  async endpoints({ from, to }: Stretch) {
    const rows = await this.#sql.all(`
      select endpoint, method, count(*) as n, sum(case when success = true then 1 else 0 end) as good, sum(response_time) as ms,
        count(response_time) as answered
      from particle_api_calls where timestamp >= ${from} and timestamp < ${to} group by endpoint, method order by 3 desc, 1, 2`);
    return rows.map((row) => ({
      endpoint: String(row["endpoint"]),
      method: String(row["method"]),
      totalCalls: number(row["n"]),
      successRate: (number(row["good"]) / number(row["n"])) * 100,
      avgResponseTime: number(row["ms"]) / number(row["answered"]),
    }));
  }

  /** Living devices whose stored status is that. */
  async withStatus(status: string): Promise<number> {
    return number((await this.#one(`select count(*) as n from devices where deleted_at is null and status = '${status}'`))["n"]);
  }

  /** Living devices that the cloud holds for present. */
  async cloudOnline(): Promise<number> {
    return number((await this.#one("select count(*) as n from devices where deleted_at is null and cloud_online = true"))["n"]);
  }

  /** Living devices whose stored status is online, but of which nothing came lately. */
  async notHeard(): Promise<number> {
    const row = await this.#one(
      "select count(*) as n from devices where deleted_at is null and status = 'online' and freshness <> 'fresh'",
    );
    return number(row["n"]);
  }

  /** Who was there at the end of a day, by the word of the device cloud; now where it goes on, by the status of the devices. */
  async there(day: Stretch, now: number) {
    const end = Math.min(day.to, now);
    const lived = `created_at < ${end} and (deleted_at is null or deleted_at >= ${end})`;
    const users = await this.#one(`select count(*) as n from users where ${lived}`);
    const devices = await this.#one(`select count(*) as n from devices where ${lived}`);
    const online = await this.#one(`
      select count(*) as n from devices d join device_presence p on p.device_id = d.id
      where p.online = true and p.at = (select max(q.at) from device_presence q where q.device_id = d.id and q.at < ${end})
        and not exists (
          select 1 from device_presence f where f.device_id = d.id and f.was is null
            and f.at = (select min(n.at) from device_presence n where n.device_id = d.id and n.at >= ${end}))`);
    const active = await this.#one(
      `select count(distinct user_id) as n from user_sessions where session_start < ${day.to} and last_seen_at >= ${day.from}
        and user_id in (select id from users where deleted_at is null or deleted_at >= ${day.to})`,
    );
    const gap = await this.#one(`
      select sum((case when "to" < ${end} then "to" else ${end} end) - (case when "from" > ${day.from} then "from" else ${day.from} end)) as ms
      from stream_gaps where "from" < ${end} and "to" > ${day.from}`);
    const length = end - day.from;
    return {
      totalUsers: number(users["n"]),
      totalDevices: number(devices["n"]),
      onlineDevices: day.to > now ? await this.withStatus("online") : number(online["n"]),
      activeUsers: number(active["n"]),
      systemUptime: ((length - number(gap["ms"])) / length) * 100,
    };
  }

  /** Counts in the database of that address until it is closed. */
  static of(databaseUrl: string): Recount {
    return new Recount(openPlainSql(databaseUrl));
  }

  close(): Promise<void> {
    return this.#sql.close();
  }

  async #one(text: string): Promise<Row> {
    return (await this.#sql.all(text))[0] ?? {};
  }
}

/** JSON is text in SQLite. By number. */
function relaysOf(value: unknown): readonly { readonly number: number; readonly milliamps: number }[] {
  const relays = typeof value === "string" ? JSON.parse(value) : value;
  return [...relays].toSorted((a, b) => a.number - b.number);
}

/** A sum over nothing is null, which is none. */
function number(value: unknown): number {
  return Number(value ?? 0);
}
