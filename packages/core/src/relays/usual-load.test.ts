import { expect, test } from "vitest";
import { learnLoad, nothingLearned, samplesToKnow, usualLoad, type LearnedLoad } from "./usual-load.ts";

function learned(readings: readonly number[], from: LearnedLoad = nothingLearned): LearnedLoad {
  return readings.reduce((load, milliamps) => learnLoad(load, milliamps), from);
}
const times = (count: number, milliamps: number) => Array.from({ length: count }, () => milliamps);

test("[C12] nothing is usual before enough was seen", () => {
  expect(usualLoad(nothingLearned)).toBeNull();
  expect(usualLoad(learned(times(samplesToKnow - 1, 1_240)))).toBeNull();
  expect(usualLoad(learned(times(samplesToKnow, 1_240)))).toEqual({ low: 1_116, high: 1_364 });
});

test("[C12] until the band is settled, every report counts alike", () => {
  expect(learned([1_000, 1_200, 1_700]).loadMean).toBeCloseTo(1_300);
});

test("[C12] a load that varies has a wider band, which holds what it did", () => {
  const readings = Array.from({ length: 200 }, (_, n) => 1_000 + (n % 2 === 0 ? 200 : -200));
  const band = usualLoad(learned(readings));
  expect(band?.low).toBeLessThan(800);
  expect(band?.high).toBeGreaterThan(1_200);
  expect(band?.high).toBeLessThan(2_000);
});

test("[C12] a small load has a band of 25 mA, and never one below nothing", () => {
  expect(usualLoad(learned(times(30, 60)))).toEqual({ low: 35, high: 85 });
  const wild = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? 51 : 400));
  expect(usualLoad(learned(wild))?.low).toBe(0);
});

test("[C12] an hour of a fault does not become the habit; weeks of a new load do", () => {
  const pump = learned(times(400, 1_240));
  const afterAnHour = usualLoad(learned(times(60, 300), pump));
  expect(afterAnHour?.low).toBeGreaterThan(300);
  const afterWeeks = usualLoad(learned(times(20_000, 300), pump));
  expect(afterWeeks?.low).toBeLessThanOrEqual(300);
  expect(afterWeeks?.high).toBeGreaterThanOrEqual(300);
  expect(afterWeeks?.high).toBeLessThan(1_240);
});
