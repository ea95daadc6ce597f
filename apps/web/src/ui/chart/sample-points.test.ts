import { toInstant } from "@relaydeck/contract/instants";
import { expect, test } from "vitest";
import { currentPoints, vitalPoints } from "./sample-points.ts";

const none = { batteryPercent: null, signalPercent: null };
const samples = [
  { at: toInstant(10), milliamps: [600.44, 0], ...none },
  { at: toInstant(20), milliamps: [null, null], batteryPercent: 81.26, signalPercent: null },
  { at: toInstant(30), milliamps: [null, 5], ...none, signalPercent: 64 },
];

test("[C3] a report of vitals alone is no reading of the current, and one that leaves a relay out is a hole in its line", () => {
  expect(currentPoints(samples, 0, 1)).toEqual([
    { at: 10, value: 600.4 },
    { at: 30, value: null },
  ]);
  expect(currentPoints(samples, 1, 0)).toEqual([
    { at: 10, value: 0 },
    { at: 30, value: 5 },
  ]);
});

test("[C3] what is told by reports of its own has no hole where the currents are told", () => {
  expect(vitalPoints(samples, "batteryPercent")).toEqual([{ at: 20, value: 81.3 }]);
});

test("[C3, D41] what is told beside the currents has a hole where a report could not measure it", () => {
  expect(vitalPoints(samples, "signalPercent")).toEqual([
    { at: 10, value: null },
    { at: 30, value: 64 },
  ]);
});
