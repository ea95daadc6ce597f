import { expect, test } from "vitest";
import { piecesOf, quarterMs, quarterOf, wholeQuarters } from "./quarters.ts";

const at = (quarters: number) => Math.round(quarters * quarterMs);

test("[D26] a stretch is told by whole quarters that are summed up, and by rows before, between and after them", () => {
  const marks = new Set([at(3), at(40)]);
  expect(piecesOf({ from: at(0.5), to: at(9.5) }, { until: at(6), marks })).toEqual({
    quarters: { from: at(1), to: at(6) },
    rows: [
      { from: at(0.5), to: at(1) },
      { from: at(3), to: at(4) },
      { from: at(6), to: at(9.5) },
    ],
  });
  expect(piecesOf({ from: at(1), to: at(3) }, { until: at(6), marks: new Set() })).toEqual({
    quarters: { from: at(1), to: at(3) },
    rows: [],
  });
});

test("[D26] where nothing is summed up, or no quarter is whole, rows tell all of it", () => {
  const all = { from: at(1.2), to: at(1.8) };
  expect(piecesOf(all, { until: at(6), marks: new Set() }).rows).toEqual([all]);
  expect(piecesOf({ from: at(1), to: at(5) }, { until: 0, marks: new Set() }).rows).toEqual([{ from: at(1), to: at(5) }]);
  expect(piecesOf({ from: at(5), to: at(5) }, { until: 0, marks: new Set() }).rows).toEqual([]);
});

test("[D27] days of zones that are half or three quarters of an hour off begin with a quarter", () => {
  const midnights = ["2026-10-24T18:30:00Z", "2026-10-24T18:15:00Z"].map((text) => Date.parse(text));
  expect(midnights.map(quarterOf)).toEqual(midnights);
  expect(wholeQuarters({ from: at(2), to: at(4) })).toEqual({ from: at(2), to: at(4) });
});
