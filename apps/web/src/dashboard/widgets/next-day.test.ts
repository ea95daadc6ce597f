import { expect, test } from "vitest";
import { isDayOver } from "./analytics-overview.tsx";

const days = [{ date: "2026-11-23", successful: 0, confirmed: 0, failed: 0, unconfirmed: 0 }];

test.each([
  ["Europe/Berlin", "2026-11-23T22:59:00Z", false],
  ["Europe/Berlin", "2026-11-23T23:00:00Z", true],
  ["America/New_York", "2026-11-24T04:59:00Z", false],
  ["America/New_York", "2026-11-24T05:00:00Z", true],
  // The viewer's clock may be behind the answer.
  ["Asia/Tokyo", "2026-11-22T14:59:00Z", false],
] as const)("[D27] the day of “My commands today” ends at midnight in %s: %s", (timeZone, at, isOver) => {
  expect(isDayOver({ days, timeZone }, Date.parse(at))).toBe(isOver);
});
