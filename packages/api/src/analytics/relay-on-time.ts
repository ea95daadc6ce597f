/**
 * How long a relay was on, over all of its moves: a history tells the newest alone. [C12]
 *
 * They are read a portion after the other, so that others pass in between.
 */
import { onTimeOf, type OnTime, type RelayState } from "@relaydeck/core/analytics/on-time";
import type { Stretch } from "@relaydeck/core/analytics/quarters";
import { gapsWithin } from "@relaydeck/core/analytics/uptime";
import { relayChangeBefore, relayChangesAfter } from "@relaydeck/db/relays/changes";
import type { Reader } from "@relaydeck/db/store";

/** Moves of one look; some milliseconds. */
const movesAtOnce = 2_000;

interface OnTimeQuestion {
  readonly deviceId: string;
  readonly relayNumber: number;
  readonly stretch: Stretch;
  /** In which nothing is known, as `gapsWithin` gives them. */
  readonly gaps: readonly Stretch[];
}

export async function relayOnTime(from: Reader, { stretch, gaps, ...relay }: OnTimeQuestion): Promise<OnTime> {
  const before = await relayChangeBefore(from, { ...relay, before: stretch.from + 1 });
  let known: RelayState = { at: stretch.from, state: before?.state ?? "unknown" };
  let [onMs, knownMs] = [0, 0];
  for (;;) {
    const moves = await relayChangesAfter(from, { ...relay, after: known.at, to: stretch.to, limit: movesAtOnce });
    const last = moves.length === movesAtOnce ? moves.at(-1) : undefined;
    const part = { from: known.at, to: last?.at ?? stretch.to };
    const times = onTimeOf(part, { steps: [known, ...moves], gaps: gapsWithin(part, gaps) });
    onMs += times.onMs;
    knownMs += times.knownMs;
    if (last === undefined) return { onMs, knownMs };
    known = last;
  }
}
