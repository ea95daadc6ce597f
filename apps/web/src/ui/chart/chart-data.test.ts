import { expect, test } from "vitest";
import {
  brokenAt,
  cursorAt,
  frameIn,
  instantsOf,
  loneIn,
  movedCursor,
  nearest,
  newestTold,
  shortened,
  spread,
  valueAt,
  wordsBelow,
} from "./chart-data.ts";

const point = (at: number, value: number | null = at) => ({ at, value });

test("[C3] a line is broken where a gap lies between two points, and nowhere else", () => {
  const points = [point(1), point(2), point(4), point(5)];
  expect(brokenAt(points, [{ from: 2, to: 4 }])).toEqual([point(1), point(2), null, point(4), point(5)]);
  expect(brokenAt(points, [{ from: 9, to: 20 }])).toEqual(points);
  expect(brokenAt([], [{ from: 0, to: 1 }])).toEqual([]);
});

test("[C3] and where nothing was told for much longer than usual, though the device spoke of other things", () => {
  const points = [point(1), point(2), point(3), point(7), point(8)];
  expect(brokenAt(points, [])).toEqual([point(1), point(2), point(3), null, point(7), point(8)]);
  expect(brokenAt([point(1), point(100)], [])).toEqual([point(1), point(100)]);
  const busy = Array.from({ length: 60 }, (_, index) => point(index));
  const quiet = Array.from({ length: 48 }, (_, index) => point(60 + index * 5));
  expect(brokenAt([...busy, ...quiet], [])).toEqual([...busy, ...quiet]);
});

test("a value that stands alone is seen", () => {
  expect(loneIn([point(1), null, point(5), null, point(8), point(9), point(10, null), point(11)])).toEqual([
    point(1),
    point(5),
    point(11),
  ]);
});

test("[A12] the cursor stays at its instant when others come and go; not chosen, it follows what is told first", () => {
  expect([cursorAt(null, [1, 2, 3], 2), cursorAt(2, [1, 2, 3], 2), cursorAt(2, [2, 3, 4], 2), cursorAt(1, [2, 3, 4], 2)]).toEqual(
    [2, 1, 0, 0],
  );
  expect(cursorAt(5, [], 0)).toBe(-1);
});

test("the axis tells each word once", () => {
  const ticks = ["12:01", "12:01", "12:02", "12:02"].map((text, index) => ({ text, x: 100 + index * 100 }));
  expect(wordsBelow(ticks, roomOf(500, 1)).map(({ text, x }) => [text, x])).toEqual([
    ["12:01", 100],
    ["12:02", 300],
  ]);
});

test("[A20] the cursor goes over every instant of every series", () => {
  const series = [
    { name: "a", points: [point(1), point(3)] },
    { name: "b", points: [point(2, null), point(3, 7)] },
  ];
  const instants = instantsOf(series);
  expect(instants).toEqual([1, 2, 3]);
  expect(series.map((one) => valueAt(one, 3))).toEqual([3, 7]);
  expect(series.map((one) => valueAt(one, 2))).toEqual([null, null]);
  expect([nearest(instants, 2.4), nearest(instants, 99), nearest([], 5)]).toEqual([1, 2, 0]);
});

test("a chart begins at its newest value, and at its end where it has none", () => {
  const series = [
    { name: "a", points: [point(1), point(2), point(3, null)] },
    { name: "b", points: [point(1), point(2, null)] },
  ];
  expect(newestTold(series, instantsOf(series))).toBe(1);
  expect(newestTold([{ name: "a", points: [point(1, null), point(2, null)] }], [1, 2])).toBe(1);
});

test("[A20] arrow keys, page keys, Home and End move it, and other keys are not the chart's", () => {
  const move = (key: string, index: number) => movedCursor(key, index, 30);
  expect([move("ArrowLeft", 5), move("ArrowRight", 5), move("ArrowLeft", 0), move("ArrowRight", 29)]).toEqual([4, 6, 0, 29]);
  expect([move("PageUp", 5), move("PageDown", 5), move("Home", 5), move("End", 5)]).toEqual([15, 0, 0, 29]);
  expect([move("a", 5), move("Tab", 5)]).toEqual([null, null]);
});

test("labels that would cover each other stand above each other, and none outside the drawing", () => {
  const room = { least: 14, lowest: 100, highest: 12 };
  expect(spread([30, 32, 60], room)).toEqual([18, 32, 60]);
  expect(spread([10, 12, 60], room)).toEqual([12, 26, 60]);
  expect(spread([99, 99], room)).toEqual([99, 85]);
  expect(spread([120, 50], room)).toEqual([100, 50]);
});

/** Letters of 10 pixels at scale 1. */
const roomOf = (width: number, scale: number) => ({ width, scale, widthOf: (text: string) => 10 * scale * text.length });

test("[A6] words below an axis stand inside the drawing and apart from each other, as many as have room at their size", () => {
  const ticks = ["08:00", "10:00", "12:00", "14:00", "16:00"].map((text, index) => ({ x: index * 60, text }));
  const shown = (width: number, scale: number) =>
    wordsBelow(ticks, roomOf(width, scale)).map(({ text, middle }) => [text, middle]);
  expect(shown(360, 1)).toEqual([
    ["08:00", 25],
    ["12:00", 120],
    ["16:00", 240],
  ]);
  expect(shown(300, 2)).toEqual([
    ["10:00", 60],
    ["16:00", 240],
  ]);
  expect(shown(225, 2)).toEqual([
    ["08:00", 50],
    ["16:00", 175],
  ]);
  expect(shown(120, 2)).toEqual([["16:00", 70]]);
  expect(wordsBelow([], roomOf(300, 1))).toEqual([]);
});

test("[A6] the margin of an axis has room for its widest number, and the height grows with the letters", () => {
  const margins = { height: 180, left: 54, right: 10, top: 14, bottom: 22 };
  expect(frameIn(roomOf(300, 1), margins, ["0", "50"])).toEqual({ ...margins, width: 300 });
  expect(frameIn(roomOf(300, 2), margins, ["0", "1,000"])).toEqual({
    width: 300,
    height: 360,
    left: 110,
    right: 10,
    top: 28,
    bottom: 44,
  });
});

test("a name that is wider than its place is cut with a sign that it goes on", () => {
  const { widthOf } = roomOf(300, 1);
  expect([shortened("Well pump", 90, widthOf), shortened("Well pump", 60, widthOf)]).toEqual(["Well pump", "Well…"]);
});
