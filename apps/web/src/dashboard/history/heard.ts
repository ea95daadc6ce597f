/**
 * A history that was read, with what the stream has told since: nothing is asked of the server again. What the stream tells
 * may stand in the answer already, and be older than it: only what goes on from there changes anything. Pure. [D0.4, C3]
 */
import type { Device } from "@relaydeck/contract/devices";
import type { DeviceHistory, RelayStep, Switching } from "@relaydeck/contract/history";
import { fromInstant, toInstant } from "@relaydeck/contract/instants";
import type { LiveItem } from "@relaydeck/contract/live";
import type { Command, CommandState, Relay } from "@relaydeck/contract/relays";

/** The device whose history the item may go into; null for what is in no history. */
export function deviceOf(item: LiveItem): string | null {
  if (item.kind === "command") return item.command.deviceId;
  return item.kind === "device" ? item.device.id : null;
}

/**
 * With what the item tells of this history's own device; the same object when that is nothing new. `before`: the device as it was
 * told last.
 */
export function heard(history: DeviceHistory, item: LiveItem, before?: Device): DeviceHistory {
  if (item.kind === "command") return withCommand(history, item.command);
  return item.kind === "device" ? withSilence(withRelays(history, item.device.relays), before, item.device) : history;
}

function withCommand(history: DeviceHistory, command: Command): DeviceHistory {
  const { commandId, relayNumber, target, by, byName, state, requestedAt } = command;
  const told: Switching = { at: requestedAt, relayNumber, target, by, byName, commandId, state };
  const known = history.switchings.find((switching) => switching.commandId === commandId);
  if (known === undefined) return { ...history, switchings: [told, ...history.switchings] };
  if (known.state !== null && progress[state] <= progress[known.state]) return history;
  return { ...history, switchings: history.switchings.map((switching) => (switching === known ? told : switching)) };
}

/** A command goes to a state of a higher number and never back. [CM-8] */
const progress: Readonly<Record<CommandState, number>> = {
  requested: 0,
  sent: 1,
  unconfirmed: 2,
  acknowledged: 3,
  confirmed: 4,
  failed: 4,
  expired: 4,
  cancelled: 4,
};

function withRelays(history: DeviceHistory, now: readonly Relay[]): DeviceHistory {
  const relays = history.relays.map((relay) => {
    const step = stepOf(now.find(({ number }) => number === relay.number));
    return step !== null && isMove(step, relay.steps.at(-1)) ? { ...relay, steps: [...relay.steps, step] } : relay;
  });
  return relays.every((relay, index) => relay === history.relays[index]) ? history : { ...history, relays };
}

/** A silence that was told stays when it is over: between the reports at its ends there was none. [C3] */
function withSilence(history: DeviceHistory, before: Device | undefined, now: Device): DeviceHistory {
  if (before === undefined || !isSilent(before)) return history;
  const from = Math.max(lastReportOf(before), fromInstant(history.from));
  const to = lastReportOf(now);
  if (to <= from || to <= fromInstant(history.to)) return history;
  const earlier = history.gaps.filter((gap) => fromInstant(gap.to) <= from);
  return { ...history, gaps: [...earlier, { from: toInstant(from), to: toInstant(to) }] };
}

/** It was not heard, or heard without a word of its relays. */
function isSilent({ freshness, relays }: Device): boolean {
  return freshness !== "fresh" || !relays.some(({ isCurrent }) => isCurrent);
}

/** 0: none was ever told. */
function lastReportOf({ relays }: Device): number {
  return Math.max(0, ...relays.map(({ stateAt }) => (stateAt === null ? 0 : fromInstant(stateAt))));
}

function isMove(step: RelayStep, last: RelayStep | undefined): boolean {
  return last === undefined || (step.state !== last.state && fromInstant(step.at) > fromInstant(last.at));
}

/** Null where the device told no time of it. */
function stepOf(relay: Relay | undefined): RelayStep | null {
  return relay === undefined || relay.stateAt === null ? null : { at: relay.stateAt, state: relay.state };
}
