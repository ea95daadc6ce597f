/** A device as the doors show it: neutral from its rows and the time, then personal per viewer. [D32, C4, rest-shapes section 3] */
import type { Device, Permission, Vitals } from "@relaydeck/contract/devices";
import { toInstantOrNull } from "@relaydeck/contract/instants";
import type { Relay } from "@relaydeck/contract/relays";
import { unprovedOf } from "@relaydeck/contract/unproved";
import { commandFor, neutralCommand, type NeutralCommand, type ShownCommand, type Viewer } from "../relays/command-view.ts";
import { usualLoad } from "../relays/usual-load.ts";
import type { ReportedDevice, ReportedRelay } from "../telemetry/fold.ts";
import { freshnessOf, relayStateOf, statusOf, type PresenceFacts } from "./presence.ts";

export interface ShownDevice extends PresenceFacts, ReportedDevice {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string | null;
  readonly serialNumber: string;
  readonly model: "powerone" | "relay";
  readonly lastHeardAt: number | null;
}

export interface ShownRelay extends ReportedRelay {
  readonly name: string;
}

export type NeutralDevice = Omit<Device, "userPermission" | "relays"> & {
  readonly relays: readonly (Omit<Relay, "command"> & { readonly command: NeutralCommand | null })[];
};

export interface DeviceFacts {
  readonly device: ShownDevice;
  readonly relays: readonly ShownRelay[];
  /** The latest command of each relay, with its actor's name. */
  readonly commands: readonly { readonly command: ShownCommand; readonly actorName: string | null }[];
  /** Commands whose end only the device can tell. */
  readonly awaiting: readonly ShownCommand[];
  readonly staleAfterMs: number;
}

/** A command is shown with its relay for this long. */
export const commandShownMs = 24 * 60 * 60_000;

export function neutralDevice(facts: DeviceFacts, now: number): NeutralDevice {
  const { device, relays } = facts;
  const status = statusOf(device, now);
  return {
    id: device.id,
    name: device.name,
    status,
    relayState: relayStateOf(relays),
    lastUpdate: toInstantOrNull(device.lastObservedAt),
    isConnected: status === "online",
    ownerId: device.ownerId,
    serialNumber: device.serialNumber,
    model: device.model,
    freshness: freshnessOf(device, facts.staleAfterMs, now),
    lastHeardAt: toInstantOrNull(device.lastHeardAt),
    offlineSince: status === "offline" && device.cloudOnline === false ? toInstantOrNull(device.cloudOnlineAt) : null,
    relays: relays.toSorted((a, b) => a.number - b.number).map((relay) => neutralRelay(relay, facts, now)),
  };
}

function neutralRelay(relay: ShownRelay, facts: DeviceFacts, now: number) {
  const latest = facts.commands.find(({ command }) => command.relayNumber === relay.number);
  const isShown = latest !== undefined && now - latest.command.requestedAt <= commandShownMs;
  const stateAt = toInstantOrNull(relay.reportedAt);
  const before = facts.awaiting.filter(({ id, relayNumber }) => relayNumber === relay.number && id !== latest?.command.id);
  return {
    number: relay.number,
    name: relay.name,
    state: relay.reported ?? ("unknown" as const),
    stateAt,
    isCurrent: isCurrent(relay, facts),
    evidence: relay.evidence,
    milliamps: relay.milliamps,
    load: relay.load,
    usual: usualLoad(relay),
    command: isShown ? neutralCommand(latest.command, latest.actorName) : null,
    unproved: unprovedOf(
      before.map((command) => neutralCommand(command, null)),
      stateAt,
    ),
  };
}

/**
 * An answered call or ping says that a device is there, and nothing of its relays; nor does a session: between two of them it may
 * have been without power, and its contacts opened. So it may be since the cloud said that it went. [C1, C4, D32]
 */
function isCurrent({ reportedAt }: ShownRelay, { device, staleAfterMs }: DeviceFacts): boolean {
  if (reportedAt === null) return false;
  const isOfSession = reportedAt >= (device.cloudOnlineAt ?? 0);
  // Time alone changes nothing here: what the stream told stays what a snapshot says. [C3]
  return isOfSession && (device.lastHeardAt ?? reportedAt) - reportedAt <= staleAfterMs;
}

/** What the device last told of its power, battery and signal; the same for every viewer. */
export function vitalsOf({ powerSource, batteryPercent, cellularLevel }: Vitals): Vitals {
  return { powerSource, batteryPercent, cellularLevel };
}

export function deviceFor(viewer: Viewer, neutral: NeutralDevice): Device {
  const relays = neutral.relays.map((relay) => ({
    ...relay,
    command: relay.command === null ? null : commandFor(viewer, relay.command),
  }));
  return { ...neutral, userPermission: viewer.permission satisfies Permission, relays };
}

/** Everybody whose own name or key to this device's commands differs from other people's view of it. */
export function actorsOf(neutral: NeutralDevice): string[] {
  return neutral.relays.flatMap((relay) => (relay.command === null ? [] : [relay.command.actorId]));
}
