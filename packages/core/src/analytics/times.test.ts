import { expect, test } from "vitest";
import { mergedTimes, noTimes, percentilesOf, timesIn, timesOf, timesText } from "./times.ts";

const countedMs = (ms: number) => percentilesOf(timesOf([[ms, 1]]))?.p50;

test("[C18] a time counts rounded up to three digits, never finer than 10 ms", () => {
  const counted = [0, 1, 10, 11, 812, 820, 3_201, 10_000, 10_001, 12_345, 100_000, 100_001].map(countedMs);
  expect(counted).toEqual([10, 10, 10, 20, 820, 820, 3_210, 10_000, 10_100, 12_400, 100_000, 101_000]);
});

test("[C18] a percentile is the nearest rank: a time that occurred, and no mean of two", () => {
  const ofHundred = timesOf(Array.from({ length: 100 }, (_, index) => [(index + 1) * 10, 1] as const));
  expect(percentilesOf(ofHundred)).toEqual({ count: 100, p50: 500, p95: 950, p99: 990 });
  expect(
    percentilesOf(
      timesOf([
        [20, 1],
        [40, 1],
      ]),
    ),
  ).toEqual({ count: 2, p50: 20, p95: 40, p99: 40 });
  expect(percentilesOf(timesOf([[812, 7]]))).toEqual({ count: 7, p50: 820, p95: 820, p99: 820 });
  expect(percentilesOf(noTimes)).toBeNull();
});

test("[C18] parts together give what the whole gives", () => {
  const parts = [
    timesOf([
      [15, 3],
      [905, 1],
    ]),
    timesOf([
      [18, 2],
      [1_700, 4],
    ]),
  ];
  const whole = timesOf([
    [15, 3],
    [905, 1],
    [18, 2],
    [1_700, 4],
  ]);
  expect(mergedTimes(parts)).toEqual(whole);
  expect(percentilesOf(mergedTimes(parts))).toEqual({ count: 10, p50: 20, p95: 1_700, p99: 1_700 });
});

test("[C18] as text they stay what they are", () => {
  const times = timesOf([
    [0, 3],
    [40, 12],
    [60, 1],
    [9_990, 1_000],
    [10_001, 2],
    [86_400_000, 1],
  ]);
  expect(timesIn(timesText(times))).toEqual(times);
  expect(timesIn(timesText(noTimes))).toEqual(noTimes);
  expect(percentilesOf(timesIn(timesText(times)))).toEqual({ count: 1_019, p50: 9_990, p95: 9_990, p99: 9_990 });
  expect(countedMs(86_400_001)).toBe(86_500_000);
});
