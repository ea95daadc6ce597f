/**
 * How one relay control looks and whether a press acts: the two segments, the ring of what was asked, the reason when inert.
 *
 * The pressed segment is what the device reported and nothing else; a wish only ever gets the dashed ring. [A9, HD-5]
 */
import { fromInstant } from "@relaydeck/contract/instants";
import type { RelayTarget } from "@relaydeck/contract/relays";
import type { Tone } from "../ui/badge.tsx";
import type { IconName } from "../ui/icon.tsx";
import {
  commandShown,
  isFresh,
  isSilent,
  openDoubt,
  truthOf,
  type RelayFacts,
  type Truth,
  type TruthKind,
} from "./relay-truth.ts";

/** `solid` reported and fresh · `outline` last known · `plain` not marked. */
export type SegmentLook = "plain" | "solid" | "outline";

export interface Segment {
  /** Mirrors the reported state; both are false while it is unknown. */
  readonly pressed: boolean;
  readonly look: SegmentLook;
  /** Asked for and not proved. */
  readonly ring: boolean;
}

export type InertReason = "view-only" | "link-down" | "cloud-refuses" | "updating" | "not-connected" | "pending";
export type Press =
  | { readonly allowed: true; readonly checksFirst: boolean }
  | { readonly allowed: false; readonly reason: InertReason };

/** What a row offers beside its line: `check` asks the device, `retry` gives the same command anew. */
export type RowAction = { readonly kind: "check" } | { readonly kind: "retry"; readonly target: RelayTarget };

/** The one message that a person puts away: the page's own press, or the end of that command. */
export type Dismissal = { readonly what: "attempt" } | { readonly what: "command"; readonly commandId: string };

export interface RelayView {
  readonly truth: Truth;
  readonly icon: IconName;
  readonly tone: Tone;
  readonly off: Segment;
  readonly on: Segment;
  readonly press: Press;
  readonly action: RowAction | null;
  /** Set where the person can put the message away. */
  readonly dismissal: Dismissal | null;
}

/** Icon and colour of each truth: sections 2 and 3 of the interface brief. */
export const truthLooks: Readonly<Record<TruthKind, { readonly icon: IconName; readonly tone: Tone }>> = {
  on: { icon: "tick", tone: "on" },
  off: { icon: "circle", tone: "off" },
  "last-known": { icon: "clock", tone: "text" },
  unknown: { icon: "diamond-question", tone: "unk" },
  "no-load": { icon: "triangle", tone: "warn" },
  "current-flows": { icon: "triangle", tone: "bad" },
  requested: { icon: "dashed-ring", tone: "info" },
  checking: { icon: "dashed-ring", tone: "info" },
  asking: { icon: "dashed-ring", tone: "info" },
  sent: { icon: "arrow-to-bar", tone: "info" },
  acknowledged: { icon: "tick", tone: "info" },
  "answered-no-load": { icon: "triangle", tone: "warn" },
  "answered-disagrees": { icon: "triangle", tone: "warn" },
  "out-of-touch": { icon: "diamond-question", tone: "unk" },
  confirmed: { icon: "disc-tick", tone: "ok" },
  unconfirmed: { icon: "diamond-question", tone: "unk" },
  "unanswered-disagrees": { icon: "triangle", tone: "warn" },
  failed: { icon: "triangle", tone: "bad-solid" },
  expired: { icon: "hourglass", tone: "warn" },
  cancelled: { icon: "hourglass", tone: "warn" },
};

/** An answered command without proof keeps its relay for this long; then another may be given. */
const proofWaitMs = 60_000;

const ringed: ReadonlySet<TruthKind> = new Set(["requested", "checking", "asking", "sent", "acknowledged"]);

export function relayView(facts: RelayFacts): RelayView {
  const truth = truthOf(facts);
  const look = truthLooks[truth.kind];
  const target = "target" in truth && ringed.has(truth.kind) ? truth.target : null;
  return {
    truth,
    ...look,
    off: segment("off", facts, { truth, target }),
    on: segment("on", facts, { truth, target }),
    press: pressOf(facts, truth),
    action: actionOf(truth, facts),
    dismissal: dismissalOf(truth, facts),
  };
}

function segment(side: RelayTarget, facts: RelayFacts, shown: { truth: Truth; target: RelayTarget | null }): Segment {
  const pressed = facts.relay.state === side;
  const solid = isReportCurrent(facts, shown.truth);
  return { pressed, look: pressed ? (solid ? "solid" : "outline") : "plain", ring: shown.target === side };
}

/** What is proved to have changed nothing may be put away, and nothing else: all other messages are still open to truth. [C1] */
const dismissibles: ReadonlySet<TruthKind> = new Set(["failed", "expired", "cancelled"]);

function dismissalOf(truth: Truth, facts: RelayFacts): Dismissal | null {
  if (!dismissibles.has(truth.kind)) return null;
  const command = commandShown(facts);
  return command === null ? { what: "attempt" } : { what: "command", commandId: command.commandId };
}

/** The report says how the relay is, not only how it was. [C1, C4] */
export function isReportCurrent(facts: RelayFacts, truth: Truth = truthOf(facts)): boolean {
  return isFresh(facts) && !isDoubted(facts, truth);
}

/** A report from before an unconfirmed command was sent says where the relay was, not where it is. [C1] */
function isDoubted(facts: RelayFacts, truth: Truth): boolean {
  if (openDoubt(facts) !== null) return true;
  if (truth.kind !== "unconfirmed") return false;
  return facts.relay.stateAt === null || fromInstant(facts.relay.stateAt) <= truth.at;
}

const inertByLink = { down: "link-down", refused: "cloud-refuses", updating: "updating" } as const;

function pressOf(facts: RelayFacts, truth: Truth): Press {
  if (facts.device.userPermission === "view") return { allowed: false, reason: "view-only" };
  if (facts.link !== "live") return { allowed: false, reason: inertByLink[facts.link] };
  // A check that a press of ours began makes the device "connecting" for a moment; that is the command's own state.
  if (isPending(facts, truth)) return { allowed: false, reason: "pending" };
  if (!facts.device.isConnected) return { allowed: false, reason: "not-connected" };
  return { allowed: true, checksFirst: isSilent(facts) };
}

/** Data measured before the sending cannot end it. [D36] */
function isPending(facts: RelayFacts, truth: Truth): boolean {
  if (truth.kind !== "acknowledged") return ringed.has(truth.kind);
  const acknowledgedAt = commandShown(facts)?.acknowledgedAt ?? null;
  return acknowledgedAt === null || facts.now - fromInstant(acknowledgedAt) < proofWaitMs;
}

function actionOf(truth: Truth, facts: RelayFacts): RowAction | null {
  if (facts.device.userPermission === "view") return null;
  switch (truth.kind) {
    case "unconfirmed":
      return { kind: "check" };
    case "unanswered-disagrees":
    case "failed":
    case "expired":
      return { kind: "retry", target: truth.target };
    default:
      return null;
  }
}
