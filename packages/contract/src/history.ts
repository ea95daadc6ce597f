/** What a device did over a time: moves, measures, silences, and who switched. [C10, C12, A20] */
import * as z from "zod/mini";
import { idGiven, idOf } from "./ids.ts";
import { Instant } from "./instant-schemas.ts";
import { CommandState, RelayNumber, RelayTarget } from "./relays.ts";

/** One of the ranges that a history can have. */
export const HistoryRange = z.enum(["1h", "24h", "7d", "30d"]);
export type HistoryRange = z.infer<typeof HistoryRange>;

/** Asks for a device's last hour, day, week or month. */
export const HistoryQuery = z.strictObject({
  deviceId: idGiven("device", "Device ID is required"),
  range: z._default(HistoryRange, "24h"),
});
export type HistoryQuery = z.infer<typeof HistoryQuery>;

/** From `at` on the relay was in that state; `unknown` before its first known move, and before the newest 5,000 of its device. */
export const RelayStep = z.strictObject({ at: Instant, state: z.enum(["on", "off", "unknown"]) });
export type RelayStep = z.infer<typeof RelayStep>;

/** One report as it came: mA by relay, battery and signal in percent; null = not told. */
export const HistorySample = z.strictObject({
  at: Instant,
  milliamps: z.array(z.nullable(z.number())),
  batteryPercent: z.nullable(z.number()),
  signalPercent: z.nullable(z.number()),
});
export type HistorySample = z.infer<typeof HistorySample>;

/** A command, or a move that answers none: then by the device's own button, or nobody knows by whom. */
export const Switching = z.strictObject({
  at: Instant,
  relayNumber: RelayNumber,
  target: RelayTarget,
  by: z.enum(["you", "other", "button", "unknown"]),
  /** Null where the viewer may not read other people's names. */
  byName: z.nullable(z.string()),
  commandId: z.nullable(idOf("command")),
  /** What became of the command; null for a move that answers none. */
  state: z.nullable(CommandState),
});
export type Switching = z.infer<typeof Switching>;

/** A device over a range; nothing in it is older than the viewer's right. [AD-7] */
export const DeviceHistory = z.strictObject({
  from: Instant,
  to: Instant,
  relays: z.array(z.strictObject({ number: RelayNumber, name: z.string(), steps: z.array(RelayStep) })),
  /**
   * Oldest first, at most about 1,200: of each of some 300 steps of time the last report of relays, of a current, of battery and
   * of signal.
   */
  samples: z.array(HistorySample),
  /** Times without a report, oldest first. */
  gaps: z.array(z.strictObject({ from: Instant, to: Instant })),
  /** Newest first. */
  switchings: z.array(Switching),
});
export type DeviceHistory = z.infer<typeof DeviceHistory>;
