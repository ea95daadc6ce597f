/**
 * Many times as counts by value, and their percentiles. [C18]
 *
 * A time counts by its value **rounded up to three digits, never finer than 10 ms**: 812 as 820, 3,201 as 3,210, 12,345 as
 * 12,400. The percentile p of n times is the nearest rank: the value of the ⌈p·n/100⌉-th of them in rising order. So it is a
 * time that really occurred, rounded up, and p of a hundred commands took no longer.
 *
 * Counts stand in a list by the rank of their value, so that thousands of such lists are added up in no time.
 */
export type Times = Readonly<Uint32Array>;

export const noTimes: Times = new Uint32Array(0);

/** Values up to 10 s stand 10 ms apart, each power of ten above in 900 steps. */
const firstSteps = 1_000;
const stepsOfPower = 900;

/** Rank of the value that a time counts by. */
function rankOf(ms: number): number {
  let [step, before] = [10, 0];
  while (ms > step * 1_000) {
    before += before === 0 ? firstSteps : stepsOfPower;
    step *= 10;
  }
  const place = Math.max(1, Math.ceil(ms / step));
  return before === 0 ? place : before + place - 100;
}

/** The value of a rank, in milliseconds. */
function valueOf(rank: number): number {
  if (rank <= firstSteps) return rank * 10;
  const power = Math.ceil((rank - firstSteps) / stepsOfPower);
  const place = rank - firstSteps - (power - 1) * stepsOfPower + 100;
  return place * 10 ** (power + 1);
}

/** Counts of exact values as counts of counted ones. */
export function timesOf(values: Iterable<readonly [ms: number, count: number]>): Times {
  const ranks = [...values].map(([ms, count]) => [rankOf(ms), count] as const);
  const times = new Uint32Array(ranks.reduce((most, [rank]) => Math.max(most, rank + 1), 0));
  for (const [rank, count] of ranks) times[rank] = (times[rank] ?? 0) + count;
  return times;
}

/** All of them together. */
export function mergedTimes(parts: readonly Times[]): Times {
  const merged = new Uint32Array(parts.reduce((most, { length }) => Math.max(most, length), 0));
  for (const part of parts)
    for (let rank = 0; rank < part.length; rank += 1) merged[rank] = (merged[rank] ?? 0) + (part[rank] ?? 0);
  return merged;
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
  const count = times.reduce((sum, those) => sum + those, 0);
  if (count === 0) return null;
  const at = (percent: number) => valueAt(times, Math.ceil((percent * count) / 100));
  return { count, p50: at(50), p95: at(95), p99: at(99) };
}

/** The value of the n-th time. */
function valueAt(times: Times, n: number): number {
  let passed = 0;
  for (const [rank, count] of times.entries()) {
    passed += count;
    if (passed >= n) return valueOf(rank);
  }
  return Number.NaN;
}

/** As short text that is read quickly: the length, then counts in order; `[12]` for those of more digits, `(30)` for so many zeros. */
export function timesText(times: Times): string {
  let text = `${times.length}|`;
  for (let rank = 0; rank < times.length;) {
    const count = times[rank] ?? 0;
    let zeros = 0;
    while (count === 0 && times[rank + zeros] === 0) zeros += 1;
    text += zeros > 3 ? `(${zeros})` : zeros > 0 ? "0".repeat(zeros) : count < 10 ? String(count) : `[${count}]`;
    rank += Math.max(1, zeros);
  }
  return text;
}

const [zero, nine, manyZeros] = [48, 57, 40];

/** Of what `timesText` wrote, and nothing else. */
export function timesIn(text: string): Times {
  const begin = text.indexOf("|") + 1;
  const times = new Uint32Array(Number(text.slice(0, begin - 1)));
  let rank = 0;
  for (let at = begin; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= zero && code <= nine) {
      times[rank] = code - zero;
      rank += 1;
      continue;
    }
    const end = text.indexOf(code === manyZeros ? ")" : "]", at);
    const number = Number(text.slice(at + 1, end));
    if (code === manyZeros) rank += number;
    else {
      times[rank] = number;
      rank += 1;
    }
    at = end;
  }
  return times;
}
