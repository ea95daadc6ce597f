/** What every chart says three times from one place: as a picture, as a point that is spoken, and as a table. Pure. [A20] */
import type { Cell } from "@relaydeck/contract/csv";
import type { Room } from "./use-room.ts";

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

/** As many decimals as are shown, so that a file holds no other number than its table. [A20] */
export function toDecimals(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

/** The same of what may not be known. */
export function toDecimalsIfKnown(value: number | null, decimals: number): number | null {
  return value === null ? null : toDecimals(value, decimals);
}

/** Where a drawing stands in its box, in pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Margins at scale 1 as they are in this room; on the left with room for the widest word of the axis there. */
export function frameIn(room: Room, { height, ...margin }: Omit<Frame, "width">, axis: readonly string[]): Frame {
  const { width, scale, widthOf } = room;
  const left = Math.max(margin.left, ...axis.map((text) => widthOf(text) + 10));
  return {
    width,
    height: height * scale,
    left,
    right: margin.right,
    top: margin.top * scale,
    bottom: margin.bottom * scale,
  };
}

interface Tick {
  /** In pixels. */
  readonly x: number;
  readonly text: string;
}

/** Room for a time below an axis at scale 1. */
export const tickWidth = 110;

/** Least room between two words of an axis at scale 1. */
export const wordGap = 12;

/**
 * The words below an axis, each within the drawing and not nearer to the next than `wordGap`: as many as have room, evenly, the
 * last one among them. `middle`: where the middle of the word stands.
 */
export function wordsBelow(ticks: readonly Tick[], { width, scale, widthOf }: Room): readonly (Tick & { middle: number })[] {
  // The next within the same minute, or of the same day, says nothing more.
  const news = ticks.filter(({ text }, index) => text !== ticks[index - 1]?.text);
  const words = news.map(({ x, text: whole }) => {
    const text = shortened(whole, width, widthOf);
    const half = widthOf(text) / 2;
    return { x, text, half, middle: Math.max(half, Math.min(x, width - half)) };
  });
  for (let step = 1; step < words.length; step += 1) {
    const left = eachAt(words, step);
    const isRoomy = left.every((word, index) => {
      const before = left[index - 1];
      return before === undefined || word.middle - word.half - before.middle - before.half >= wordGap * scale;
    });
    if (isRoomy) return left;
  }
  return words.slice(-1);
}

/** One of so many, counted from the last. */
function eachAt<T>(all: readonly T[], step: number): readonly T[] {
  return all.filter((_, index) => (all.length - 1 - index) % step === 0);
}

/** Cut to what has room, with a sign that it goes on; the whole is spoken, and stands in the table. */
export function shortened(text: string, most: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= most) return text;
  const letters = [...text];
  while (letters.length > 0 && widthOf(`${letters.join("")}…`) > most) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

/** Every instant at which some series has a point, oldest first. */
export function instantsOf(series: readonly Series[]): readonly number[] {
  return [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].toSorted((a, b) => a - b);
}

/** The value of a series at an instant of its own; null: none. */
export function valueAt({ points }: Series, at: number): number | null {
  return points.find((point) => point.at === at)?.value ?? null;
}

/** Index of the newest instant of which some series tells a value; of the last one where none does. */
export function newestTold(series: readonly Series[], instants: readonly number[]): number {
  const told = instants.findLastIndex((at) => series.some((one) => valueAt(one, at) !== null));
  return told === -1 ? instants.length - 1 : told;
}

/** So many times as far apart as usual, what lies between two values was not told. */
const mostTimesApart = 3;

/**
 * Points with a hole wherever a gap lies between two of them, or values were not told for much longer than usual, whatever else
 * was: nothing is drawn across a time without data. [C3]
 */
export function brokenAt(points: readonly Point[], gaps: readonly Span[]): readonly (Point | null)[] {
  const most = mostTimesApart * usuallyApart(points);
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    if (before === undefined) return [point];
    const isBroken = point.at - before.at > most || gaps.some((gap) => gap.from >= before.at && gap.to <= point.at);
    return isBroken ? [null, point] : [point];
  });
}

/** Values between two holes, of which no line is drawn. */
export function loneIn(points: readonly (Point | null)[]): readonly Point[] {
  const isTold = (point: Point | null | undefined) => point !== null && point !== undefined && point.value !== null;
  return points.filter((point, index): point is Point => {
    return isTold(point) && !isTold(points[index - 1]) && !isTold(points[index + 1]);
  });
}

/**
 * How far apart nine in ten of them are at most, in milliseconds; without end where they are too few to know. Not the middle: a
 * relay that is busy for a while reports far more often then, and the rest of the time as usual.
 */
function usuallyApart(points: readonly Point[]): number {
  const apart = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at));
  return apart.toSorted((a, b) => a - b)[Math.floor(0.9 * (apart.length - 1))] ?? Number.POSITIVE_INFINITY;
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

/** Index of the instant that was chosen, or of the nearest one since it has gone; else, and where it is that, the one that is told first. */
export function cursorAt(chosen: number | null, instants: readonly number[], first: number): number {
  return Math.min(chosen === null ? first : nearest(instants, chosen), instants.length - 1);
}

/** Index of the instant that is nearest. */
export function nearest(instants: readonly number[], at: number): number {
  return instants.reduce((best, instant, index) => {
    const nearer = Math.abs(instant - at) < Math.abs((instants[best] ?? Number.POSITIVE_INFINITY) - at);
    return nearer ? index : best;
  }, 0);
}

/** Moved apart so that each has `least` between it and the next, in their order, and none stands below `lowest` or above `highest`. */
export function spread(
  positions: readonly number[],
  { least, lowest, highest }: { least: number; lowest: number; highest: number },
): readonly number[] {
  const order = positions.map((_, index) => index).toSorted((a, b) => (positions[b] ?? 0) - (positions[a] ?? 0));
  const placed = [...positions];
  let ceiling = lowest;
  for (const index of order) {
    placed[index] = Math.min(positions[index] ?? 0, ceiling);
    ceiling = (placed[index] ?? 0) - least;
  }
  let floor = highest;
  for (const index of order.toReversed()) {
    placed[index] = Math.max(placed[index] ?? 0, floor);
    floor = (placed[index] ?? 0) + least;
  }
  return placed;
}
