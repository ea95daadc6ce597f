/** What every chart says three times from one place: as a picture, as a point that is spoken, and as a table. Pure. [A20] */
import type { Cell } from "@relaydeck/contract/csv";

/** Epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Point {
  readonly at: number;
  /** Null: not told then. */
  readonly value: number | null;
}

export interface Series {
  readonly name: string;
  /** Oldest first. */
  readonly points: readonly Point[];
}

/** Column heads, and rows of the same values that the picture shows. */
export interface TableData {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** How the word at a tick stands to it, so that none is cut at an edge of a drawing that is `width` pixels wide. */
export function anchorAt(x: number, width: number): "start" | "middle" | "end" {
  if (x < halfWord) return "start";
  return x > width - halfWord ? "end" : "middle";
}

/** Half of the longest word at a tick, such as `30. Nov.`, in pixels. */
const halfWord = 28;

/** At most so many of them, evenly spaced, the last one among them. */
export function thinned<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, Math.ceil(all.length / Math.max(1, most)));
  return all.filter((_, index) => (all.length - 1 - index) % step === 0);
}

/** Every instant at which some series has a point, oldest first. */
export function instantsOf(series: readonly Series[]): readonly number[] {
  return [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].toSorted((a, b) => a - b);
}

/** The value of a series at an instant of its own; null: none. */
export function valueAt({ points }: Series, at: number): number | null {
  return points.find((point) => point.at === at)?.value ?? null;
}

/** Points with a hole wherever a gap lies between two of them: nothing is drawn across a time without data. [C3] */
export function brokenAt(points: readonly Point[], gaps: readonly Span[]): readonly (Point | null)[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    const isBroken = before !== undefined && gaps.some((gap) => gap.from >= before.at && gap.to <= point.at);
    return isBroken ? [null, point] : [point];
  });
}

/** Instants of the index of a chart's cursor, moved by a key; null: the key is not the chart's. */
export function movedCursor(key: string, index: number, count: number): number | null {
  const last = Math.max(0, count - 1);
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return Math.max(0, index - 1);
    case "ArrowRight":
    case "ArrowUp":
      return Math.min(last, index + 1);
    case "PageDown":
      return Math.max(0, index - 10);
    case "PageUp":
      return Math.min(last, index + 10);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}

/** Index of the instant that is nearest. */
export function nearest(instants: readonly number[], at: number): number {
  return instants.reduce((best, instant, index) => {
    const nearer = Math.abs(instant - at) < Math.abs((instants[best] ?? Number.POSITIVE_INFINITY) - at);
    return nearer ? index : best;
  }, 0);
}

/** Moved apart so that each has `least` between it and the next, in their order, and none stands below `lowest`. */
export function spread(positions: readonly number[], { least, lowest }: { least: number; lowest: number }): readonly number[] {
  const order = positions.map((_, index) => index).toSorted((a, b) => (positions[b] ?? 0) - (positions[a] ?? 0));
  const placed = [...positions];
  let ceiling = lowest;
  for (const index of order) {
    placed[index] = Math.min(positions[index] ?? 0, ceiling);
    ceiling = (placed[index] ?? 0) - least;
  }
  return placed;
}
