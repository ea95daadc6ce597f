/**
 * Sums up commands and calls by quarters of an hour, and what is over by days. May be run as often as one likes, also on
 * several nodes at once: each quarter is made of its rows alone, in a transaction that keeps others from the same. [C18, D26]
 *
 * Rows that change or come late mark their quarter (db/analytics/rollups.ts), and it is made anew; with that it marks its day.
 * A mark goes in the transaction that makes what it stands for, so a pass that stops half way is gone on with by the next.
 * Nothing is pruned before it is summed up (retention/prune.ts).
 */
import { quarterMs, quarterOf } from "@relaydeck/core/analytics/quarters";
import { firstCallAt } from "@relaydeck/db/analytics/provider-calls";
import { putCallQuarter } from "@relaydeck/db/analytics/call-quarters";
import { firstCommandAt, putCommandQuarter } from "@relaydeck/db/analytics/command-quarters";
import {
  clearMark,
  listMarks,
  lockRollup,
  markDay,
  rolledUntil,
  setRolledUntil,
  settledAfterMs,
  type RollupName,
} from "@relaydeck/db/analytics/rollups";
import type { Reader, Tx } from "@relaydeck/db/store";
import type { AnalyticsDeps } from "./analytics-deps.ts";
import { refreshDays, storeDays } from "./system-days.ts";

/** How often, in milliseconds, and how long after a start first. */
export const rollUpEveryMs = 5 * 60_000;
export const firstRollUpMs = 5_000;

/** Quarters of one transaction; commands pass in between. */
const quartersAtOnce = 8;
/** Marked quarters of one pass; the rest follow in the next. */
const mostMarks = 500;

interface Kind {
  firstAt(from: Reader, at: number): Promise<number | null>;
  put(tx: Tx, start: number): Promise<void>;
}

const kinds: Readonly<Record<RollupName, Kind>> = {
  commands: { firstAt: firstCommandAt, put: putCommandQuarter },
  calls: { firstAt: firstCallAt, put: putCallQuarter },
};

/** How many quarters and days were made. */
export interface RolledUp {
  readonly quarters: number;
  readonly again: number;
  readonly days: number;
}

export async function rollUp(deps: AnalyticsDeps): Promise<RolledUp> {
  const settled = quarterOf(deps.clock.now() - settledAfterMs);
  const again = (await rollUpMarked(deps, "commands")) + (await rollUpMarked(deps, "calls"));
  const quarters = (await rollUpNew(deps, "commands", settled)) + (await rollUpNew(deps, "calls", settled));
  await refreshDays(deps);
  const days = await storeDays(deps, await rolledUntil(deps.store.read, "commands"));
  return { quarters, again, days };
}

/** Quarter after quarter, past those without a row. */
async function rollUpNew({ store }: AnalyticsDeps, name: RollupName, settled: number): Promise<number> {
  for (let made = 0; ;) {
    const portion = await store.write((tx) => rollUpPortion(tx, name, settled));
    made += portion;
    if (portion < quartersAtOnce) return made;
  }
}

/** Returns how many were made: fewer than a portion when there are no more. */
async function rollUpPortion(tx: Tx, name: RollupName, settled: number): Promise<number> {
  let until = await lockRollup(tx, name);
  for (let made = 0; made < quartersAtOnce; made += 1) {
    const first = until < settled ? await kinds[name].firstAt(tx, until) : null;
    if (first === null || quarterOf(first) >= settled) {
      await setRolledUntil(tx, name, Math.max(until, settled));
      return made;
    }
    await kinds[name].put(tx, quarterOf(first));
    until = quarterOf(first) + quarterMs;
  }
  await setRolledUntil(tx, name, until);
  return quartersAtOnce;
}

/** Those that have changed since; returns how many. */
async function rollUpMarked({ store }: AnalyticsDeps, name: RollupName): Promise<number> {
  const until = await rolledUntil(store.read, name);
  const starts = await listMarks(store.read, { name, from: 0, to: until, limit: mostMarks });
  for (const start of starts) {
    await store.write(async (tx) => {
      await lockRollup(tx, name);
      await clearMark(tx, name, start);
      await kinds[name].put(tx, start);
      if (name === "commands") await markDay(tx, start);
    });
  }
  return starts.length;
}
