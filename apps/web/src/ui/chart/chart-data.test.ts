import { expect, test } from "vitest";
import { anchorAt, brokenAt, instantsOf, movedCursor, nearest, spread, thinned, valueAt } from "./chart-data.ts";

const point = (at: number, value: number | null = at) => ({ at, value });

test("[C3] a line is broken where a gap lies between two points, and nowhere else", () => {
  const points = [point(1), point(2), point(8), point(9)];
  expect(brokenAt(points, [{ from: 2, to: 8 }])).toEqual([point(1), point(2), null, point(8), point(9)]);
  expect(brokenAt(points, [{ from: 9, to: 20 }])).toEqual(points);
  expect(brokenAt([], [{ from: 0, to: 1 }])).toEqual([]);
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

test("[A20] arrow keys, page keys, Home and End move it, and other keys are not the chart's", () => {
  const move = (key: string, index: number) => movedCursor(key, index, 30);
  expect([move("ArrowLeft", 5), move("ArrowRight", 5), move("ArrowLeft", 0), move("ArrowRight", 29)]).toEqual([4, 6, 0, 29]);
  expect([move("PageUp", 5), move("PageDown", 5), move("Home", 5), move("End", 5)]).toEqual([15, 0, 0, 29]);
  expect([move("a", 5), move("Tab", 5)]).toEqual([null, null]);
});

test("labels that would cover each other stand above each other, and none below the drawing", () => {
  const room = { least: 14, lowest: 100 };
  expect(spread([10, 12, 60], room)).toEqual([-2, 12, 60]);
  expect(spread([99, 99], room)).toEqual([99, 85]);
  expect(spread([120, 50], room)).toEqual([100, 50]);
});

test("the word of a tick at an edge of the drawing stands inside, the others stand under their tick", () => {
  expect([8, 100, 352].map((x) => anchorAt(x, 358))).toEqual(["start", "middle", "end"]);
});

test("of many ticks so many are left as have room, evenly, and always the newest", () => {
  expect(thinned([1, 2, 3, 4, 5, 6, 7], 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(thinned([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7]);
  expect(thinned([1, 2], 1)).toEqual([2]);
  expect(thinned([], 4)).toEqual([]);
});
