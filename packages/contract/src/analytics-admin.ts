/**
 * Numbers of the whole installation, for administrators. [D21, D26, D27, D52, C18]
 *
 * Rates are percent, 0 to 100, and like mean times not rounded: a screen compares them with its thresholds first. The
 * documented calls say 0 where there is nothing to take a rate of; our own procedures say null.
 */
import * as z from "zod/mini";
import { ZoneName } from "./analytics.ts";
import { AlertSeverity } from "./alerts.ts";
import { Instant } from "./instant-schemas.ts";
import { idOf } from "./ids.ts";
import { CommandState, RelayNumber, RelayTarget } from "./relays.ts";

/** Days that the provider's overview looks back, today included. [D26] */
export const providerOverviewDays = 30;
/** Devices that are told of one by one where the worst come first. */
export const mostUptimes = 200;

/** Days are those of this zone; absent: the configured one. [D27] */
export const ZoneQuery = z.strictObject({ timeZone: z.optional(ZoneName) });
export type ZoneQuery = z.infer<typeof ZoneQuery>;

/** Something that an alert told, to whomever. */
export const RecentAlert = z.strictObject({
  id: idOf("alertHistory"),
  title: z.string(),
  message: z.string(),
  severity: AlertSeverity,
  timestamp: Instant,
});
export type RecentAlert = z.infer<typeof RecentAlert>;

/** The cards of the console. Commands, rate and mean are today's; only proved results count in the rate. */
export const Dashboard = z.strictObject({
  relayCommandsToday: z.int(),
  successRate: z.number(),
  /** Whole milliseconds from request to the provider's reply. */
  averageResponseTime: z.int(),
  /** Those whose status is online now, as the console counts them. */
  activeDevices: z.int(),
  totalDevices: z.int(),
  /** The newest ten, newest first. */
  recentAlerts: z.array(RecentAlert),
  /** Percent of the last 24 hours by device id; of those of which something is known the worst 200. */
  deviceUptime: z.record(z.string(), z.number()),
  unconfirmedToday: z.int(),
  timeZone: z.string(),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** How many results; the newest. */
export const RelayHistoryQuery = z.strictObject({
  limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 10),
});
export type RelayHistoryQuery = z.infer<typeof RelayHistoryQuery>;

/** One command of which the provider answered or the outcome became unknown. [D52] */
export const RelayResult = z.strictObject({
  id: idOf("history"),
  deviceId: idOf("device"),
  userId: z.nullable(idOf("user")),
  relayNumber: RelayNumber,
  previousState: z.enum(["on", "off", "unknown"]),
  newState: RelayTarget,
  command: z.string(),
  timestamp: Instant,
  /** Milliseconds from request to the provider's reply. */
  responseTime: z.nullable(z.int()),
  /** Null while unconfirmed. */
  success: z.nullable(z.boolean()),
  errorMessage: z.nullable(z.string()),
  outcome: CommandState,
});
export type RelayResult = z.infer<typeof RelayResult>;

/** How many days of the installation, today included. */
export const SystemQuery = z.strictObject({ days: z._default(z.int().check(z.minimum(1), z.maximum(365)), 7) });
export type SystemQuery = z.infer<typeof SystemQuery>;

/** A day of the configured zone: who was there at its end (today: now), and what was switched in it. */
export const SystemDay = z.strictObject({
  date: z.string(),
  totalUsers: z.int(),
  /** People with a session that lasted into the day. */
  activeUsers: z.int(),
  totalDevices: z.int(),
  /** Of today those that are connected now; of a day that is over those that the device cloud held for present at its end. */
  onlineDevices: z.int(),
  totalRelayCommands: z.int(),
  successfulCommands: z.int(),
  /** Milliseconds; 0 without an answer. */
  averageResponseTime: z.number(),
  /** Percent of the day in which the provider's event stream was open. */
  systemUptime: z.number(),
});
export type SystemDay = z.infer<typeof SystemDay>;

/**
 * hour: 12 times five minutes · day: 24 hours · week: 7 days · month: 30 days · year: 12 calendar months. The last of them
 * holds the present moment.
 */
export const CallPeriod = z.enum(["hour", "day", "week", "month", "year"]);
export type CallPeriod = z.infer<typeof CallPeriod>;

/** Which period of the provider's calls. */
export const CallsQuery = z.strictObject({ period: z._default(CallPeriod, "week"), timeZone: z.optional(ZoneName) });
export type CallsQuery = z.infer<typeof CallsQuery>;

/** The provider's calls of a part of a period. */
export const CallBucket = z.strictObject({
  start: Instant,
  totalCalls: z.int(),
  failedCalls: z.int(),
  /** Milliseconds; 0 without an answer. */
  avgResponseTime: z.number(),
  /** Bytes of requests and answers. */
  dataTransferred: z.int(),
});
export type CallBucket = z.infer<typeof CallBucket>;

/** The provider's calls of the last 30 days of the zone, today included. */
export const ProviderOverview = z.strictObject({
  totalCalls: z.int(),
  successRate: z.number(),
  failedCalls: z.int(),
  avgResponseTime: z.number(),
  totalDataTransferred: z.int(),
  days: z.literal(providerOverviewDays),
});
export type ProviderOverview = z.infer<typeof ProviderOverview>;

/** Which period the endpoints are told of; the overview's where none is given. */
export const EndpointsQuery = z.strictObject({ period: z._default(CallPeriod, "month"), timeZone: z.optional(ZoneName) });
export type EndpointsQuery = z.infer<typeof EndpointsQuery>;

/** Calls of one endpoint; `endpoint` with placeholders such as `:id`. */
export const EndpointStat = z.strictObject({
  endpoint: z.string(),
  method: z.string(),
  totalCalls: z.int(),
  successRate: z.number(),
  avgResponseTime: z.number(),
});
export type EndpointStat = z.infer<typeof EndpointStat>;

/** The answer of a sync: how many devices' vitals came. */
export const MetricsSynced = z.strictObject({ message: z.string(), devices: z.int(), syncedAt: Instant });
export type MetricsSynced = z.infer<typeof MetricsSynced>;
