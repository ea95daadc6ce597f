import { expect, test } from "vitest";
import { averageOf, changeOf, rateOf, ratingOf, toKilobytes } from "./numbers.ts";

test("[D27] a rate is compared with its thresholds before it is rounded", () => {
  const uptimes = [100, 95, 94.999, 80, 79.999, 0].map((percent) => ratingOf(percent, "uptime"));
  expect(uptimes).toEqual(["good", "good", "warning", "warning", "bad", "bad"]);
  const endpoints = [95, 94.999, 90, 89.999].map((percent) => ratingOf(percent, "endpoint"));
  expect(endpoints).toEqual(["good", "warning", "warning", "bad"]);
});

test("the change is the difference of what is shown, and nothing where one of the two is not known", () => {
  expect(changeOf(12, 0)).toEqual({ direction: "up", amount: 12 });
  expect(changeOf(839.6, 880.4)).toEqual({ direction: "down", amount: 40 });
  expect(changeOf(98.44, 98.36, 1)).toEqual({ direction: "same", amount: 0 });
  expect(changeOf(98.44, 95.3, 1)).toEqual({ direction: "up", amount: 3.1 });
  expect([changeOf(null, 3), changeOf(3, null)]).toEqual([null, null]);
});

test("[D27] what the server calls 0 for want of anything to count is not a number", () => {
  expect([rateOf(0, 0), rateOf(4, 0), rateOf(4, 75)]).toEqual([null, 0, 75]);
  expect([averageOf(0), averageOf(812.5)]).toEqual([null, 812.5]);
});

test("data are told in KB of 1024 bytes, with one decimal", () => {
  expect([0, 51, 52, 1_024, 1_536, 10_240_000].map(toKilobytes)).toEqual([0, 0, 0.1, 1, 1.5, 10_000]);
});
