/** Rule 4: every answer given fits the row at that moment. The command table of rest-shapes section 5, written down a second time. */
import type { CommandState } from "@relaydeck/contract/relays";
import type { CommandNote } from "./command-rules.ts";
import type { TapOutcome, TapWish } from "./doors.ts";
import { said, type Breach } from "./history.ts";
import type { Right } from "./rights.ts";

export type Answered = Extract<TapOutcome, { kind: "answered" }>;
export type Refused = Extract<TapOutcome, { kind: "refused" }>;

/** A tap as the rules see it. */
export interface TapNote {
  readonly number: number;
  readonly wish: TapWish;
  /** The command that already had this key when the tap was made. */
  readonly earlier: CommandNote | undefined;
}

/** The caller hears at the latest this long after the deadline, in milliseconds. [D35] */
const answerGraceMs = 5_000;
const longestValidityMs = 60_000;

const statusByState: Readonly<Record<CommandState, readonly number[]>> = {
  requested: [],
  sent: [],
  acknowledged: [200],
  confirmed: [200],
  failed: [409, 502, 503],
  unconfirmed: [504],
  expired: [503],
  cancelled: [409],
};

const statusByCode: Readonly<Record<string, number>> = {
  DEVICE_NOT_CONNECTED: 409,
  SUPERSEDED: 409,
  ACCESS_ENDED: 409,
  DEVICE_REFUSED: 502,
  PROVIDER_UNAVAILABLE: 503,
  PROVIDER_BUSY: 503,
  COMMAND_EXPIRED: 503,
  UNCONFIRMED: 504,
};

/** Refusals before a command exists, as far as a step asks for them. */
const knownRefusals: readonly string[] = [
  "NOT_FOUND",
  "FORBIDDEN",
  "KEY_REUSED",
  "VALIDATION",
  "SESSION_REQUIRED",
  "RATE_LIMITED",
  "DEVICE_NOT_CONNECTED",
];

/** `note` is the command that the answer names, `now` a reading of the monotonic clock. */
export function whenAnswered(tap: TapNote, outcome: Answered, told: { note: CommandNote | undefined; now: number }): Breach[] {
  const { answer, status } = outcome;
  const { note, now } = told;
  const says = `t${tap.number} heard ${status} ${String(answer.state)} ${answer.code ?? ""}`;
  if (note === undefined || answer.state === null || answer.command === null)
    return [{ rule: "4", sentence: `${says} without a command` }];
  const isInTable =
    statusByState[answer.state].includes(status) &&
    (answer.code === undefined ? status === 200 : statusByCode[answer.code] === status);
  // Who joined a call is answered by the own deadline, also while that call has longer. [CM-2, D35]
  const isJoined = tap.wish.key === null && answer.repeat && now < note.deadline + answerGraceMs;
  const isUnderWay = isJoined && status === 504 && answer.state === "sent" && answer.code === "UNCONFIRMED";
  const isBeside = answer.command.state !== answer.state || answer.command.commandId !== note.id;
  const lateMs = now - note.deadline - answerGraceMs;
  return [
    ...said(!note.states.has(answer.state), "4", `${says}, but ${note.alias} is ${note.state}`),
    ...said(!isInTable && !isUnderWay, "4", `${says}, which the command table does not know`),
    ...said(answer.success !== (status === 200), "4", `${says} with success ${answer.success}`),
    ...said(isBeside, "4", `${says} beside another command's state`),
    ...said(lateMs > 0 && tap.earlier === undefined, "D35", `${says} ${lateMs} ms too late`),
    ...whoseAnswer(tap, note, answer.repeat),
  ];
}

function whoseAnswer(tap: TapNote, note: CommandNote, isRepeat: boolean): Breach[] {
  const { number, wish, earlier } = tap;
  const isOtherWish = note.deviceId !== wish.device.id || note.relay !== wish.relay || note.target !== wish.target;
  const isOtherKey = wish.key !== null && (note.key !== wish.key || note.actorId !== wish.person.id);
  const isForgotten = earlier !== undefined && (earlier !== note || !isRepeat);
  return [
    ...said(isOtherWish, "4", `t${number} is answered with ${note.alias}, another wish`),
    ...said(isOtherKey, "1", `t${number} is answered with ${note.alias}, another key`),
    ...said(isForgotten, "CM-10", `t${number} repeats ${earlier?.alias} but is told ${note.alias}, repeat ${isRepeat}`),
  ];
}

/** `right` is the person's at this moment, `isKeyKnown` says whether that person used the tap's key before. */
export function whenRefused(
  tap: TapNote,
  outcome: Refused,
  facts: { right: Right["permission"]; isKeyKnown: boolean },
): Breach[] {
  const { wish, earlier } = tap;
  const { code } = outcome.refusal;
  const { right, isKeyKnown } = facts;
  const says = `t${tap.number} was refused with ${code}`;
  const isInside = wish.validForMs === null || (wish.validForMs > 0 && wish.validForMs <= longestValidityMs);
  const isForgotten = earlier !== undefined && code !== "KEY_REUSED" && code !== "SESSION_REQUIRED";
  return [
    ...said(code === "NOT_FOUND" && right !== "none", "4", `${says}, but has the right "${right}"`),
    ...said(code === "FORBIDDEN" && right !== "view", "4", `${says}, but has the right "${right}"`),
    ...said(code === "KEY_REUSED" && !isKeyKnown, "4", `${says}, but that key is new`),
    ...said(code === "VALIDATION" && isInside, "4", `${says}: ${JSON.stringify(outcome.refusal)}`),
    ...said(!knownRefusals.includes(code), "4", `${says}, which no step asked for`),
    ...said(isForgotten, "CM-10", `${says} instead of hearing of ${earlier?.alias}`),
  ];
}
