/**
 * The life of one relay command, as pure decisions: may it be begun, and what follows from each piece of evidence.
 *
 * A command ends only on evidence: the reply proves the cloud's word, telemetry measured after the send proves the relay.
 * Silence proves nothing, so a lost reply leads to `unconfirmed`, never to `failed`. [C1, CM-5, CM-6, D35, D36]
 *
 * Not here: calling, waiting, storing; that is api/src/relays.
 */
import { defaultValidityMs, longestValidityMs } from "@relaydeck/contract/command-times";
import type { CommandState, RelayTarget } from "@relaydeck/contract/relays";
import { refuse, type Refusal, type RefusalCode } from "@relaydeck/contract/refusals";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Status } from "../devices/presence.ts";
import { may, type Access } from "../policy.ts";

export interface SwitchFacts {
  readonly access: Access;
  readonly relayCount: number;
  readonly status: Status;
}

export interface SwitchWish {
  readonly relayNumber: number;
  readonly target: RelayTarget;
  /** Epoch ms; null = the default of 10 s. */
  readonly validUntil: number | null;
}

/**
 * May this switch be begun, and until when may it be sent: the first question of every command, on every door. [D35, CM-3, C4]
 *
 * The deadline, epoch ms, or why not. A device that has been silent is asked before the bytes leave, not here.
 */
export function decideSwitch(facts: SwitchFacts, wish: SwitchWish, now: number): Result<number, Refusal> {
  const allowed = may("switch", facts.access);
  if (!allowed.ok) return refuse(allowed.error);
  if (wish.relayNumber > facts.relayCount) {
    const only = facts.relayCount === 1 ? "This device has one relay" : `This device has ${facts.relayCount} relays`;
    return refuse("VALIDATION", { message: only, issues: [{ path: "relayNumber", message: only }] });
  }
  const validUntil = decideDeadline(wish.validUntil, now);
  if (!validUntil.ok) return validUntil;
  if (facts.status !== "online") return refuse("DEVICE_NOT_CONNECTED");
  return ok(validUntil.value);
}

function decideDeadline(asked: number | null, now: number): Result<number, Refusal> {
  if (asked === null) return ok(now + defaultValidityMs);
  const message =
    asked <= now
      ? "The deadline is in the past"
      : asked > now + longestValidityMs
        ? "The deadline is more than 60 s ahead"
        : null;
  return message === null ? ok(asked) : refuse("VALIDATION", { message, issues: [{ path: "validUntil", message }] });
}

/** A command as far as decisions go; instants in epoch milliseconds. */
export interface CommandFacts {
  readonly state: CommandState;
  readonly target: RelayTarget;
  readonly validUntil: number;
  readonly sentAt: number | null;
  readonly answeredAt: number | null;
  /** The call is over, whatever it brought, or is waited for no longer; null while it holds its relay. [CM-7, D35] */
  readonly callEndedAt: number | null;
  readonly acknowledgedAt: number | null;
  readonly disagrees: boolean;
  /** Samples measured after the answer (or the send, without one) that contradict the target, and the first one's time. */
  readonly contradictions: number;
  readonly contradictedAt: number | null;
  /** Current of the relay when the command was claimed; null when never measured. */
  readonly milliampsBefore: number | null;
}

/** What the provider adapter says of one function call. [CM-5] */
export type CallOutcome =
  | { readonly kind: "done"; readonly returnValue: number }
  | { readonly kind: "refused"; readonly reason: string; readonly returnValue?: number; readonly code: "DEVICE_REFUSED" }
  | {
      readonly kind: "not-sent";
      readonly reason: string;
      readonly code:
        | "DEVICE_NOT_CONNECTED"
        | "PROVIDER_UNAVAILABLE"
        | "PROVIDER_BUSY"
        | "COMMAND_EXPIRED"
        | "ACCESS_ENDED"
        | "DATABASE_UNAVAILABLE";
      readonly retryAfterSeconds?: number;
    }
  | { readonly kind: "unknown"; readonly reason: string };

/** One relay as a sample shows it. `loadSeen`: it drew current while on within the last 30 days. [D54] */
export interface Sample {
  readonly measuredAt: number;
  readonly evidence: "contact" | "current";
  readonly contact: RelayTarget | null;
  readonly milliamps: number | null;
  readonly onThresholdMilliamps: number;
  readonly loadSeen: boolean;
}

export type Evidence =
  | { readonly kind: "reply"; readonly outcome: CallOutcome }
  | { readonly kind: "sample"; readonly sample: Sample }
  | { readonly kind: "time" }
  | { readonly kind: "ended"; readonly code: "SUPERSEDED" | "ACCESS_ENDED" | "CANCELLED" }
  | { readonly kind: "offline" }
  | { readonly kind: "restart" };

/** What changes; null when the evidence changes nothing. Only the fields named are to be written. */
export interface Advance {
  readonly state?: CommandState;
  readonly disagrees?: boolean;
  readonly contradictions?: number;
  readonly contradictedAt?: number | null;
  readonly reason?: string | null;
  readonly reasonCode?: RefusalCode | null;
  readonly returnValue?: number | null;
  readonly answeredAt?: number;
  readonly callEndedAt?: number;
  readonly acknowledgedAt?: number;
  readonly confirmedAt?: number;
  readonly endedAt?: number;
}

/** The only transitions there are. [CM-8] */
export const transitions: Readonly<Record<CommandState, readonly CommandState[]>> = {
  requested: ["sent", "failed", "expired", "cancelled"],
  sent: ["acknowledged", "confirmed", "unconfirmed", "failed"],
  acknowledged: ["confirmed"],
  unconfirmed: ["acknowledged", "confirmed", "failed"],
  confirmed: [],
  failed: [],
  expired: [],
  cancelled: [],
};

/** Without an answer a sent command becomes unconfirmed, and any call is given up, this long after its deadline. [CM-8, D35] */
export const unansweredGraceMs = 4_000;
/** Samples, or time since the first of them, after which command and device are said to disagree. [D54] */
const contradictionsToDisagree = 2;
export const contradictionMs = 30_000;

/** Before its claim a command can still be stopped; afterwards only evidence moves it. */
export function advance(command: CommandFacts, evidence: Evidence, now: number): Advance | null {
  switch (evidence.kind) {
    case "reply":
      return onReply(command, evidence.outcome, now);
    case "sample":
      return onSample(command, evidence.sample, now);
    case "time":
      return onTime(command, now);
    case "restart":
      // The call ended with the process that made it.
      if (command.state === "sent") return { ...unconfirmed("The server restarted before the answer came"), callEndedAt: now };
      return isInFlight(command) ? { callEndedAt: now } : onTime(command, now);
    case "offline":
      return command.state === "requested" ? failed("DEVICE_NOT_CONNECTED", null, now) : null;
    case "ended":
      return onEnded(command, evidence.code, now);
  }
}

/** Every reply ends the call, also one that says nothing else any more. */
function onReply(command: CommandFacts, outcome: CallOutcome, now: number): Advance | null {
  const change = ofReply(command, outcome, now);
  return change === null ? null : { ...change, callEndedAt: now };
}

function ofReply(command: CommandFacts, outcome: CallOutcome, now: number): Advance | null {
  if (command.state === "confirmed") {
    if (outcome.kind === "unknown") return {};
    return outcome.kind === "done"
      ? { returnValue: outcome.returnValue, answeredAt: now, acknowledgedAt: now }
      : { answeredAt: now };
  }
  if (command.state !== "sent" && command.state !== "unconfirmed") return null;
  switch (outcome.kind) {
    case "done":
      return {
        state: "acknowledged",
        returnValue: outcome.returnValue,
        answeredAt: now,
        acknowledgedAt: now,
        reason: null,
        reasonCode: null,
        disagrees: false,
        contradictions: 0,
        contradictedAt: null,
      };
    case "refused":
      return { ...failed(outcome.code, outcome.reason, now), answeredAt: now, returnValue: outcome.returnValue ?? null };
    case "not-sent":
      return failed(outcome.code, outcome.reason, now);
    case "unknown":
      return command.state === "sent" ? unconfirmed(outcome.reason) : null;
  }
}

function onSample(command: CommandFacts, sample: Sample, now: number): Advance | null {
  if (command.sentAt === null || sample.measuredAt <= command.sentAt) return null;
  if (!isAwaitingProof(command)) return null;
  if (proves(command, sample)) {
    return { state: "confirmed", confirmedAt: now, endedAt: now, disagrees: false, reason: null, reasonCode: null };
  }
  // A sample from between send and answer may have been measured before the relay moved.
  const since = command.answeredAt ?? command.sentAt;
  if (command.state === "sent" || sample.measuredAt <= since || !contradicts(command, sample)) return null;
  // The same sample by another way, stream and webhook, of firmware whose words bear no number. [D54]
  if (sample.measuredAt === command.contradictedAt) return null;
  const contradictions = command.contradictions + 1;
  const contradictedAt = command.contradictedAt ?? sample.measuredAt;
  const disagrees = contradictions >= contradictionsToDisagree || sample.measuredAt - contradictedAt >= contradictionMs;
  return { contradictions, contradictedAt, disagrees: command.disagrees || disagrees };
}

/** Rule 3 of architecture section 11: what confirms. */
export function proves(command: Pick<CommandFacts, "target" | "milliampsBefore">, sample: Sample): boolean {
  if (sample.evidence === "contact") return sample.contact === command.target;
  if (sample.milliamps === null) return false;
  const flows = sample.milliamps >= sample.onThresholdMilliamps;
  if (command.target === "on") return flows;
  const flowed = command.milliampsBefore !== null && command.milliampsBefore >= sample.onThresholdMilliamps;
  return flowed && !flows;
}

/** D54: without contacts, silence of a relay that never drew current says nothing. */
function contradicts(command: Pick<CommandFacts, "target">, sample: Sample): boolean {
  if (sample.evidence === "contact") return sample.contact !== null && sample.contact !== command.target;
  if (sample.milliamps === null) return false;
  const flows = sample.milliamps >= sample.onThresholdMilliamps;
  return command.target === "off" ? flows : !flows && sample.loadSeen;
}

function onTime(command: CommandFacts, now: number): Advance | null {
  if (command.state === "requested" && now >= command.validUntil) {
    return { state: "expired", reasonCode: "COMMAND_EXPIRED", reason: null, endedAt: now };
  }
  if (isInFlight(command) && now >= command.validUntil + unansweredGraceMs)
    return { ...(command.state === "sent" ? unconfirmed("No answer came") : {}), callEndedAt: now };
  const isWaiting = command.state === "acknowledged" || command.state === "unconfirmed";
  if (isWaiting && !command.disagrees && command.contradictedAt !== null && now - command.contradictedAt >= contradictionMs) {
    return { disagrees: true };
  }
  return null;
}

function onEnded(command: CommandFacts, code: "SUPERSEDED" | "ACCESS_ENDED" | "CANCELLED", now: number): Advance | null {
  if (command.state !== "requested") return null;
  return { state: "cancelled", reasonCode: code === "CANCELLED" ? null : code, reason: null, endedAt: now };
}

function failed(code: RefusalCode, reason: string | null, now: number): Advance {
  return { state: "failed", reasonCode: code, reason, endedAt: now };
}

function unconfirmed(reason: string): Advance {
  return { state: "unconfirmed", reasonCode: "UNCONFIRMED", reason };
}

/**
 * In flight: handed to the cloud, its call not over and not given up. One per relay. [CM-7, D35]
 *
 * What the device reports may prove a command before its call is answered; the cloud still holds that call, and what left
 * now could overtake it.
 */
export function isInFlight(command: Pick<CommandFacts, "state" | "callEndedAt">): boolean {
  return command.state === "sent" || (command.state === "confirmed" && command.callEndedAt === null);
}

/** It left, and what the device reports next may still prove it. [CM-6] */
export function isAwaitingProof(command: Pick<CommandFacts, "state">): boolean {
  return command.state === "sent" || command.state === "acknowledged" || command.state === "unconfirmed";
}

/** Nothing more is waited for on behalf of the caller. */
export function isAnswered(command: Pick<CommandFacts, "state">): boolean {
  return command.state !== "requested" && command.state !== "sent";
}
