/**
 * When a report was measured. The cloud stamps arrivals, and a device on a bad line sends again what it measured before: such a
 * report would prove a command that was sent after it. The device's own count of seconds says how old it is at least. [CM-6]
 */
import type { Observation } from "./observe.ts";

/** What one report said of the device's count; `at`: its stamp, epoch ms. It was measured then or before. */
interface Count {
  readonly at: number;
  readonly uptimeSeconds: number;
}

/** What is remembered of a device's counts. */
export interface Counted {
  /** The report that came soonest after it was measured, as far as is known. */
  readonly soonest: Count;
  readonly newest: Count;
  /** Of the late reports since the last one that came on time, the one that came soonest after it was measured. */
  readonly late: Count | null;
}

/** Whole seconds are told. */
const roundingMs = 1_000;

/** Reports that come faster than this after each other do not tell whether they were held up: a second is rounded away. */
const tellingMs = 5_000;

/** By how much a line takes longer for one report than for another and is still as usual. */
const usualMs = 3_000;

/** Reports that come so long after the first late one are held up by no line any more: the count is what is late. */
const longestHeldMs = 300_000;

type Told = Pick<Observation, "measuredAt" | "uptimeSeconds">;

/**
 * The latest moment at which it may have been measured, epoch ms: its stamp, or sooner where the device has counted on by less than
 * has passed, or had counted less far: then a line held it up. A count that began anew, or that stands, says nothing.
 */
export function measuredBy({ measuredAt, uptimeSeconds }: Told, before: Counted | null): number {
  if (uptimeSeconds === null) return measuredAt;
  const told = { at: measuredAt, uptimeSeconds };
  const from = comparedWith(told, before);
  return from === null ? measuredAt : Math.min(measuredAt, expected(told, from) + roundingMs);
}

/** What the next report is compared with; unchanged by one that tells no count, or the same again. */
export function countedBy({ measuredAt, uptimeSeconds }: Told, before: Counted | null): Counted | null {
  if (uptimeSeconds === null || uptimeSeconds === before?.newest.uptimeSeconds) return before;
  const newest = { at: measuredAt, uptimeSeconds };
  const from = comparedWith(newest, before);
  if (from === null || isSooner(newest, from)) return { soonest: newest, newest, late: null };
  const isLate = isSooner(from, newest, usualMs);
  const late = from === before?.soonest ? before.late : null;
  return { soonest: from, newest, late: isLate ? soonerOf(late, newest) : null };
}

/**
 * Reports that a line held up come after each other faster than they were counted, or it holds them up longer and longer. Where one
 * was late and a later one about as much, the count stood still or lied once, or the line stays as slow: the count is believed again,
 * from the late one on. Null where it began anew, or says nothing, as it stands.
 */
function comparedWith(told: Count, before: Counted | null): Count | null {
  if (before === null) return null;
  const { soonest, newest, late } = before;
  if (told.uptimeSeconds < newest.uptimeSeconds) return told.uptimeSeconds * 1_000 < told.at - newest.at ? null : soonest;
  const isDouble = late !== null && told.at - newest.at < longestHeldMs;
  if (told.uptimeSeconds === newest.uptimeSeconds) return isDouble ? soonest : null;
  return late !== null && isAsLate(told, late) ? late : soonest;
}

/** Or later still, when no line can be the cause any more. */
function isAsLate(told: Count, late: Count): boolean {
  const passedMs = told.at - late.at;
  if (passedMs < tellingMs || isSooner(told, late, roundingMs)) return false;
  return passedMs >= longestHeldMs || !isSooner(late, told, usualMs);
}

/** The one that caught up on the other by more than a second is rounded to. */
function soonerOf(late: Count | null, told: Count): Count {
  return late === null || isSooner(told, late, roundingMs) ? told : late;
}

/** It came sooner after it was measured than the other, by more than `byMs`. */
function isSooner(told: Count, other: Count, byMs = 0): boolean {
  return told.at < expected(told, other) - byMs;
}

/** When `told` was measured, had the other been measured at its stamp; whole milliseconds, also of a count with a fraction. */
function expected(told: Count, from: Count): number {
  return from.at + Math.round((told.uptimeSeconds - from.uptimeSeconds) * 1_000);
}
