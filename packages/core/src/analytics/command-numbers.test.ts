import { expect, test } from "vitest";
import { averageResponseOf, noNumbers, successRateOf, sumOfNumbers, type CommandNumbers } from "./command-numbers.ts";
import { noTimes, timesOf } from "./times.ts";

test("[D27, D52] the numbers of the parts add up to those of the whole", () => {
  const part = (by: number): CommandNumbers => ({
    commands: by,
    successful: 2 * by,
    confirmed: 3 * by,
    failed: 4 * by,
    unconfirmed: 5 * by,
    expired: 6 * by,
    cancelled: 7 * by,
    responseSum: 8 * by,
    responseCount: 9 * by,
    responseTimes: timesOf([[10, by]]),
    confirmationTimes: timesOf([[20, by]]),
  });
  expect(sumOfNumbers([part(1), part(10), part(100)])).toEqual(part(111));
  expect(sumOfNumbers([part(1)])).toEqual(part(1));
  expect(sumOfNumbers([])).toEqual(noNumbers);
  expect(noNumbers).toMatchObject({ responseTimes: noTimes, confirmationTimes: noTimes });
});

test("[D27] the rate speaks of proved results only, and of none it says nothing", () => {
  expect(successRateOf({ successful: 3, failed: 1 })).toBe(75);
  expect(successRateOf({ successful: 0, failed: 2 })).toBe(0);
  expect(successRateOf({ successful: 0, failed: 0 })).toBeNull();
});

test("[D27] the mean is over what was answered, and without an answer there is none", () => {
  expect(averageResponseOf({ responseSum: 900, responseCount: 4 })).toBe(225);
  expect(averageResponseOf({ responseSum: 0, responseCount: 0 })).toBeNull();
});
