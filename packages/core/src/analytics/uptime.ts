/**
 * How long a device was online, of the time of which anything is known. [C3]
 *
 * What is known are the changes of its presence, as the device cloud told them. A time in which the cloud's stream was cut
 * is "no data": neither up nor down, whatever stood before and after it. So is the time before the first word on a device.
 */
import type { Stretch } from "./quarters.ts";

/** From `at` on the device was online, or was not. */
export interface PresenceChange {
  readonly at: number;
  readonly online: boolean;
  /** What was known before; null: nothing. */
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

/** Milliseconds of gaps (as `gapsWithin` gives them) in a part of their stretch. */
export function gapMsIn(part: Stretch, gaps: readonly Stretch[]): number {
  return gaps.reduce((sum, gap) => sum + Math.max(0, Math.min(gap.to, part.to) - Math.max(gap.from, part.from)), 0);
}

/**
 * The stretch in parts, oldest first. `changes` are those within it, oldest first; `stateNow` is what is known at its end
 * and holds all the while where nothing changed.
 */
export function presenceParts(
  stretch: Stretch,
  known: { readonly changes: readonly PresenceChange[]; readonly stateNow: boolean | null; readonly gaps: readonly Stretch[] },
): PresencePart[] {
  const first = known.changes[0];
  const steps = [
    { at: stretch.from, online: first === undefined ? known.stateNow : first.was },
    ...known.changes.map(({ at, online }) => ({ at, online })),
  ];
  const parts = steps.flatMap(({ at, online }, index) => {
    const part = { from: at, to: steps[index + 1]?.at ?? stretch.to };
    return withGaps(part, { state: online === null ? "no-data" : online ? "online" : "offline", gaps: known.gaps });
  });
  return joinedParts(parts);
}

function withGaps(
  part: Stretch,
  { state, gaps }: { readonly state: PresencePart["state"]; readonly gaps: readonly Stretch[] },
): PresencePart[] {
  const parts: PresencePart[] = [];
  let from = part.from;
  for (const gap of gaps.filter((one) => one.to > part.from && one.from < part.to)) {
    parts.push(
      { from, to: gap.from, state },
      { from: Math.max(from, gap.from), to: Math.min(gap.to, part.to), state: "no-data" },
    );
    from = Math.min(gap.to, part.to);
  }
  return [...parts, { from, to: part.to, state }];
}

function joinedParts(parts: readonly PresencePart[]): PresencePart[] {
  const joined: PresencePart[] = [];
  for (const part of parts) {
    if (part.to <= part.from) continue;
    const last = joined.at(-1);
    if (last?.state === part.state) joined[joined.length - 1] = { ...last, to: part.to };
    else joined.push(part);
  }
  return joined;
}

/** Percent of the known time that was online; null where nothing is known. */
export function uptimeOf(parts: readonly PresencePart[]): number | null {
  const msOf = (state: PresencePart["state"]) =>
    parts.reduce((sum, part) => (part.state === state ? sum + part.to - part.from : sum), 0);
  const [online, offline] = [msOf("online"), msOf("offline")];
  return online + offline === 0 ? null : (100 * online) / (online + offline);
}
