/**
 * A device's state and one observation give the next state. Older never beats newer, a double changes nothing. [architecture 5, CM-6]
 *
 * Not here: what it means for commands (relays/command.ts) and for alerts.
 */
import { learnLoad, type LearnedLoad } from "../relays/usual-load.ts";
import type { Observation, RelayReading } from "./observe.ts";

export interface ReportedRelay extends LearnedLoad {
  readonly number: number;
  readonly reported: "on" | "off" | null;
  readonly reportedAt: number | null;
  readonly evidence: "contact" | "current" | "none";
  readonly milliamps: number | null;
  readonly milliampsAt: number | null;
  readonly load: "ok" | "no-load" | "current-while-off" | "unknown";
  /** Last time it drew current while on. */
  readonly loadSeenAt: number | null;
}

export interface ReportedDevice {
  readonly lastObservedAt: number | null;
  readonly lastSequence: number | null;
  readonly lastHeardAt: number | null;
  readonly powerSource: number | null;
  readonly batteryPercent: number | null;
  readonly cellularLevel: number | null;
}

export interface Folded<R extends ReportedRelay> {
  readonly device: ReportedDevice;
  readonly relays: readonly R[];
  /** Relays whose reported state changed from one known state to another, or became known. */
  readonly changed: readonly { readonly number: number; readonly from: "on" | "off" | null; readonly to: "on" | "off" }[];
  /** True when its values are older than what is known: only `lastHeardAt` moved. */
  readonly isOverdue: boolean;
}

export interface FoldLimits {
  readonly onThresholdMilliamps: number;
  readonly now: number;
  /** The latest moment at which the observation may have been measured, epoch ms (measured.ts). */
  readonly measuredBy: number;
}

/** Clocks of cloud and server may differ by this much; what is dated further ahead is nonsense. */
export const futureToleranceMs = 60_000;

/** How much later than the newest observation a lower sequence is believed again, in milliseconds. [checklist 17] */
export const sequenceDoubtMs = 60_000;

/** Null when the observation tells nothing new at all: a double, older in every way, or from the future. */
export function foldTelemetry<R extends ReportedRelay>(
  before: { readonly device: ReportedDevice; readonly relays: readonly R[] },
  observation: Observation,
  limits: FoldLimits,
): Folded<R> | null {
  if (observation.measuredAt > limits.now + futureToleranceMs) return null;
  if (isOld(before.device, observation, limits)) return foldOverdue(before, observation);
  const changed: { number: number; from: "on" | "off" | null; to: "on" | "off" }[] = [];
  const relays = before.relays.map((relay) => {
    const reading = observation.relays.find((candidate) => candidate.number === relay.number);
    const after = reading === undefined ? relay : foldRelay(relay, reading, { ...limits, stampedAt: observation.measuredAt });
    if (after.reported !== null && after.reported !== relay.reported) {
      changed.push({ number: relay.number, from: relay.reported, to: after.reported });
    }
    return after;
  });
  return { device: foldDevice(before.device, observation), relays, changed, isOverdue: false };
}

/** Values that are too old to be taken still prove that the device speaks. [C4] */
function foldOverdue<R extends ReportedRelay>(
  before: { readonly device: ReportedDevice; readonly relays: readonly R[] },
  { measuredAt }: Observation,
): Folded<R> | null {
  if (measuredAt <= (before.device.lastHeardAt ?? 0)) return null;
  return { device: { ...before.device, lastHeardAt: measuredAt }, relays: before.relays, changed: [], isOverdue: true };
}

/**
 * The device's own sequence decides where there is one; the cloud stamps arrivals, and those may be out of order.
 * After a reboot the sequence starts again: then the device has been up for less time than has passed since. A counter that
 * wrapped, or one false number, is outlived by `sequenceDoubtMs`, by a report whose count does not say that it is older than that;
 * the same number again is a double for ever.
 */
function isOld(device: ReportedDevice, observation: Observation, { measuredBy }: FoldLimits): boolean {
  const { lastObservedAt, lastSequence } = device;
  if (lastObservedAt === null) return false;
  if (observation.sequence === null || lastSequence === null) return observation.measuredAt < lastObservedAt;
  if (observation.sequence > lastSequence) return false;
  const bootedSince =
    observation.uptimeSeconds !== null && observation.uptimeSeconds * 1000 < observation.measuredAt - lastObservedAt;
  const isOutlived = observation.sequence < lastSequence && measuredBy - lastObservedAt > sequenceDoubtMs;
  return !bootedSince && !(observation.isReport && isOutlived);
}

function foldDevice(device: ReportedDevice, observation: Observation): ReportedDevice {
  const heard = Math.max(device.lastHeardAt ?? 0, observation.measuredAt);
  const vitals = observation.isReport
    ? {
        powerSource: observation.powerSource,
        batteryPercent: observation.batteryPercent,
        cellularLevel: observation.cellularLevel,
      }
    : { powerSource: device.powerSource, batteryPercent: device.batteryPercent, cellularLevel: device.cellularLevel };
  return {
    ...vitals,
    lastHeardAt: heard,
    lastObservedAt: Math.max(device.lastObservedAt ?? 0, observation.measuredAt),
    lastSequence: observation.sequence ?? device.lastSequence,
  };
}

function foldRelay<R extends ReportedRelay>(relay: R, reading: RelayReading, limits: FoldLimits & { stampedAt: number }): R {
  // It is not overdue, so it is taken as measured no sooner than what is known.
  const knownAt = Math.max(relay.reportedAt ?? 0, relay.milliampsAt ?? 0);
  const measuredAt = Math.min(limits.stampedAt, Math.max(limits.measuredBy, knownAt));
  const flows = reading.milliamps === null ? null : reading.milliamps >= limits.onThresholdMilliamps;
  // A relay that has reported its contact is never again estimated from its current alone.
  const estimated = relay.evidence === "contact" || flows === null ? null : flows ? "on" : "off";
  const reported = reading.contact ?? estimated;
  if (reported === null && flows === null) return relay;
  const state = reported ?? relay.reported;
  // What was measured before it moved says nothing of how it is now.
  const isOfNow = reading.milliamps !== null || state === relay.reported;
  return {
    ...relay,
    reported: state,
    reportedAt: reported === null ? relay.reportedAt : measuredAt,
    evidence: reading.contact !== null ? "contact" : relay.evidence === "contact" ? "contact" : "current",
    milliamps: reading.milliamps ?? (isOfNow ? relay.milliamps : null),
    milliampsAt: reading.milliamps === null ? (isOfNow ? relay.milliampsAt : null) : measuredAt,
    load: loadOf({
      isContact: reading.contact !== null || relay.evidence === "contact",
      state,
      flows,
      before: isOfNow ? relay.load : "unknown",
    }),
    loadSeenAt: flows === true && state === "on" ? measuredAt : relay.loadSeenAt,
    ...(flows === true && state === "on" && reading.milliamps !== null ? learnLoad(relay, reading.milliamps) : {}),
  };
}

/** C12: only a reported contact can differ from its current; an estimated one is its current. [D54] */
function loadOf(facts: {
  isContact: boolean;
  state: "on" | "off" | null;
  flows: boolean | null;
  before: ReportedRelay["load"];
}): ReportedRelay["load"] {
  if (facts.flows === null) return facts.before;
  if (!facts.isContact) return facts.flows ? "ok" : "unknown";
  if (facts.state === "on") return facts.flows ? "ok" : "no-load";
  return facts.flows ? "current-while-off" : "ok";
}
