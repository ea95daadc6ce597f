import { expect, test } from "vitest";
import { averageCallOf, callRateOf, noCalls, sumOfCalls, sumOfEndpoints, type CallNumbers } from "./call-numbers.ts";

const numbers = (by: number): CallNumbers => ({
  calls: by,
  failed: 2 * by,
  responseSum: 3 * by,
  responseCount: 4 * by,
  bytes: 5 * by,
});

test("the numbers of the parts add up to those of the whole", () => {
  expect(sumOfCalls([numbers(1), numbers(10), numbers(100)])).toEqual(numbers(111));
  expect(sumOfCalls([])).toEqual({ calls: 0, failed: 0, responseSum: 0, responseCount: 0, bytes: 0 });
});

test("endpoints are summed by address and method, most calls first, then by address and method", () => {
  const of = (method: string, endpoint: string, by: number) => ({ method, endpoint, ...numbers(by) });
  const parts = [
    of("POST", "/b", 2),
    of("GET", "/c", 2),
    of("GET", "/b", 1),
    of("GET", "/a", 2),
    of("GET", "/b", 1),
    of("PUT", "/z", 9),
  ];
  const summed = [of("PUT", "/z", 9), of("GET", "/a", 2), of("GET", "/b", 2), of("POST", "/b", 2), of("GET", "/c", 2)];
  expect(sumOfEndpoints(parts)).toEqual(summed);
  expect(sumOfEndpoints(parts.toReversed())).toEqual(summed);
});

test("[D27] the rate is over all calls and the mean over those that were answered; without any both are 0", () => {
  expect(callRateOf({ ...noCalls, calls: 8, failed: 2 })).toBe(75);
  expect(averageCallOf({ ...noCalls, responseSum: 900, responseCount: 4 })).toBe(225);
  expect([callRateOf(noCalls), averageCallOf(noCalls)]).toEqual([0, 0]);
});
