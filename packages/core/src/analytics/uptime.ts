/**
 * How long a device was online, of the time of which anything is known. [C3]
 *
 * What is known are the changes of its presence, as the device cloud told them. A time in which the cloud's stream was cut
 * is "no data": neither up nor down, whatever stood before and after it. So is the time before the first word on a device, the
 * time before it was one of this installation, and what it spent in the bin, where no word on it is heard.
 */
import type { Stretch } from "./quarters.ts";

/** A restart of the server within this time is no break, in milliseconds: the cloud's stream is silent for as long without anybody minding. */
export const briefStopMs = 60_000;

/**
 * How long a device may report nothing before that is a time without data in the analytics, in milliseconds. Never so short
 * that a stop which is no break shows in what it measured and not in its connection: it may last as long, and the next report
 * comes after it.
 */
export function silenceAfterMs(staleAfterMs: number): number {
  return Math.max(staleAfterMs, 2 * briefStopMs);
}

/** From `at` on the device was online, or was not. */
export interface PresenceChange {
  readonly at: number;
  readonly online: boolean;
  /** What was known before; null: nothing, from the change before this one on. */
  readonly was: boolean | null;
}

export interface PresencePart extends Stretch {
  readonly state: "online" | "offline" | "no-data";
}

/** Gaps within the stretch, in order and joined where they touch. An open one ends with the stretch. */
export function gapsWithin(stretch: Stretch, gaps: readonly { readonly from: number; readonly to: number | null }[]): Stretch[] {
  const joined: { from: number; to: number }[] = [];
  for (const gap of gaps.toSorted((a, b) => a.from - b.from)) {
    const cut = { from: Math.max(gap.from, stretch.from), to: Math.min(gap.to ?? stretch.to, stretch.to) };
    const last = joined.at(-1);
    if (cut.to <= cut.from) continue;
    if (last !== undefined && cut.from <= last.to) last.to = Math.max(last.to, cut.to);
    else joined.push(cut);
  }
  return joined;
}

/** The same gaps, and the time in which something was not there yet: nothing is known of it before `since`. */
export function gapsBefore(since: number, { stretch, gaps }: { stretch: Stretch; gaps: readonly Stretch[] }): readonly Stretch[] {
  return since <= stretch.from ? gaps : gapsWithin(stretch, [{ from: stretch.from, to: since }, ...gaps]);
}

/** Milliseconds of gaps (as `gapsWithin` gives them) in a part of their stretch. */
export function gapMsIn(part: Stretch, gaps: readonly Stretch[]): number {
  return gaps.reduce((sum, gap) => sum + Math.max(0, Math.min(gap.to, part.to) - Math.max(gap.from, part.from)), 0);
}

/**
 * The stretch in parts, oldest first. `changes` are those since its beginning, oldest first, also the later ones: what was before
 * the first of them is told by it. `stateNow` is what was known when they were read, and holds all the while where nothing changed.
 */
export function presenceParts(
  stretch: Stretch,
  known: { readonly changes: readonly PresenceChange[]; readonly stateNow: boolean | null; readonly gaps: readonly Stretch[] },
): PresencePart[] {
  const { changes, stateNow, gaps } = known;
  const parts: PresencePart[] = [];
  const [first] = changes;
  let from = stretch.from;
  let online = first === undefined ? stateNow : first.was;
  for (const change of changes) {
    const state = stateOf(change.was === null ? null : online);
    addKnown(parts, { from, to: Math.min(change.at, stretch.to), state }, gaps);
    ({ at: from, online } = change);
  }
  addKnown(parts, { from, to: stretch.to, state: stateOf(online) }, gaps);
  return parts;
}

function stateOf(online: boolean | null): PresencePart["state"] {
  if (online === null) return "no-data";
  return online ? "online" : "offline";
}

/** The part without its gaps, of which nothing is known. A day of a fleet has tens of thousands, so they are added in place. */
function addKnown(parts: PresencePart[], part: PresencePart, gaps: readonly Stretch[]): void {
  let { from } = part;
  for (const gap of gaps) {
    if (gap.to <= part.from || gap.from >= part.to) continue;
    const to = Math.min(gap.to, part.to);
    addJoined(parts, { from, to: gap.from, state: part.state });
    addJoined(parts, { from: Math.max(from, gap.from), to, state: "no-data" });
    from = to;
  }
  addJoined(parts, { from, to: part.to, state: part.state });
}

function addJoined(parts: PresencePart[], part: PresencePart): void {
  if (part.to <= part.from) return;
  const last = parts.at(-1);
  if (last?.state === part.state) parts[parts.length - 1] = { ...last, to: part.to };
  else parts.push(part);
}

/** Percent of the known time that was online; null where nothing is known. */
export function uptimeOf(parts: readonly PresencePart[]): number | null {
  let [online, offline] = [0, 0];
  for (const { from, to, state } of parts) {
    if (state === "online") online += to - from;
    else if (state === "offline") offline += to - from;
  }
  return online + offline === 0 ? null : (100 * online) / (online + offline);
}
