/**
 * The only meaning of what the live stream says.
 *
 * Snapshot + events = the snapshot a fresh subscriber would get, per viewer (`serverTime` apart). The client
 * uses it, and every mutation test proves it. Apart from the schemas, which a page does not need. (A5)
 */
import type { Device } from "./devices.ts";
import { countDevices } from "./device-counts.ts";
import type { LiveItem, LiveSnapshot } from "./live.ts";
import type { Command, Relay } from "./relays.ts";
import { unprovedAfter } from "./unproved.ts";

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

function withCommand(device: Device, command: Command): Device {
  const relays = device.relays.map((relay) => (relay.number === command.relayNumber ? afterCommand(relay, command) : relay));
  return { ...device, relays };
}

/** A command takes its relay's place unless a newer one already stands there; what it covers may still be open. */
function afterCommand(relay: Relay, command: Command): Relay {
  const shown = relay.command;
  if (shown === null || shown.commandId === command.commandId) return { ...relay, command };
  if (shown.acceptedOrder > command.acceptedOrder) return { ...relay, unproved: unprovedAfter(relay, command) };
  return { ...relay, command, unproved: unprovedAfter(relay, shown) };
}
