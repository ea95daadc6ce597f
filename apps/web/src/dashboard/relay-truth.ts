/**
 * What the line under a relay's name says: one fact, chosen from what the device reported, how old that is, and what was asked.
 *
 * A command speaks first while it is under way or needs a person; a proved one speaks for ten seconds; else the report does.
 * Never here: the old value in place of an unknown one. [C1, C4, C12, D36, D54]
 */
import type { Device } from "@relaydeck/contract/devices";
import { defaultValidityMs } from "@relaydeck/contract/command-times";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Command, Relay, RelayTarget } from "@relaydeck/contract/relays";
import { unprovedPart } from "@relaydeck/contract/unproved";

/**
 * The page's copy of the world: `live` is current, `updating` not yet, `down` is old; `refused` grows old, because the
 * device cloud no longer takes the server's token. [HD-5, S17-4]
 */
export type Link = "live" | "updating" | "down" | "refused";

/**
 * This page's own press, until the server's command takes its place.
 *
 * `requested` no answer yet · `asking` the POST got no answer and the key is looked up · `expired` the server knows no such
 * key after the deadline · `refused` the server said no and made no command · `unknown` nobody could say for ten minutes.
 */
export interface Attempt {
  readonly target: RelayTarget;
  readonly phase: "requested" | "asking" | "expired" | "refused" | "unknown";
  /** On the server's clock, epoch milliseconds. */
  readonly pressedAt: number;
  /** Of the command that stood at the relay then, 0 without one; none up to it is newer than the press. */
  readonly orderBefore: number;
  /** Of the command that the press became; known once the server has answered. */
  readonly acceptedOrder: number | null;
  /** The server's sentence, with `refused`. */
  readonly message: string | null;
}

/** Something may have been sent to a relay and nobody knows its end: an older report says where the relay was, not where it is. [C1] */
export interface Doubt {
  /** Of the sending, or of the press where only that is known. On the server's clock, epoch milliseconds. */
  readonly at: number;
  readonly isSent: boolean;
  /** The device said yes, and no report has shown it. */
  readonly isAnswered: boolean;
}

export function newerDoubt(one: Doubt | null, other: Doubt): Doubt {
  return one === null || other.at > one.at ? other : one;
}

export interface RelayFacts {
  readonly relay: Relay;
  readonly device: Pick<Device, "status" | "isConnected" | "freshness" | "userPermission">;
  readonly link: Link;
  readonly attempt: Attempt | null;
  /** Command whose failure this person has put away. */
  readonly dismissed: string | null;
  /** The newest press of this page of which nobody could say what became of it; null where there is none. */
  readonly doubt: Doubt | null;
  /** On the server's clock, epoch milliseconds. */
  readonly now: number;
}

export type Truth =
  | { readonly kind: "on" | "off"; readonly milliamps: number | null }
  | { readonly kind: "last-known"; readonly state: RelayTarget; readonly at: number | null }
  | { readonly kind: "unknown" }
  | { readonly kind: "no-load" }
  | { readonly kind: "current-flows"; readonly milliamps: number | null }
  | { readonly kind: "requested" | "checking" | "asking" | "acknowledged"; readonly target: RelayTarget }
  | { readonly kind: "sent"; readonly target: RelayTarget; readonly at: number }
  /** Its deadline passed while this page heard nothing: it ended somehow, and only the server knows how. */
  | { readonly kind: "out-of-touch"; readonly target: RelayTarget; readonly at: number | null }
  | { readonly kind: "answered-no-load" }
  | { readonly kind: "answered-disagrees"; readonly target: RelayTarget; readonly byCurrent: boolean }
  | { readonly kind: "confirmed"; readonly state: RelayTarget; readonly milliamps: number | null; readonly at: number }
  /** Without `isSent` only the press is known: `at` is its time, and nobody could say whether anything was sent. */
  | { readonly kind: "unconfirmed"; readonly at: number; readonly isSent: boolean }
  /** No answer came, and what was reported since says that it was not done. `milliamps` where the current says so. */
  | {
      readonly kind: "unanswered-disagrees";
      readonly target: RelayTarget;
      readonly byCurrent: boolean;
      readonly milliamps: number | null;
    }
  | { readonly kind: "failed"; readonly target: RelayTarget; readonly returnValue: number | null; readonly reason: string | null }
  | { readonly kind: "expired" | "cancelled"; readonly target: RelayTarget };

export type TruthKind = Truth["kind"];

/** A confirmed command is named as such for this long, then the state alone. */
const confirmedShownMs = 10_000;
/** An answered command that no current can confirm, and that changes nothing, is named for this long. */
const noLoadShownMs = 60_000;
/** This page's clock and the server's may differ by this much. */
const toleranceMs = 2_000;
/** The stream brings a command that the server has answered for long before this; afterwards the page holds nothing against it. */
const attemptShownMs = 60_000;

export function truthOf(facts: RelayFacts): Truth {
  const command = commandShown(facts);
  const attempt = openAttempt(facts);
  if (command === null && attempt !== null) return attemptTruth(attempt, facts);
  return (command === null ? null : commandTruth(command, facts)) ?? doubtTruth(facts) ?? reportTruth(facts);
}

/** The server's command, unless this page's newer press has not become one yet. */
export function commandShown(facts: Pick<RelayFacts, "relay" | "attempt" | "link" | "now" | "dismissed">): Command | null {
  const { command } = facts.relay;
  const attempt = openAttempt(facts);
  if (attempt === null || command === null) return command;
  if (!replaces(command, attempt)) return null;
  // Somebody else's failure that was put away must not take with it a press that nobody has answered yet.
  const isForeign = attempt.acceptedOrder === null && !mayBecome(command, attempt);
  return isForeign && command.commandId === facts.dismissed ? null : command;
}

/** A press that became a command speaks until the stream has brought that command, and no longer than a stream takes that is there. */
function openAttempt({ attempt, link, now }: Pick<RelayFacts, "attempt" | "link" | "now">): Attempt | null {
  const isAccepted = attempt !== null && attempt.acceptedOrder !== null;
  return isAccepted && hearsServer(link) && now - attempt.pressedAt > attemptShownMs ? null : attempt;
}

/** It is what became of the press, or was given after it. */
function replaces(command: Command, attempt: Attempt): boolean {
  if (attempt.acceptedOrder !== null) return command.acceptedOrder >= attempt.acceptedOrder;
  if (command.acceptedOrder <= attempt.orderBefore) return false;
  return fromInstant(command.requestedAt) >= attempt.pressedAt - (mayBecome(command, attempt) ? toleranceMs : 0);
}

/** It looks like what the press asked for; asked only until the server has said which command that is. */
function mayBecome(command: Command, { phase, target }: Attempt): boolean {
  return phase !== "refused" && command.by === "you" && command.target === target;
}

function attemptTruth(attempt: Attempt, facts: RelayFacts): Truth {
  const { target } = attempt;
  switch (attempt.phase) {
    case "requested":
      if (attempt.acceptedOrder !== null && !hearsServer(facts.link) && facts.now > attempt.pressedAt + defaultValidityMs)
        return { kind: "out-of-touch", target, at: null };
      return { kind: isSilent(facts) ? "checking" : "requested", target };
    case "asking":
    case "expired":
      return { kind: attempt.phase, target };
    case "refused":
      return { kind: "failed", target, returnValue: null, reason: attempt.message };
    case "unknown":
      return { kind: "unconfirmed", at: attempt.pressedAt, isSent: false };
  }
}

/** Null where the command has nothing to say any more. */
function commandTruth(command: Command, facts: RelayFacts): Truth | null {
  const { target } = command;
  if (command.commandId === facts.dismissed) return null;
  if (isOutOfTouch(command, facts))
    return { kind: "out-of-touch", target, at: command.sentAt === null ? null : fromInstant(command.sentAt) };
  switch (command.state) {
    case "requested":
      return { kind: isSilent(facts) ? "checking" : "requested", target };
    case "sent":
      return { kind: "sent", target, at: instantOr(command.sentAt, command.requestedAt) };
    case "acknowledged":
      return acknowledgedTruth(command, facts);
    case "confirmed":
      return confirmedTruth(command, facts);
    case "unconfirmed":
      if (command.disagrees) return unansweredTruth(command, facts.relay);
      return { kind: "unconfirmed", at: instantOr(command.sentAt, command.requestedAt), isSent: true };
    case "failed":
      return { kind: "failed", target, returnValue: command.returnValue, reason: command.reason };
    case "expired":
    case "cancelled":
      return { kind: command.state, target };
  }
}

const underWay: ReadonlySet<Command["state"]> = new Set(["requested", "sent", "acknowledged"]);

/** A page without the server cannot say that a command is still under way once its time is over. [HD-5] */
function isOutOfTouch(command: Command, { link, now }: RelayFacts): boolean {
  return !hearsServer(link) && underWay.has(command.state) && now > fromInstant(command.validUntil);
}

/** While the page hears nothing from the server, what the server said is no word about now. */
export function hearsServer(link: Link): boolean {
  return link === "live" || link === "refused";
}

function acknowledgedTruth(command: Command, { relay, now }: RelayFacts): Truth | null {
  const { target } = command;
  const told = answeredTruth(command, relay) ?? { kind: "acknowledged", target };
  const isOld = now - instantOr(command.acknowledgedAt, command.requestedAt) > noLoadShownMs;
  return told.kind === "answered-no-load" && relay.state === target && isOld ? null : told;
}

/** Of an answered command to which the current says no, or can say nothing; null while proof may come. */
export function answeredTruth({ acknowledgedAt, disagrees, target }: Command, relay: Relay): Truth | null {
  const byCurrent = relay.evidence === "current";
  if (disagrees) return { kind: "answered-disagrees", target, byCurrent };
  // What was measured before the answer speaks of an earlier command.
  const isSince = acknowledgedAt !== null && relay.stateAt !== null && fromInstant(relay.stateAt) > fromInstant(acknowledgedAt);
  return byCurrent && relay.load === "no-load" && isSince ? { kind: "answered-no-load" } : null;
}

export function unansweredTruth({ target }: Command, relay: Relay): Truth {
  return { kind: "unanswered-disagrees", target, byCurrent: relay.evidence === "current", milliamps: relay.milliamps };
}

/** The row of the command may arrive a moment before the report that proved it; until then it is answered, or only sent. */
function confirmedTruth(command: Command, facts: RelayFacts): Truth | null {
  const { relay, now } = facts;
  const at = instantOr(command.confirmedAt, command.requestedAt);
  if (relay.state === command.target) {
    return now - at < confirmedShownMs && isFresh(facts)
      ? { kind: "confirmed", state: command.target, milliamps: relay.milliamps, at }
      : null;
  }
  const isReportOlder = relay.stateAt === null || fromInstant(relay.stateAt) < instantOr(command.sentAt, command.requestedAt);
  if (!isReportOlder || now - at >= confirmedShownMs) return null;
  if (command.acknowledgedAt !== null) return { kind: "acknowledged", target: command.target };
  return { kind: "sent", target: command.target, at: instantOr(command.sentAt, command.requestedAt) };
}

/** What was sent since the last report, where no command at the relay says it any more. */
function doubtTruth(facts: RelayFacts): Truth | null {
  const { relay } = facts;
  const doubt = openDoubt(facts);
  if (doubt === null) return null;
  if (!doubt.isAnswered) return { kind: "unconfirmed", at: doubt.at, isSent: doubt.isSent };
  return relay.state === "unknown" ? null : { kind: "last-known", state: relay.state, at: reportedAt(facts) };
}

/** The newest of what was sent since the last report and stands behind what the row shows; null where all is known. */
export function openDoubt(facts: RelayFacts): Doubt | null {
  const { relay, doubt } = facts;
  const covered = commandShown(facts) === null && relay.command !== null ? unprovedPart(relay.command, relay.stateAt) : null;
  const newest = covered ?? relay.unproved[0];
  const told = newest && { at: fromInstant(newest.sentAt), isSent: true, isAnswered: newest.isAnswered };
  const open = told === undefined ? doubt : newerDoubt(doubt, told);
  return open !== null && (reportedAt(facts) ?? -Infinity) <= open.at ? open : null;
}

function reportedAt({ relay }: Pick<RelayFacts, "relay">): number | null {
  return relay.stateAt === null ? null : fromInstant(relay.stateAt);
}

function reportTruth(facts: RelayFacts): Truth {
  const { relay } = facts;
  if (relay.state === "unknown") return { kind: "unknown" };
  if (!isFresh(facts)) return { kind: "last-known", state: relay.state, at: reportedAt(facts) };
  if (relay.evidence === "contact" && relay.load === "no-load" && relay.state === "on") return { kind: "no-load" };
  if (relay.load === "current-while-off" && relay.state === "off") return { kind: "current-flows", milliamps: relay.milliamps };
  return { kind: relay.state, milliamps: relay.milliamps };
}

/** Fresh enough to show a report as a fact. */
export function isFresh(facts: Pick<RelayFacts, "device" | "link" | "relay">): boolean {
  return isHeard(facts) && facts.relay.isCurrent;
}

/** The device speaks, and we hear it. */
export function isHeard({ device, link }: Pick<RelayFacts, "device" | "link">): boolean {
  return link === "live" && device.status !== "offline" && device.freshness === "fresh";
}

/** The server pings such a device before it sends; so "requested" means it is being checked. [C4] */
export function isSilent({ device }: Pick<RelayFacts, "device">): boolean {
  return device.freshness !== "fresh";
}

function instantOr(instant: string | null, otherwise: string): number {
  return fromInstant(instant ?? otherwise);
}
