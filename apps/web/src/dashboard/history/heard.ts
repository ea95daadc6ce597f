/** A history that was read, with what the stream has told since: nothing is asked of the server again. Pure. [D0.4, C3] */
import type { DeviceHistory, RelayStep, Switching } from "@relaydeck/contract/history";
import type { LiveItem } from "@relaydeck/contract/live";
import type { Command, Relay } from "@relaydeck/contract/relays";

/** The same object when the item says nothing new of this device. */
export function heard(history: DeviceHistory, deviceId: string, item: LiveItem): DeviceHistory {
  if (item.kind === "command" && item.command.deviceId === deviceId) return withCommand(history, item.command);
  if (item.kind === "device" && item.device.id === deviceId) return withRelays(history, item.device.relays);
  return history;
}

function withCommand(history: DeviceHistory, command: Command): DeviceHistory {
  const { commandId, relayNumber, target, by, byName, state, requestedAt } = command;
  const told: Switching = { at: requestedAt, relayNumber, target, by, byName, commandId, state };
  const isKnown = history.switchings.some((switching) => switching.commandId === commandId);
  const switchings = isKnown
    ? history.switchings.map((switching) => (switching.commandId === commandId ? told : switching))
    : [told, ...history.switchings];
  return { ...history, switchings };
}

function withRelays(history: DeviceHistory, now: readonly Relay[]): DeviceHistory {
  const relays = history.relays.map((relay) => {
    const step = stepOf(now.find(({ number }) => number === relay.number));
    const isMove = step !== null && relay.steps.at(-1)?.state !== step.state;
    return isMove ? { ...relay, steps: [...relay.steps, step] } : relay;
  });
  return relays.every((relay, index) => relay === history.relays[index]) ? history : { ...history, relays };
}

/** Null where the device told no time of it. */
function stepOf(relay: Relay | undefined): RelayStep | null {
  return relay === undefined || relay.stateAt === null ? null : { at: relay.stateAt, state: relay.state };
}
