/**
 * What must hold of each command, asked of what is known of it: history rules 1, 2, 3, 5 and 6, CM-7, CM-8 and CM-9.
 *
 * Pure, so that each rule can be shown a history that breaks it. Rule 4 is answer-rules.ts.
 */
import type { CommandState, RelayTarget } from "@relaydeck/contract/relays";
import { transitions, unansweredGraceMs } from "@relaydeck/core/relays/command";
import { said, type Breach } from "./history.ts";
import type { Right } from "./rights.ts";

export interface CommandNote {
  readonly id: string;
  /** Short name in the history. */
  readonly alias: string;
  readonly actorId: string;
  readonly key: string | null;
  readonly deviceId: string;
  readonly relay: number;
  readonly target: RelayTarget;
  readonly order: number;
  /** Epoch ms, as stored. */
  readonly validUntil: number;
  /** Reading of the monotonic clock. */
  deadline: number;
  state: CommandState;
  /** States it had during the present moment; an answer given in it may still speak of an earlier one. */
  readonly states: Set<CommandState>;
  sentAt: number | null;
  /** Its call at the cloud, which goes on saying whether the device ran it and whether the cloud still holds it. */
  call: { readonly entry: { readonly executed: boolean }; readonly isOver: boolean } | null;
  /** It was `sent` without a call when the server was killed, so none will come. */
  wasCutOff: boolean;
  /** Said once is enough. */
  isSaidOverdue: boolean;
}

/** Nothing may be `requested` this long after its deadline, nor `sent`, in milliseconds. [CM-8] */
const requestedGraceMs = 1_000;
const sentGraceMs = 5_000;

export function whenBegun(note: CommandNote, earlier: CommandNote | undefined): Breach[] {
  return said(earlier !== undefined, "1", `${note.alias} and ${earlier?.alias} have one key`);
}

export function whenMoved(note: CommandNote, from: CommandState): Breach[] {
  return said(!transitions[from].includes(note.state), "CM-8", `${note.alias} went from ${from} to ${note.state}`);
}

/** `right` is the actor's at the claim's place in the log. */
export function whenClaimed(note: CommandNote, right: Right["permission"]): Breach[] {
  return said(!maySwitch(right), "2", `${note.alias} was claimed with the right "${right}"`);
}

function maySwitch(right: Right["permission"]): boolean {
  return right === "owner" || right === "control";
}

export interface Called {
  readonly argument: string;
  /** Reading of the monotonic clock. */
  readonly at: number;
  /** The relay's last called command. */
  readonly before: CommandNote | undefined;
  /** The actor's, by the log as it stands when the bytes leave. */
  readonly right: Right["permission"];
}

export function whenCalled(note: CommandNote, call: Called): Breach[] {
  const before = call.before?.order ?? 0;
  const { alias, target, deadline, order } = note;
  return [
    ...said(note.call !== null, "1", `${alias} was called twice`),
    ...said(note.wasCutOff, "1", `${alias} was called after the crash that cut it off`),
    ...said(target !== call.argument, "2", `${alias} wants ${target}, the call says ${call.argument}`),
    ...said(!maySwitch(call.right), "2", `${alias} was called with the right "${call.right}"`),
    ...said(call.at >= deadline, "2", `${alias} was called ${call.at - deadline} ms after its deadline`),
    ...said(order <= before, "5", `${alias} (order ${order}) was called after order ${before}`),
    ...said(isHeld(call.before, call.at), "CM-7", `${alias} was called while the cloud held ${call.before?.alias}`),
  ];
}

/** What left the cloud without an answer, or is given up, holds the relay no longer. [CM-7, D35] */
function isHeld(before: CommandNote | undefined, at: number): boolean {
  if (before?.call === null || before?.call.isOver !== false) return false;
  return before.state !== "unconfirmed" && at < before.deadline + unansweredGraceMs;
}

/** `wasSo` = the relay really was in the commanded state since the send. */
export function whenConfirmed(note: CommandNote, wasSo: boolean): Breach[] {
  return said(!wasSo, "3", `${note.alias} is confirmed, but its relay was never ${note.target} since the send`);
}

/** Failed, expired and cancelled say that nothing ran; also asked again at the end. */
export function whenNotDone(note: CommandNote): Breach[] {
  const { alias, state, call } = note;
  return [
    ...said(call?.entry.executed === true, "3", `${alias} is ${state}, but the device ran it`),
    ...said(call !== null && state !== "failed", "2", `${alias} is ${state}, but a call was made`),
  ];
}

/** `now` is a reading of the monotonic clock. */
export function whileOpen(note: CommandNote, now: number): Breach[] {
  const { alias, state, deadline } = note;
  const graceMs = state === "requested" ? requestedGraceMs : state === "sent" ? sentGraceMs : Number.POSITIVE_INFINITY;
  return said(now > deadline + graceMs, "6", `${alias} is ${state} ${now - deadline} ms after its deadline`);
}

/** Each command that was sent had its call, or there is a reason for none. */
export function atTheEnd(note: CommandNote): Breach[] {
  const { alias, state, sentAt, call, wasCutOff } = note;
  const isExplained = sentAt === null || call !== null || wasCutOff || state === "failed";
  return [
    ...(state === "failed" || state === "expired" || state === "cancelled" ? whenNotDone(note) : []),
    ...said(!isExplained, "CM-9", `${alias} was sent and is ${state}, but no call was ever made`),
  ];
}
