/**
 * What was sent to a relay and has no end yet: while it stands, an older report says where the relay was, not where it is. [C1]
 *
 * One rule for the server, which reads it from rows, and for a page, which hears it command by command.
 */
import type { Command, CommandState, Relay, Unproved } from "./relays.ts";

type Sent = Pick<Command, "commandId" | "state" | "acceptedOrder" | "sentAt" | "acknowledgedAt">;

/** States of a command that left and that no report has proved. */
const openEnds: ReadonlySet<CommandState> = new Set(["sent", "acknowledged", "unconfirmed"]);

/** So many of one relay are told of, the newest; one alone is enough for doubt. */
const mostTold = 8;

/** The part of the command that says so; null where it never left, its end is known, or a report came after it. */
export function unprovedPart(command: Sent, stateAt: Relay["stateAt"]): Unproved | null {
  const { commandId, acceptedOrder, sentAt } = command;
  if (sentAt === null || !openEnds.has(command.state) || (stateAt !== null && stateAt > sentAt)) return null;
  return { commandId, acceptedOrder, sentAt, isAnswered: command.acknowledgedAt !== null };
}

/** Of these commands of one relay the unproved ones, newest first. */
export function unprovedOf(commands: readonly Sent[], stateAt: Relay["stateAt"]): Unproved[] {
  return newest(commands.map((command) => unprovedPart(command, stateAt)).filter((part) => part !== null));
}

/** The relay's list after a word about a command that is not, or no longer, the one that stands at it. */
export function unprovedAfter({ unproved, stateAt }: Pick<Relay, "unproved" | "stateAt">, command: Sent): Unproved[] {
  const others = unproved.filter(({ commandId }) => commandId !== command.commandId);
  const part = unprovedPart(command, stateAt);
  return part === null ? others : newest([...others, part]);
}

function newest(parts: readonly Unproved[]): Unproved[] {
  return parts.toSorted((a, b) => b.acceptedOrder - a.acceptedOrder).slice(0, mostTold);
}
