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

/** Within the span. Steps are the oldest first; the first one holds from its instant on. */
export function intervalsOf(steps: readonly RelayStep[], gaps: readonly Span[], span: Span): readonly Interval[] {
  const states = steps.map((step, index) => {
    const next = steps[index + 1];
    return { from: fromInstant(step.at), to: next === undefined ? span.to : fromInstant(next.at), state: step.state };
  });
  const cut = states.flatMap((state) => withoutGaps(state, gaps));
  const silent = gaps.map((gap) => ({ ...gap, state: "no-data" as const }));
  const shown = [...cut, ...silent].flatMap((interval) => within(interval, span));
  return joined(shown.toSorted((a, b) => a.from - b.from));
}

/** The part of it that lies after the span's beginning, if any. */
export function within<Part extends Span>(part: Part, span: Span): readonly Part[] {
  const from = Math.max(part.from, span.from);
  return part.to > from ? [{ ...part, from }] : [];
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

/** Silences of all relays at once: those carried on end at the same instant, so the shortest is common to all. */
export function commonGaps(gaps: readonly (readonly Span[])[]): readonly Span[] {
  const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + to - from, 0);
  return gaps.toSorted((a, b) => lengthOf(a) - lengthOf(b))[0] ?? [];
}

export function gapsOf(history: Pick<DeviceHistory, "gaps">): readonly Span[] {
  return history.gaps.map((gap) => ({ from: fromInstant(gap.from), to: fromInstant(gap.to) }));
}

interface LiveRelay {
  readonly relay: Pick<Relay, "state" | "stateAt" | "isCurrent">;
  readonly device: Pick<Device, "lastHeardAt" | "freshness">;
  /** Since when the page hears nothing, on the server's clock; null while it hears. */
  readonly unheardSince: number | null;
  /** What was read is old, and reading it anew failed: what was since is not known. */
  readonly isOverdue: boolean;
  readonly now: number;
}

/**
 * The history carried on to `now` by what the stream has told since it was read: the relay's own state, and silence
 * where the device was not heard, or the page heard nothing of it. [C4]
 */
export function carriedOn(
  read: { steps: readonly RelayStep[]; gaps: readonly Span[]; to: number },
  live: LiveRelay,
): { steps: readonly RelayStep[]; gaps: readonly Span[] } {
  const { relay, isOverdue } = live;
  const isMoved =
    !isOverdue && relay.stateAt !== null && fromInstant(relay.stateAt) > read.to && read.steps.at(-1)?.state !== relay.state;
  const steps = isMoved && relay.stateAt !== null ? [...read.steps, { at: relay.stateAt, state: relay.state }] : read.steps;
  const from = isOverdue ? knownUntil(read) : silentSince(read.to, live);
  if (from === null || from >= live.now) return { steps, gaps: read.gaps };
  return { steps, gaps: [...read.gaps.filter(({ to }) => to <= from), { from, to: live.now }] };
}

/** What the stream told before it became old still holds. */
function knownUntil({ steps, to }: { steps: readonly RelayStep[]; to: number }): number {
  const last = steps.at(-1);
  return last === undefined ? to : Math.max(to, fromInstant(last.at));
}

/**
 * The relay's last report, where its device is not heard or was heard again without one: it was silent all the while. [C1] Else the
 * later of what was read and what was heard, also by reads while the stream is down; null: it speaks.
 */
function silentSince(readTo: number, { relay, device, unheardSince }: LiveRelay): number | null {
  if (relay.stateAt !== null && (device.freshness !== "fresh" || !relay.isCurrent)) return fromInstant(relay.stateAt);
  const heardAt = device.lastHeardAt === null ? readTo : Math.max(readTo, fromInstant(device.lastHeardAt));
  if (device.freshness !== "fresh") return heardAt;
  return unheardSince === null ? null : Math.max(heardAt, unheardSince);
}
