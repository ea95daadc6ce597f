/** What the live stream says. What it means is apply-event.ts; who may see an event is asked when it is sent. */
import * as z from "zod/mini";
import { User } from "./accounts.ts";
import { Activity } from "./activity.ts";
import { Device, Vitals } from "./devices.ts";
import { idOf } from "./ids.ts";
import { Instant } from "./instant-schemas.ts";
import { Command } from "./relays.ts";
import { LiveStatus } from "./status.ts";

/** The only input of `live.stream`; tRPC merges `lastEventId` in when it reconnects. */
export const StreamInput = z.strictObject({ lastEventId: z.optional(z.nullable(z.string().check(z.maxLength(40)))) });
export type StreamInput = z.infer<typeof StreamInput>;

const snapshotFields = { serverTime: Instant, user: User, devices: z.array(Device), status: LiveStatus };
/** Marks an item that stands for several, because the reader was slow. [WS-6] */
const collapsed = { collapsed: z.optional(z.literal(true)) };

/** One item of the live stream; `kind` tells which. */
export const LiveItem = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("snapshot"), ...snapshotFields }),
  z.strictObject({ kind: z.literal("resync"), ...snapshotFields }),
  z.strictObject({ kind: z.literal("device"), device: Device, vitals: Vitals, ...collapsed }),
  z.strictObject({ kind: z.literal("command"), command: Command, ...collapsed }),
  z.strictObject({ kind: z.literal("activity"), entry: Activity }),
  z.strictObject({ kind: z.literal("access-granted"), device: Device }),
  z.strictObject({ kind: z.literal("access-ended"), deviceId: idOf("device") }),
  /** The viewer's own account, after it was changed. */
  z.strictObject({ kind: z.literal("user"), user: User }),
  z.strictObject({ kind: z.literal("gap"), from: Instant, to: z.nullable(Instant) }),
  z.strictObject({ kind: z.literal("status"), status: LiveStatus, ...collapsed }),
  z.strictObject({ kind: z.enum(["shares", "alerts", "layouts", "activity-view"]), deviceId: z.optional(idOf("device")) }),
]);
export type LiveItem = z.infer<typeof LiveItem>;
/** What one viewer has: all visible devices, the person and the status, as a `snapshot` item brings them. */
export type LiveSnapshot = Omit<Extract<LiveItem, { kind: "snapshot" }>, "kind">;
