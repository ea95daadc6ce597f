import type { Dialect } from "../dialect/columns.ts";

export function analyticsTables(d: Dialect) {
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

  const systemAnalytics = d.table("system_analytics", {
    /** `YYYY-MM-DD` in the configured zone. */
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
  });

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
    (t) => [d.index("user_sessions_user").on(t.userId, t.sessionStart), d.index("user_sessions_start").on(t.sessionStart)],
  );
  return { particleApiCalls, systemAnalytics, userSessions };
}
