import { expect, test } from "vitest";
import { sparkPath } from "./spark.ts";

const size = { across: 100, high: 20 };

test("a small line goes from the lowest to the highest and marks its end", () => {
  expect(sparkPath([0, 10, 5], size)).toEqual({ path: "M0 20L50 0L100 10", dots: [{ x: 100, y: 10 }] });
});

test("[C3] it breaks where a value is not known, and marks what stands alone", () => {
  const { path, dots } = sparkPath([4, null, 8, 6], size);
  expect(path).toBe("M0 20M66.7 0L100 10");
  expect(dots.map(({ x }) => x)).toEqual([0, 100]);
  expect(sparkPath([null, null], size)).toEqual({ path: "", dots: [] });
  expect(sparkPath([7], size).dots).toEqual([{ x: 100, y: 10 }]);
});
