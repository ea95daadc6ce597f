/** One word, folded into a device's rows in memory: new rows, and what is worth telling. Pure; the ingest stores it. */
import type { Profile } from "@relaydeck/core/devices/profile";
import { foldTelemetry, futureToleranceMs } from "@relaydeck/core/telemetry/fold";
import { measuredBy, type Counted } from "@relaydeck/core/telemetry/measured";
import { observe, type Nonsense, type Observation } from "@relaydeck/core/telemetry/observe";
import type { DeviceRow, RelayRow } from "@relaydeck/db/devices/store";
import type { Word } from "./word.ts";

export interface DeviceState {
  readonly device: DeviceRow;
  readonly relays: readonly RelayRow[];
}

export type Heard =
  | { readonly kind: "dropped"; readonly why: Nonsense | "old" }
  | { readonly kind: "state"; readonly state: DeviceState }
  /** A report whose values are overtaken: the device was heard, nothing else. */
  | { readonly kind: "overdue"; readonly state: DeviceState; readonly observation: Observation }
  | {
      readonly kind: "report";
      readonly state: DeviceState;
      readonly observation: Observation;
      /** The latest moment at which it may have been measured, epoch ms. */
      readonly measuredBy: number;
      readonly moved: readonly Moved[];
    };

export interface ListenFacts {
  readonly profile: Profile;
  readonly now: number;
  /** What its reports said of its count; null where none is remembered. */
  readonly counted: Counted | null;
}

export interface Moved {
  readonly number: number;
  readonly from: "on" | "off" | null;
  readonly to: "on" | "off";
}

export function listenToWord(known: DeviceState, word: Word, facts: ListenFacts): Heard {
  const before = { ...known, device: believable(known.device, latestOf(word, facts.now)) };
  const { device } = before;
  switch (word.kind) {
    case "event": {
      const observation = observe(facts.profile, { name: word.name, data: word.data, measuredAt: word.at });
      if (!observation.ok) return { kind: "dropped", why: observation.error };
      return listenToReport(before, observation.value, { ...facts, measuredBy: measuredBy(observation.value, facts.counted) });
    }
    case "observation":
      // An answer bears the time of its question, and was measured after that.
      return listenToReport(before, word.observation, { ...facts, measuredBy: word.observation.measuredAt });
    case "heard":
    case "vitals":
      return changed(before, {
        ...believed,
        lastHeardAt: Math.max(device.lastHeardAt ?? 0, word.at),
        ...(word.at >= (device.cloudOnlineAt ?? 0) ? { cloudOnline: true } : {}),
      });
    case "presence":
      return listenToPresence(before, word);
    case "updating":
      if (word.at < Math.max(device.cloudOnlineAt ?? 0, device.lastObservedAt ?? 0)) return { kind: "dropped", why: "old" };
      return changed(before, { ...believed, updating: true });
    case "check":
      return changed(before, { connectingSince: word.since });
  }
}

function latestOf(word: Word, now: number): number {
  const saidAt = word.kind === "observation" ? word.observation.measuredAt : "at" in word ? word.at : now;
  return Math.max(saidAt, now) + futureToleranceMs;
}

/** What was noted by a clock that was ahead would be newer than every word until then: it is as if it had not been. [TI-1] */
function believable(device: DeviceRow, latest: number): DeviceRow {
  const unlessAhead = (at: number | null) => (at !== null && at > latest ? null : at);
  return {
    ...device,
    cloudOnlineAt: unlessAhead(device.cloudOnlineAt),
    lastHeardAt: unlessAhead(device.lastHeardAt),
    lastObservedAt: unlessAhead(device.lastObservedAt),
  };
}

/** What the provider says ends what an administrator said of the device; a check of our own says nothing yet. [AD-4] */
const believed = { overriddenAt: null } as const;

/**
 * The cloud's list repeats itself without news; only a session event, or another word than before, moves anything. And who has
 * spoken since the cloud was asked for it is there, whatever it found.
 */
function listenToPresence(before: DeviceState, word: Extract<Word, { kind: "presence" }>): Heard {
  const { device } = before;
  if (word.at < (device.cloudOnlineAt ?? 0)) return { kind: "dropped", why: "old" };
  if (!word.isSession && !word.online && word.at < (device.lastHeardAt ?? 0)) return { kind: "dropped", why: "old" };
  if (!word.isSession && device.cloudOnline === word.online) return { kind: "dropped", why: "old" };
  return changed(before, {
    ...believed,
    cloudOnline: word.online,
    cloudOnlineAt: word.at,
    ...(word.isSession ? { updating: false } : {}),
  });
}

function listenToReport(before: DeviceState, observation: Observation, facts: ListenFacts & { measuredBy: number }): Heard {
  const { now, profile, measuredBy: latest } = facts;
  const limits = { now, onThresholdMilliamps: profile.onThresholdMilliamps, measuredBy: latest };
  const folded = foldTelemetry(before, observation, limits);
  if (folded === null) return { kind: "dropped", why: "old" };
  const { device } = before;
  if (folded.isOverdue)
    return { kind: "overdue", state: { ...before, device: { ...device, ...folded.device, ...believed } }, observation };
  // Who speaks is there, whatever the cloud said before that.
  const isAlive = observation.measuredAt >= (device.cloudOnlineAt ?? 0);
  const next = {
    ...device,
    ...folded.device,
    lastUpdate: folded.device.lastObservedAt,
    updating: false,
    ...believed,
    ...(isAlive ? { cloudOnline: true } : {}),
  };
  return {
    kind: "report",
    state: { device: next, relays: folded.relays },
    observation,
    measuredBy: latest,
    moved: folded.changed,
  };
}

function changed(before: DeviceState, patch: Partial<DeviceRow>): Heard {
  return { kind: "state", state: { ...before, device: { ...before.device, ...patch } } };
}
