/**
 * Which ends of commands are worth a word: each once, final ones only, and none that was over before this page looked. [HD-6, A12]
 */
import type { Device } from "@relaydeck/contract/devices";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Command, Relay } from "@relaydeck/contract/relays";
import { answeredTruth, unansweredTruth, type Truth, type TruthKind } from "./relay-truth.ts";

/** The end that was seen last of each relay's command, by command id; null while none was. */
export type SeenCommands = ReadonlyMap<string, TruthKind | null>;

export interface Outcome {
  readonly relayName: string;
  readonly command: Command;
  readonly end: Truth;
  readonly urgent: boolean;
}

/** `before`: an end that lapsed, as when a load was there for a while, is none that may be told again. */
export function seenCommands(devices: readonly Device[], before: SeenCommands | null = null): SeenCommands {
  return new Map(
    commandsOf(devices).map(({ command, end }) => [command.commandId, end?.kind ?? before?.get(command.commandId) ?? null]),
  );
}

/** Of this person's own commands; `before` is null on the first look, when everything is history. */
export function outcomesSince(before: SeenCommands | null, devices: readonly Device[]): readonly Outcome[] {
  if (before === null) return [];
  return commandsOf(devices).flatMap(({ relayName, command, end }) => {
    const isNews = end !== null && command.by === "you" && before.get(command.commandId) !== end.kind;
    return isNews ? [{ relayName, command, end, urgent: end.kind !== "confirmed" }] : [];
  });
}

function commandsOf(devices: readonly Device[]): { relayName: string; command: Command; end: Truth | null }[] {
  return devices.flatMap((device) =>
    device.relays.flatMap((relay) => {
      const { command, name } = relay;
      return command === null ? [] : [{ relayName: name, command, end: endOf(command, relay) }];
    }),
  );
}

function endOf(command: Command, relay: Relay): Truth | null {
  const { target } = command;
  switch (command.state) {
    case "acknowledged":
      return answeredTruth(command, relay);
    case "unconfirmed":
      if (command.disagrees) return unansweredTruth(command, relay);
      return { kind: "unconfirmed", at: fromInstant(command.sentAt ?? command.requestedAt), isSent: true };
    case "confirmed":
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
