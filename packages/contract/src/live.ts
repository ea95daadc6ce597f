/**
 * What the live stream says, and the only meaning of it: `applyEvent`.
 *
 * Snapshot + events = the snapshot a fresh subscriber would get, per viewer (`serverTime` apart). The client
 * uses it, and every mutation test proves it. Not here: who may see an event; that is asked when it is sent.
 */
import * as z from "zod/mini";
import { User } from "./accounts.ts";
import { Activity } from "./activity.ts";
import { Device, Vitals } from "./devices.ts";
import { idOf } from "./ids.ts";
import { Instant } from "./instants.ts";
import { Command } from "./relays.ts";
import { countDevices, LiveStatus } from "./status.ts";

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

/** The world of one viewer after `item`. Items that only say "read again" change nothing here. */
export function applyEvent(before: LiveSnapshot, item: LiveItem): LiveSnapshot {
  switch (item.kind) {
    case "snapshot":
    case "resync": {
      const { kind: _kind, ...snapshot } = item;
      return snapshot;
    }
    case "device":
    case "access-granted":
      return withDevices(before, [...before.devices.filter((device) => device.id !== item.device.id), item.device]);
    case "access-ended":
      return withDevices(
        before,
        before.devices.filter((device) => device.id !== item.deviceId),
      );
    case "command":
      return withDevices(
        before,
        before.devices.map((device) => (device.id === item.command.deviceId ? withCommand(device, item.command) : device)),
      );
    case "status":
      return { ...before, status: { ...item.status, ...countDevices(before.devices) } };
    case "user":
      return { ...before, user: item.user };
    case "activity":
    case "gap":
    case "shares":
    case "alerts":
    case "layouts":
    case "activity-view":
      return before;
  }
}

/** The order of every device list: by name, then by id, in plain code-unit order. */
export function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function withDevices(before: LiveSnapshot, devices: Device[]): LiveSnapshot {
  const sorted = devices.toSorted(byName);
  return { ...before, devices: sorted, status: { ...before.status, ...countDevices(sorted) } };
}

/** A command takes its relay's place unless a newer one already stands there. */
function withCommand(device: Device, command: Command): Device {
  const relays = device.relays.map((relay) =>
    relay.number === command.relayNumber && !isNewer(relay.command, command) ? { ...relay, command } : relay,
  );
  return { ...device, relays };
}

function isNewer(shown: Command | null, candidate: Command): boolean {
  if (shown === null || shown.commandId === candidate.commandId) return false;
  return shown.requestedAt > candidate.requestedAt;
}
