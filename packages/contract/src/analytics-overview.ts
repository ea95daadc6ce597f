/** What the charts of the console show: our own procedures, by the days of a zone. [D26, D27, C3, C18] */
import * as z from "zod/mini";
import { ZoneName } from "./analytics.ts";
import { CallBucket, CallPeriod, mostUptimes } from "./analytics-admin.ts";
import { Search } from "./console.ts";
import { HistoryRange, HistorySample, RelayStep } from "./history.ts";
import { idGiven, idOf } from "./ids.ts";
import { Instant } from "./instant-schemas.ts";
import { RelayNumber } from "./relays.ts";

const Stretch = { from: Instant, to: Instant };
const days = z._default(z.int().check(z.minimum(1), z.maximum(31)), 7);

const Percentiles = z.strictObject({ count: z.int(), p50: z.int(), p95: z.int(), p99: z.int() });
/**
 * Percentiles of `count` times, by the nearest rank: p95 is the ⌈0.95·count⌉-th shortest of them. Each time counts rounded up to
 * three digits, never finer than 10 ms, so p95 of a hundred commands took no longer than it says.
 */
export type Percentiles = z.infer<typeof Percentiles>;

const counts = {
  /** Answered, or of unknown outcome: `confirmed + answered + failed + unconfirmed`. */
  commands: z.int(),
  /** Proved by the device's data. */
  confirmed: z.int(),
  /** The device said yes, and nothing proved it. */
  answered: z.int(),
  failed: z.int(),
  unconfirmed: z.int(),
  /** Never sent; not among `commands`. */
  expired: z.int(),
  cancelled: z.int(),
  /** Percent of the proved results; null without one. */
  successRate: z.nullable(z.number()),
  /** Mean milliseconds from request to the provider's reply; null without one. */
  averageResponseMs: z.nullable(z.number()),
};

/** What became of the commands of a stretch of time, by when they were asked for. */
export const CommandCounts = z.strictObject(counts);
export type CommandCounts = z.infer<typeof CommandCounts>;

/** The same with how long they took: from request to the provider's reply, and from request to confirmation. */
export const CommandFigures = z.strictObject({
  ...counts,
  response: z.nullable(Percentiles),
  confirmation: z.nullable(Percentiles),
});
export type CommandFigures = z.infer<typeof CommandFigures>;

/** How many days, today included. */
export const OverviewQuery = z.strictObject({ days, timeZone: z.optional(ZoneName) });
export type OverviewQuery = z.infer<typeof OverviewQuery>;

/** The last Sync Metrics, by whomever; null: there was none. */
export const SyncState = z.strictObject({
  state: z.enum(["running", "done", "failed"]),
  /** When it began, or when it was done or failed. */
  at: Instant,
  devices: z.int(),
  failure: z.nullable(z.string()),
});
export type SyncState = z.infer<typeof SyncState>;

/** Cards and charts of System Overview. */
export const Overview = z.strictObject({
  timeZone: z.string(),
  ...Stretch,
  today: CommandFigures,
  /** The day before, up to the same time after its beginning. */
  yesterday: CommandCounts,
  /** All days together. */
  range: CommandFigures,
  /** As many days before them, up to the same time after their beginning. */
  previous: CommandCounts,
  /** Oldest first; the last one is today. */
  days: z.array(z.extend(CommandFigures, { date: z.string(), ...Stretch })),
  /** Times without the provider's event stream within the days, oldest first: no data. */
  gaps: z.array(z.strictObject(Stretch)),
  users: z.int(),
  devices: z.int(),
  /** Those whose status is online now, as the console counts them. */
  connected: z.int(),
  /** Connected, but silent for longer than their model allows, or never heard. */
  notHeard: z.int(),
  sync: z.nullable(SyncState),
});
export type Overview = z.infer<typeof Overview>;

const PresencePart = z.strictObject({ ...Stretch, state: z.enum(["online", "offline", "no-data"]) });
/** A time of a device's connection; `no-data`: the provider's stream was cut, or nothing was known yet. */
export type PresencePart = z.infer<typeof PresencePart>;

/** How many devices, worst first. */
export const UptimeQuery = z.strictObject({ limit: z._default(z.int().check(z.minimum(1), z.maximum(mostUptimes)), 50) });
export type UptimeQuery = z.infer<typeof UptimeQuery>;

/** Uptime of the last 24 hours, worst first; devices of which nothing is known are absent. */
export const Uptime = z.strictObject({
  ...Stretch,
  devices: z.array(
    z.strictObject({ deviceId: idOf("device"), name: z.string(), uptime: z.number(), parts: z.array(PresencePart) }),
  ),
});
export type Uptime = z.infer<typeof Uptime>;

/** The provider's calls beside what the provider allows. */
export const ProviderUse = z.strictObject({
  period: CallPeriod,
  timeZone: z.string(),
  /** So many calls in so many seconds are allowed. */
  limitCalls: z.int(),
  limitWindowSeconds: z.int(),
  /** Of the window that ends now. */
  usedNow: z.int(),
  buckets: z.array(
    z.extend(CallBucket, {
      end: Instant,
      /** Calls that the limit allows in the whole bucket. */
      allowedCalls: z.int(),
      /** Most calls in any five minutes of it, counted from full five minutes of the clock. */
      busiest: z.int(),
    }),
  ),
});
export type ProviderUse = z.infer<typeof ProviderUse>;

/** Which device, and how far back. */
export const DeviceNumbersQuery = z.strictObject({
  deviceId: idGiven("device", "Device ID is required"),
  range: z._default(HistoryRange, "24h"),
});
export type DeviceNumbersQuery = z.infer<typeof DeviceNumbersQuery>;

/** One device over a range. */
export const DeviceNumbers = z.strictObject({
  ...Stretch,
  device: z.strictObject({
    id: idOf("device"),
    name: z.string(),
    serialNumber: z.string(),
    model: z.enum(["powerone", "relay"]),
    status: z.enum(["online", "offline", "connecting"]),
    freshness: z.enum(["fresh", "stale", "never"]),
    lastHeardAt: z.nullable(Instant),
    ownerId: z.nullable(idOf("user")),
  }),
  /** Oldest first, without a hole. */
  connection: z.array(PresencePart),
  /** Percent of the known time; null where nothing is known. */
  uptime: z.nullable(z.number()),
  /**
   * Oldest first, at most about 1,200: of each of some 300 steps of time the last report of relays, of a current, of battery and
   * of signal.
   */
  samples: z.array(HistorySample),
  /** Times without a report of its relays, oldest first. */
  gaps: z.array(z.strictObject(Stretch)),
  relays: z.array(
    z.strictObject({
      number: RelayNumber,
      name: z.string(),
      steps: z.array(RelayStep),
      /** Milliseconds reported as on, and milliseconds in which reports came at all. */
      onMs: z.int(),
      knownMs: z.int(),
    }),
  ),
  commands: CommandFigures,
});
export type DeviceNumbers = z.infer<typeof DeviceNumbers>;

/** A page of the fleet, by name. */
export const FleetQuery = z.strictObject({
  days,
  timeZone: z.optional(ZoneName),
  search: z.optional(Search),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
  offset: z._default(z.int().check(z.minimum(0), z.maximum(10_000_000)), 0),
});
export type FleetQuery = z.infer<typeof FleetQuery>;

/** Devices × days: percent online of the known time of each day; null: nothing is known of it. */
export const Fleet = z.strictObject({
  timeZone: z.string(),
  /** Devices of all pages. */
  total: z.int(),
  days: z.array(z.strictObject({ date: z.string(), ...Stretch })),
  devices: z.array(
    z.strictObject({
      deviceId: idOf("device"),
      name: z.string(),
      serialNumber: z.string(),
      status: z.enum(["online", "offline", "connecting"]),
      freshness: z.enum(["fresh", "stale", "never"]),
      uptimes: z.array(z.nullable(z.number())),
    }),
  ),
});
export type Fleet = z.infer<typeof Fleet>;
