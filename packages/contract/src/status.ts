import * as z from "zod/mini";
import { Instant } from "./instant-schemas.ts";

/** System stats of one caller; `connectionStatus` is the hop from the server to the device cloud. [D40] */
export const Status = z.strictObject({
  connectionStatus: z.enum(["connected", "connecting", "disconnected"]),
  /** Visible devices that are connected, of all visible: `2 of 3`. */
  activeDevices: z.string(),
  /** Last contact with the device cloud. */
  lastSync: z.nullable(Instant),
  /** Calls of the current window against its limit: `214/10000`. */
  rateLimit: z.string(),
  activeCount: z.int(),
  totalCount: z.int(),
  rateLimitUsed: z.int(),
  rateLimitMax: z.int(),
  rateLimitWindowSeconds: z.int(),
  serverTime: Instant,
});
export type Status = z.infer<typeof Status>;

/** The status as the live stream tells it. */
export const LiveStatus = z.extend(Status, {
  /** The device cloud refuses the server's own token: nothing can be switched, and what is shown grows old. [checklist 17] */
  isTokenRefused: z.boolean(),
  /** The device cloud asked for fewer calls, or its limit is nearly reached: reads rest, and a command may be refused as busy. [checklist 17] */
  isSlowedDown: z.boolean(),
});
export type LiveStatus = z.infer<typeof LiveStatus>;

/** The link from the server to the device cloud over the last 24 hours: when there was no data, oldest first. [C3] */
export const LinkHistory = z.strictObject({
  from: Instant,
  to: Instant,
  /** From then on this installation listens; of the time before it knows nothing. */
  since: Instant,
  gaps: z.array(z.strictObject({ from: Instant, to: z.nullable(Instant) })),
});
export type LinkHistory = z.infer<typeof LinkHistory>;
