/** A relay over a time as intervals of one state each. A time without data has none: nothing is bridged. [C3] Pure. */
import type { DeviceHistory, RelayStep } from "@relaydeck/contract/history";
import type { Device } from "@relaydeck/contract/devices";
import { fromInstant } from "@relaydeck/contract/instants";
import type { Relay } from "@relaydeck/contract/relays";
import type { Span } from "../../ui/chart/chart-data.ts";

export type IntervalState = RelayStep["state"] | "no-data";

export interface Interval extends Span {
  readonly state: IntervalState;
}

/** Steps are the oldest first; the first one holds from the beginning of the span. */
export function intervalsOf(steps: readonly RelayStep[], gaps: readonly Span[], span: Span): readonly Interval[] {
  const states = steps.map((step, index) => {
    const next = steps[index + 1];
    return { from: fromInstant(step.at), to: next === undefined ? span.to : fromInstant(next.at), state: step.state };
  });
  const cut = states.flatMap((state) => withoutGaps(state, gaps));
  const silent = gaps.map((gap) => ({ ...gap, state: "no-data" as const }));
  return joined([...cut, ...silent].filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from));
}

function withoutGaps(interval: Interval, gaps: readonly Span[]): Interval[] {
  let from = interval.from;
  const parts: Interval[] = [];
  for (const gap of gaps) {
    if (gap.to <= from || gap.from >= interval.to) continue;
    parts.push({ ...interval, from, to: gap.from });
    from = Math.max(from, gap.to);
  }
  return [...parts, { ...interval, from, to: Math.max(from, interval.to) }];
}

function joined(intervals: readonly Interval[]): readonly Interval[] {
  const all: Interval[] = [];
  for (const interval of intervals) {
    const last = all.at(-1);
    if (last !== undefined && last.state === interval.state && last.to >= interval.from)
      all[all.length - 1] = { ...last, to: interval.to };
    else all.push(interval);
  }
  return all;
}

/** How long in each state, in milliseconds. */
export function totals(intervals: readonly Interval[]): Readonly<Record<IntervalState, number>> {
  const sums = { on: 0, off: 0, unknown: 0, "no-data": 0 };
  for (const { state, from, to } of intervals) sums[state] += to - from;
  return sums;
}

export function gapsOf(history: Pick<DeviceHistory, "gaps">): readonly Span[] {
  return history.gaps.map((gap) => ({ from: fromInstant(gap.from), to: fromInstant(gap.to) }));
}

/**
 * The history carried on to `now` by what the stream has told since it was read: the relay's own state, and silence
 * where the device was not heard.
 */
export function carriedOn(
  read: { steps: readonly RelayStep[]; gaps: readonly Span[]; to: number },
  live: { relay: Pick<Relay, "state" | "stateAt">; device: Pick<Device, "lastHeardAt" | "freshness">; now: number },
): { steps: readonly RelayStep[]; gaps: readonly Span[] } {
  const { relay, device, now } = live;
  const isMoved = relay.stateAt !== null && fromInstant(relay.stateAt) > read.to && read.steps.at(-1)?.state !== relay.state;
  const steps = isMoved && relay.stateAt !== null ? [...read.steps, { at: relay.stateAt, state: relay.state }] : read.steps;
  if (device.freshness === "fresh") return { steps, gaps: read.gaps };
  const heard = device.lastHeardAt === null ? read.to : Math.max(read.to, fromInstant(device.lastHeardAt));
  return { steps, gaps: [...read.gaps, { from: heard, to: now }] };
}
