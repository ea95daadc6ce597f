/**
 * Many times as counts by value, and their percentiles. [C18]
 *
 * A time counts by its value **rounded up to three digits, never finer than 10 ms**: 812 as 820, 3,201 as 3,210, 12,345 as
 * 12,400. The percentile p of n times is the nearest rank: the value of the ⌈p·n/100⌉-th of them in rising order. So it is a
 * time that really occurred, rounded up, and p of a hundred commands took no longer.
 */
export type Times = ReadonlyMap<number, number>;

export const noTimes: Times = new Map();

/** Milliseconds as they are counted. */
export function countedMs(ms: number): number {
  let step = 10;
  while (ms > step * 1_000) step *= 10;
  return Math.max(step, Math.ceil(ms / step) * step);
}

/** Counts of exact values as counts of counted ones. */
export function timesOf(values: Iterable<readonly [ms: number, count: number]>): Times {
  const times = new Map<number, number>();
  for (const [ms, count] of values) add(times, countedMs(ms), count);
  return times;
}

/** All of them together. */
export function mergedTimes(parts: Iterable<Times>): Times {
  const merged = new Map<number, number>();
  for (const part of parts) for (const [ms, count] of part) add(merged, ms, count);
  return merged;
}

function add(times: Map<number, number>, ms: number, count: number): void {
  times.set(ms, (times.get(ms) ?? 0) + count);
}

export interface Percentiles {
  /** How many times they were taken of. */
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** In milliseconds; null of no times. */
export function percentilesOf(times: Times): Percentiles | null {
  const sorted = [...times].toSorted(([a], [b]) => a - b);
  const count = sorted.reduce((sum, [, those]) => sum + those, 0);
  if (count === 0) return null;
  const at = (percent: number) => atRank(sorted, Math.ceil((percent * count) / 100));
  return { count, p50: at(50), p95: at(95), p99: at(99) };
}

function atRank(sorted: readonly (readonly [number, number])[], rank: number): number {
  let passed = 0;
  for (const [ms, count] of sorted) {
    passed += count;
    if (passed >= rank) return ms;
  }
  return Number.NaN;
}
