/**
 * Quarters of an hour: the stretches by which numbers are summed up.
 *
 * Every zone in use is a multiple of 15 minutes away from UTC, so hours, days and months of any zone are whole quarters, and
 * sums by quarter answer for all of them exactly.
 */
export const quarterMs = 15 * 60_000;

/** Begin of the quarter that holds an instant. */
export function quarterOf(at: number): number {
  return Math.floor(at / quarterMs) * quarterMs;
}

/** A stretch of time in epoch milliseconds; `to` is not part of it. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The whole quarters within a stretch, as one stretch; its length is not above 0 where there are none. */
export function wholeQuarters({ from, to }: Stretch): Stretch {
  return { from: quarterOf(from + quarterMs - 1), to: quarterOf(to) };
}

/** Up to when quarters are summed up, and which of them must not be believed. */
export interface RolledUp {
  readonly until: number;
  readonly marks: ReadonlySet<number>;
}

/** How a stretch is told exactly: by the sums of these quarters (but the marked ones), and by the rows of the rest. */
export function piecesOf(stretch: Stretch, { until, marks }: RolledUp): { quarters: Stretch; rows: readonly Stretch[] } {
  const whole = wholeQuarters(stretch);
  const quarters = { from: whole.from, to: Math.min(whole.to, until) };
  if (quarters.to <= quarters.from) return { quarters: { from: 0, to: 0 }, rows: stretch.to > stretch.from ? [stretch] : [] };
  const marked = [...marks].filter((start) => start >= quarters.from && start < quarters.to);
  const rows = [
    { from: stretch.from, to: quarters.from },
    ...marked.map((start) => ({ from: start, to: start + quarterMs })),
    { from: quarters.to, to: stretch.to },
  ];
  return { quarters, rows: rows.filter(({ from, to }) => to > from) };
}
