import { sql } from "drizzle-orm";
import type { Dialect } from "../dialect/columns.ts";

export function analyticsTables(d: Dialect) {
  return { ...callTables(d), ...commandTables(d), ...rollupTables(d), ...sessionUseTables(d) };
}

function callTables(d: Dialect) {
  /** Log of calls to the provider; `endpoint` with placeholders instead of ids. */
  const particleApiCalls = d.table(
    "particle_api_calls",
    {
      id: d.id(),
      endpoint: d.text().notNull(),
      method: d.text().notNull(),
      deviceId: d.text(),
      userId: d.text(),
      responseStatus: d.int(),
      /** Milliseconds. */
      responseTime: d.int(),
      success: d.bool().notNull(),
      errorMessage: d.text(),
      /** Bytes. */
      requestSize: d.int(),
      responseSize: d.int(),
      timestamp: d.time().notNull(),
    },
    (t) => [d.index("particle_api_calls_timestamp").on(t.timestamp)],
  );

  /** All calls of a quarter of an hour. */
  const providerQuarters = d.table("provider_quarters", {
    start: d.time().primaryKey(),
    calls: d.int().notNull(),
    failed: d.int().notNull(),
    /** Milliseconds, over the calls that were answered. */
    responseSum: d.big().notNull(),
    responseCount: d.int().notNull(),
    /** Of requests and answers. */
    bytes: d.big().notNull(),
    /** Most calls of one of its three times five minutes, which is what the provider limits. */
    busiest: d.int().notNull(),
  });

  /** The same by endpoint. */
  const providerEndpointQuarters = d.table(
    "provider_endpoint_quarters",
    {
      start: d.time().notNull(),
      endpoint: d.text().notNull(),
      method: d.text().notNull(),
      calls: d.int().notNull(),
      failed: d.int().notNull(),
      responseSum: d.big().notNull(),
      responseCount: d.int().notNull(),
    },
    (t) => [d.primaryKey({ columns: [t.start, t.endpoint, t.method] })],
  );
  return { particleApiCalls, providerQuarters, providerEndpointQuarters };
}

function commandTables(d: Dialect) {
  /** What became of the commands that were asked for in a quarter of an hour; as `CommandNumbers` of core. */
  const commandQuarters = d.table("command_quarters", {
    start: d.time().primaryKey(),
    commands: d.int().notNull(),
    successful: d.int().notNull(),
    confirmed: d.int().notNull(),
    failed: d.int().notNull(),
    unconfirmed: d.int().notNull(),
    expired: d.int().notNull(),
    cancelled: d.int().notNull(),
    responseSum: d.big().notNull(),
    responseCount: d.int().notNull(),
    /** Counts of times, as core writes them; read by the thousand. */
    responseTimes: d.text().notNull(),
    confirmationTimes: d.text().notNull(),
  });

  const systemAnalytics = d.table("system_analytics", {
    /** `YYYY-MM-DD` in the zone below. */
    date: d.id(),
    totalUsers: d.int().notNull(),
    activeUsers: d.int().notNull(),
    totalDevices: d.int().notNull(),
    onlineDevices: d.int().notNull(),
    totalRelayCommands: d.int().notNull(),
    successfulCommands: d.int().notNull(),
    averageResponseTime: d.real().notNull(),
    systemUptime: d.real().notNull(),
    updatedAt: d.time().notNull(),
    /** The zone whose day it is; null: not told, by a version before this column. */
    timeZone: d.text(),
  });
  return { commandQuarters, systemAnalytics };
}

function rollupTables(d: Dialect) {
  /** Up to which quarter each kind of rows is summed up. */
  const rollups = d.table("rollups", { name: d.id(), until: d.time().notNull() });

  /** Quarters whose rows have changed after they were summed up. */
  const rollupMarks = d.table("rollup_marks", { name: d.text().notNull(), start: d.time().notNull() }, (t) => [
    d.primaryKey({ columns: [t.name, t.start] }),
  ]);

  /** The last time that the provider was asked for metrics by an administrator; one row. */
  const metricSyncs = d.table("metric_syncs", {
    name: d.id(),
    startedAt: d.time().notNull(),
    /** Null while it is under way. */
    endedAt: d.time(),
    /** Devices whose vitals came. */
    devices: d.int().notNull().default(0),
    /** Why it failed; null where it did not. */
    failure: d.text(),
  });
  return { rollups, rollupMarks, metricSyncs };
}

function sessionUseTables(d: Dialect) {
  const userSessions = d.table(
    "user_sessions",
    {
      id: d.id(),
      userId: d.text().notNull(),
      sessionStart: d.time().notNull(),
      sessionEnd: d.time(),
      ipAddress: d.text(),
      userAgent: d.text(),
      devicesAccessed: d.json<string[]>(),
      actionsPerformed: d.int().notNull().default(0),
      /** Milliseconds, once it has ended. */
      duration: d.big(),
      lastSeenAt: d.time().notNull(),
    },
    (t) => [
      d.index("user_sessions_user").on(t.userId, t.sessionStart),
      d.index("user_sessions_start").on(t.sessionStart),
      // What goes by its age goes from few of them. [DA-4]
      d.index("user_sessions_addressed").on(t.sessionStart).where(sql.raw("ip_address is not null or user_agent is not null")),
      d.index("user_sessions_last_seen").on(t.lastSeenAt, t.sessionStart, t.userId),
    ],
  );
  return { userSessions };
}
