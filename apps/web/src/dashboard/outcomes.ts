/**
 * Which ends of commands are worth a word: each once, final ones only, and none that was over before this page looked. [HD-6, A12]
 */
import type { Device } from "@relaydeck/contract/devices";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Command, Relay } from "@relaydeck/contract/relays";
import { answeredTruth, isFresh, unansweredTruth, type Link, type Truth, type TruthKind } from "./relay-truth.ts";

/** The end that was seen last of each relay's command, by command id; null while none was. */
export type SeenCommands = ReadonlyMap<string, TruthKind | null>;

export interface Outcome {
  readonly relayName: string;
  readonly command: Command;
  readonly end: Truth;
  readonly urgent: boolean;
}

/** What the page shows, and how it hears of it. */
export interface Seen {
  readonly devices: readonly Device[];
  readonly link: Link;
}

/**
 * `before`: an end that lapsed, as when a load was there for a while, is none that may be told again. On the first look what was
 * confirmed is over, whether or not it may be said of now.
 */
export function seenCommands(seen: Seen, before: SeenCommands | null = null): SeenCommands {
  const lapsed = ({ commandId, state }: Command) =>
    before === null ? (state === "confirmed" ? state : null) : (before.get(commandId) ?? null);
  return new Map(commandsOf(seen).map(({ command, end }) => [command.commandId, end?.kind ?? lapsed(command)]));
}

/** Of this person's own commands; `before` is null on the first look, when everything is history. */
export function outcomesSince(before: SeenCommands | null, seen: Seen): readonly Outcome[] {
  if (before === null) return [];
  return commandsOf(seen).flatMap(({ relayName, command, end }) => {
    const isNews = end !== null && command.by === "you" && before.get(command.commandId) !== end.kind;
    return isNews ? [{ relayName, command, end, urgent: end.kind !== "confirmed" }] : [];
  });
}

function commandsOf({ devices, link }: Seen): { relayName: string; command: Command; end: Truth | null }[] {
  return devices.flatMap((device) =>
    device.relays.flatMap((relay) => {
      const { command, name } = relay;
      return command === null ? [] : [{ relayName: name, command, end: endOf(command, { relay, device, link }) }];
    }),
  );
}

function endOf(command: Command, facts: { relay: Relay; device: Device; link: Link }): Truth | null {
  const { relay } = facts;
  const { target } = command;
  switch (command.state) {
    case "acknowledged":
      return answeredTruth(command, relay);
    case "unconfirmed":
      if (command.disagrees) return unansweredTruth(command, relay);
      return { kind: "unconfirmed", at: fromInstant(command.sentAt ?? command.requestedAt), isSent: true };
    case "confirmed":
      // "Is on" is said of now: not of a relay that has moved since, nor of what is only last known. [C1]
      if (relay.state !== target || !isFresh(facts)) return null;
      return {
        kind: "confirmed",
        state: target,
        milliamps: relay.milliamps,
        at: fromInstant(command.confirmedAt ?? command.requestedAt),
      };
    case "failed":
      return { kind: "failed", target, returnValue: command.returnValue, reason: command.reason };
    case "expired":
      return { kind: "expired", target };
    default:
      return null;
  }
}
