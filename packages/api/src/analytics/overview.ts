/** The cards and charts of System Overview, by the days of a zone. [D26, D27, C18] */
import type { Overview, OverviewQuery, SyncState } from "@relaydeck/contract/analytics-overview";
import { toInstant } from "@relaydeck/contract/instants";
import { noNumbers, sumOfNumbers } from "@relaydeck/core/analytics/command-numbers";
import { lastDays } from "@relaydeck/core/analytics/days";
import type { Stretch } from "@relaydeck/core/analytics/quarters";
import { findMetricSync, longestSyncMs } from "@relaydeck/db/analytics/metric-syncs";
import { commandNumbersOf } from "@relaydeck/db/analytics/spans";
import { countAll } from "@relaydeck/db/analytics/system";
import type { Reader } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { zoneOf, type AnalyticsDeps } from "./analytics-deps.ts";
import { toldCounts, toldFigures } from "./figures.ts";
import { brokeOff } from "./sync-metrics.ts";
import { gapsOf } from "./uptime.ts";

export async function overview(deps: AnalyticsDeps, asked: OverviewQuery): Promise<Overview> {
  const from = deps.store.read;
  const now = deps.clock.now();
  const timeZone = zoneOf(deps, asked);
  const days = lastDays(now, timeZone, 2 * asked.days);
  const shown = days.slice(asked.days);
  const numbers = await commandNumbersOf(from, shown);
  const [yesterday = noNumbers, previous = noNumbers] = await commandNumbersOf(from, compared(days, now), "times");
  const range = { from: present(shown[0], "At least one day").from, to: now };
  const { users, devices, connected, notHeard } = await countAll(from);
  return {
    timeZone,
    from: toInstant(range.from),
    to: toInstant(now),
    today: toldFigures(numbers.at(-1) ?? noNumbers),
    yesterday: toldCounts(yesterday),
    range: toldFigures(sumOfNumbers(numbers)),
    previous: toldCounts(previous),
    days: shown.map((day, index) => ({
      date: day.date,
      from: toInstant(day.from),
      to: toInstant(day.to),
      ...toldFigures(numbers[index] ?? noNumbers),
    })),
    gaps: (await gapsOf(from, range)).map((gap) => ({ from: toInstant(gap.from), to: toInstant(gap.to) })),
    users,
    devices,
    connected,
    notHeard,
    sync: await syncState(from, now),
  };
}

/** Yesterday and the days before the shown ones, each up to the same time after its beginning. */
function compared(days: readonly Stretch[], now: number): Stretch[] {
  const half = days.length / 2;
  const at = (index: number) => present(days[index], "Twice as many days as are shown");
  return [
    upTo(at(days.length - 2), at(days.length - 1), now),
    upTo({ from: at(0).from, to: at(half - 1).to }, { from: at(half).from, to: at(days.length - 1).to }, now),
  ];
}

function upTo(before: Stretch, present: Stretch, now: number): Stretch {
  return { from: before.from, to: Math.min(before.to, before.from + (now - present.from)) };
}

/** Of the last Sync Metrics; null: there was none. One that may be begun anew is no longer under way: its process ended before it. */
export async function syncState(from: Reader, now: number): Promise<SyncState | null> {
  const row = await findMetricSync(from);
  if (row === null) return null;
  const { startedAt, endedAt, devices, failure } = row;
  if (endedAt !== null) return { state: failure === null ? "done" : "failed", at: toInstant(endedAt), devices, failure };
  const isGivenUp = now - startedAt > longestSyncMs;
  return { state: isGivenUp ? "failed" : "running", at: toInstant(startedAt), devices, failure: isGivenUp ? brokeOff : null };
}
