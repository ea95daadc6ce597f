/**
 * A command as the doors show it, in two steps: neutral once per change, then personal per viewer.
 *
 * The log keeps the neutral form, so one event serves every viewer and nobody's name is stored for somebody's eyes.
 */
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import type { Command, CommandState, RelayTarget } from "@relaydeck/contract/relays";
import { refusals, type RefusalCode } from "@relaydeck/contract/refusals";
import type { Permission } from "@relaydeck/contract/devices";
import type { CommandFacts } from "./command.ts";

/** The stored command as far as it is shown; instants in epoch milliseconds. */
export interface ShownCommand {
  readonly id: string;
  readonly actorId: string;
  readonly deviceId: string;
  readonly relayNumber: number;
  readonly target: RelayTarget;
  readonly state: CommandState;
  readonly disagrees: boolean;
  readonly reason: string | null;
  readonly reasonCode: string | null;
  readonly returnValue: number | null;
  readonly acceptedOrder: number;
  /** Orders: never before that of an older command of the same relay, whatever the clock said. [TI-1] */
  readonly requestedAt: number;
  /** By the clock as it was: when it was asked for. */
  readonly createdAt: number;
  readonly validUntil: number;
  readonly sentAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly confirmedAt: number | null;
  readonly endedAt: number | null;
}

/** Like `Command`, but naming the actor instead of comparing with a viewer. */
export type NeutralCommand = Omit<Command, "by" | "byName"> & { readonly actorId: string; readonly actorName: string | null };

export interface Viewer {
  readonly userId: string;
  readonly permission: Permission;
}

export function neutralCommand(command: ShownCommand, actorName: string | null): NeutralCommand {
  return {
    commandId: command.id,
    deviceId: command.deviceId,
    relayNumber: command.relayNumber,
    target: command.target,
    state: command.state,
    disagrees: command.disagrees,
    reason: reasonOf(command),
    reasonCode: command.reasonCode,
    returnValue: command.returnValue,
    acceptedOrder: command.acceptedOrder,
    requestedAt: toInstant(command.createdAt),
    validUntil: toInstant(command.validUntil),
    sentAt: toInstantOrNull(command.sentAt),
    acknowledgedAt: toInstantOrNull(command.acknowledgedAt),
    confirmedAt: toInstantOrNull(command.confirmedAt),
    endedAt: toInstantOrNull(command.endedAt),
    actorId: command.actorId,
    actorName,
  };
}

/** For its actor who may no longer see the device: what became of the call, and nothing that the device has reported. [AD-7, AZ-2] */
export function withoutReports<C extends ShownCommand & Pick<CommandFacts, "callEndedAt">>(command: C): C {
  const unproved = { ...command, disagrees: false, confirmedAt: null };
  if (command.state !== "confirmed") return unproved;
  if (command.acknowledgedAt !== null) return { ...unproved, state: "acknowledged", endedAt: null };
  if (command.callEndedAt === null) return { ...unproved, state: "sent", endedAt: null };
  return { ...unproved, state: "unconfirmed", reasonCode: "UNCONFIRMED", endedAt: null };
}

export function commandFor(viewer: Viewer, neutral: NeutralCommand): Command {
  const { actorId, actorName, ...command } = neutral;
  const byName = viewer.permission === "view" && actorId !== viewer.userId ? null : actorName;
  return { ...command, by: actorId === viewer.userId ? "you" : "other", byName };
}

/** The sentence of rest-shapes section 5 for what became of it; null while nothing needs saying. */
export function reasonOf(command: Pick<ShownCommand, "reason" | "reasonCode" | "returnValue">): string | null {
  if (!isRefusalCode(command.reasonCode)) return command.reason;
  switch (command.reasonCode) {
    case "DEVICE_REFUSED":
      return command.returnValue === null
        ? `${refusals.DEVICE_REFUSED.message}${command.reason === null ? "" : ` (${command.reason})`}`
        : `${refusals.DEVICE_REFUSED.message} (${command.returnValue})`;
    case "PROVIDER_UNAVAILABLE":
    case "PROVIDER_BUSY":
      return `Not sent: ${command.reason ?? refusals[command.reasonCode].message}`;
    default:
      return refusals[command.reasonCode].message;
  }
}

function isRefusalCode(code: string | null): code is RefusalCode {
  return code !== null && Object.hasOwn(refusals, code);
}
