import type { Span } from "../../ui/chart/chart-data.ts";

/** Times without data within a span, oldest first and joined where they touch; one that lasts reaches to its end. */
export function gapSpans(gaps: readonly { from: number; to: number | null }[], span: Span): readonly Span[] {
  const within = gaps
    .map((gap) => ({ from: Math.max(gap.from, span.from), to: Math.min(gap.to ?? span.to, span.to) }))
    .filter((gap) => gap.to > gap.from)
    .toSorted((a, b) => a.from - b.from);
  const joined: Span[] = [];
  for (const gap of within) {
    const last = joined.at(-1);
    if (last !== undefined && gap.from <= last.to) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, gap.to) };
    else joined.push(gap);
  }
  return joined;
}
