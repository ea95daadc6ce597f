/** Numbers of the whole installation. [rest-shapes section 7; D26, D27, D52] */
import { CallsQuery, EndpointsQuery, RelayHistoryQuery, SystemQuery, ZoneQuery } from "../analytics-admin.ts";
import type { CallWords } from "./call-words.ts";
import { exampleId, instant, user } from "./examples.ts";

const timeZone = "The IANA zone whose days are counted, such as `Europe/Oslo`; absent: the configured one.";
const rates = "Rates are percent, 0 to 100, not rounded; 0 where there is nothing to take a rate of.";

/** By method and path. */
export const analyticsWords: Readonly<Record<string, CallWords>> = {
  "GET /api/analytics/dashboard": {
    summary: "Today in numbers",
    description: `${rates} Commands whose outcome is not known are counted apart.`,
    asks: ZoneQuery,
    query: { timeZone },
    answer: {
      relayCommandsToday: 41,
      successRate: 97.5,
      averageResponseTime: 1843,
      activeDevices: 17,
      totalDevices: 20,
      recentAlerts: [
        {
          id: exampleId("alertHistory"),
          title: "Battery low",
          message: "Pump house: battery at 19 %",
          severity: "warning",
          timestamp: instant,
        },
      ],
      deviceUptime: { [exampleId("device")]: 99.3 },
      unconfirmedToday: 1,
      timeZone: "UTC",
    },
  },
  "GET /api/analytics/relay-history": {
    summary: "The newest results of commands",
    description: "Newest first. `success` is null while the outcome is not known.",
    asks: RelayHistoryQuery,
    query: { limit: "How many results." },
    answer: [
      {
        id: exampleId("history"),
        deviceId: exampleId("device"),
        userId: user.id,
        relayNumber: 2,
        previousState: "off",
        newState: "on",
        command: "ctrl_relay2",
        timestamp: instant,
        responseTime: 1751,
        success: true,
        errorMessage: null,
        outcome: "confirmed",
      },
    ],
  },
  "GET /api/analytics/system": {
    summary: "The installation day by day",
    description: "Oldest first, one row per day, today included.",
    asks: SystemQuery,
    query: { days: "How many days." },
    answer: [
      {
        date: "2026-11-21",
        totalUsers: 12,
        activeUsers: 5,
        totalDevices: 20,
        onlineDevices: 17,
        totalRelayCommands: 41,
        successfulCommands: 39,
        averageResponseTime: 1843.2,
        systemUptime: 99.9,
      },
    ],
  },
  "GET /api/analytics/particle-api-calls": {
    summary: "Calls to the device cloud over time",
    description: "Oldest first, empty parts included. `avgResponseTime` in milliseconds, `dataTransferred` in bytes.",
    asks: CallsQuery,
    query: {
      period: "Which span, in which parts: an hour in 12, a day in 24, a week in 7, a month in 30, a year in 12.",
      timeZone,
    },
    answer: [{ start: instant, totalCalls: 320, failedCalls: 2, avgResponseTime: 412.5, dataTransferred: 182_400 }],
  },
  "GET /api/analytics/particle-overview": {
    summary: "Calls to the device cloud in the last 30 days",
    description: rates,
    asks: ZoneQuery,
    query: { timeZone },
    answer: {
      totalCalls: 9_120,
      successRate: 99.4,
      failedCalls: 55,
      avgResponseTime: 418.1,
      totalDataTransferred: 5_242_880,
      days: 30,
    },
  },
  "GET /api/analytics/particle-endpoints": {
    summary: "Calls to the device cloud by endpoint",
    description: "Most calls first.",
    asks: EndpointsQuery,
    query: { period: "How far back.", timeZone },
    answer: [
      { endpoint: "/v1/devices/:id/:function", method: "POST", totalCalls: 410, successRate: 98.2, avgResponseTime: 1622.7 },
    ],
  },
  "POST /api/analytics/sync-metrics": {
    summary: "Read the vitals of all devices now",
    description:
      "Asks the device cloud for its list and for the last vitals of up to 200 devices, those first that were asked longest ago. `devices` counts those that had some.",
    refusals: ["PROVIDER_UNAVAILABLE", "PROVIDER_BUSY"],
    answer: { message: "Metrics synced", devices: 20, syncedAt: instant },
  },
};
