/**
 * The commands that a strip marks and counts, each by what it became: only what is confirmed has switched anything, for no
 * other state proves it. Moves that answer no command are left to the drawing's steps. [C1] Pure.
 */
import type { DeviceHistory } from "@relaydeck/contract/history";
import { fromInstant } from "@relaydeck/contract/instants";
import type { CommandState } from "@relaydeck/contract/relays";

export const commandOutcomes = ["switched", "unconfirmed", "failed", "expired", "cancelled", "answered", "underWay"] as const;
export type CommandOutcome = (typeof commandOutcomes)[number];

export interface StripCommand {
  readonly at: number;
  readonly outcome: CommandOutcome;
}

const outcomeOf: Readonly<Record<CommandState, CommandOutcome>> = {
  requested: "underWay",
  sent: "underWay",
  acknowledged: "answered",
  confirmed: "switched",
  unconfirmed: "unconfirmed",
  failed: "failed",
  expired: "expired",
  cancelled: "cancelled",
};

/** One relay's, from the instant `since` on. */
export function commandsOf(
  { switchings }: Pick<DeviceHistory, "switchings">,
  { relayNumber, since }: { relayNumber: number; since: number },
): readonly StripCommand[] {
  return switchings.flatMap((switching) => {
    const { commandId, state } = switching;
    const at = fromInstant(switching.at);
    if (commandId === null || state === null || switching.relayNumber !== relayNumber || at < since) return [];
    return [{ at, outcome: outcomeOf[state] }];
  });
}
