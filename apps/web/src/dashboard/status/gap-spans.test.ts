import { expect, test } from "vitest";
import { mergedGaps } from "../gap.ts";
import { gapSpans } from "./gap-spans.ts";

test("[C3] gaps are cut to the span, joined where they touch, and an open one lasts until now", () => {
  const gaps = [
    { from: 50, to: 60 },
    { from: 0, to: 12 },
    { from: 60, to: 70 },
    { from: 90, to: null },
    { from: 2, to: 5 },
  ];
  expect(gapSpans(gaps, { from: 10, to: 100 })).toEqual([
    { from: 10, to: 12 },
    { from: 50, to: 70 },
    { from: 90, to: 100 },
  ]);
  expect(gapSpans([], { from: 0, to: 1 })).toEqual([]);
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 14, minute)).toISOString();

test("[C3] the end of a gap that was read stands over its beginning, which was heard", () => {
  expect(mergedGaps([{ from: at(5), to: at(6) }], [{ from: at(5), to: null }])).toEqual([{ from: at(5), to: at(6) }]);
});

test("[C3] what the stream told of a gap stands over what was read of it", () => {
  const read = [
    { from: at(1), to: at(2) },
    { from: at(5), to: null },
  ];
  expect(
    mergedGaps(read, [
      { from: at(5), to: at(6) },
      { from: at(9), to: null },
    ]),
  ).toEqual([
    { from: at(5), to: at(6) },
    { from: at(9), to: null },
    { from: at(1), to: at(2) },
  ]);
});
