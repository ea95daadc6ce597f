/** Commands on their way, for tests of what is decided about them and of how they are shown. */
import type { CommandFacts } from "../relays/command.ts";
import type { ShownCommand } from "../relays/command-view.ts";

/** Sent two seconds before `now` and without an answer yet. */
export function sentFacts(now: number): CommandFacts {
  return {
    state: "sent",
    target: "on",
    validUntil: now + 5_000,
    sentAt: now - 2_000,
    answeredAt: null,
    callEndedAt: null,
    acknowledgedAt: null,
    disagrees: false,
    contradictions: 0,
    contradictedAt: null,
    milliampsBefore: 0,
  };
}

/** Asked for by `usr_maria` at that time, and sent a second later. */
export function shownCommand(at: number, more: Partial<ShownCommand> = {}): ShownCommand {
  return {
    id: "cmd_1",
    actorId: "usr_maria",
    deviceId: "dev_1",
    relayNumber: 1,
    target: "off",
    state: "sent",
    disagrees: false,
    reason: null,
    reasonCode: null,
    returnValue: null,
    acceptedOrder: 1,
    requestedAt: at,
    createdAt: at,
    validUntil: at + 10_000,
    sentAt: at + 1_000,
    acknowledgedAt: null,
    confirmedAt: null,
    endedAt: null,
    ...more,
  };
}
