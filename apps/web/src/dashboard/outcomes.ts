/**
 * Which command ends are worth a word: each end once, final ones only, and none that was over before this page looked. [HD-6, A12]
 */
import type { Device } from "@relaydeck/contract/devices";
import type { Command, CommandState } from "@relaydeck/contract/relays";

/** The last state seen of each relay's command, by command id. */
export type SeenCommands = ReadonlyMap<string, CommandState>;

export interface Outcome {
  readonly relayName: string;
  readonly command: Command;
  readonly urgent: boolean;
}

const ends: ReadonlySet<CommandState> = new Set(["confirmed", "unconfirmed", "failed", "expired"]);

export function seenCommands(devices: readonly Device[]): SeenCommands {
  return new Map(commandsOf(devices).map(({ command }) => [command.commandId, command.state]));
}

/** Of this person's own commands; `before` is null on the first look, when everything is history. */
export function outcomesSince(before: SeenCommands | null, devices: readonly Device[]): readonly Outcome[] {
  if (before === null) return [];
  return commandsOf(devices)
    .filter(({ command }) => command.by === "you" && ends.has(command.state) && before.get(command.commandId) !== command.state)
    .map((found) => ({ ...found, urgent: found.command.state !== "confirmed" }));
}

function commandsOf(devices: readonly Device[]): { relayName: string; command: Command }[] {
  return devices.flatMap((device) =>
    device.relays.flatMap((relay) => (relay.command === null ? [] : [{ relayName: relay.name, command: relay.command }])),
  );
}
