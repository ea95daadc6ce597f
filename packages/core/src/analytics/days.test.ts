import { expect, test } from "vitest";
import { lastDays, lastHours, lastMonths } from "./days.ts";

const hourMs = 3_600_000;
const hours = (days: readonly { from: number; to: number }[]) => days.map(({ from, to }) => (to - from) / hourMs);
const starts = (days: readonly { from: number }[]) => days.map(({ from }) => new Date(from).toISOString());

test("[D27] days of UTC begin at midnight and follow one another", () => {
  const days = lastDays(Date.parse("2026-11-21T00:00:00.000Z"), "UTC", 3);
  expect(days.map(({ date }) => date)).toEqual(["2026-11-19", "2026-11-20", "2026-11-21"]);
  expect(starts(days)).toEqual(["2026-11-19T00:00:00.000Z", "2026-11-20T00:00:00.000Z", "2026-11-21T00:00:00.000Z"]);
});

test.each([
  [
    "Europe/Berlin",
    "2026-10-26T12:00:00Z",
    ["2026-10-23T22:00:00.000Z", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    [24, 25, 24],
  ],
  [
    "Europe/Berlin",
    "2026-03-30T12:00:00Z",
    ["2026-03-27T23:00:00.000Z", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    [24, 23, 24],
  ],
  [
    "Asia/Kathmandu",
    "2026-05-01T18:14:59Z",
    ["2026-04-28T18:15:00.000Z", "2026-04-29T18:15:00.000Z", "2026-04-30T18:15:00.000Z"],
    [24, 24, 24],
  ],
  [
    "America/Sao_Paulo",
    "2018-11-05T12:00:00Z",
    ["2018-11-03T03:00:00.000Z", "2018-11-04T03:00:00.000Z", "2018-11-05T02:00:00.000Z"],
    [24, 23, 24],
  ],
  [
    "Pacific/Auckland",
    "2026-04-05T20:00:00Z",
    ["2026-04-03T11:00:00.000Z", "2026-04-04T11:00:00.000Z", "2026-04-05T12:00:00.000Z"],
    [24, 25, 24],
  ],
])("[D27] days of %s around %s are as long as its clocks make them", (...[zone, now, expected, lengths]) => {
  const days = lastDays(Date.parse(now), zone, 3);
  expect(starts(days)).toEqual(expected);
  expect(hours(days)).toEqual(lengths);
});

test("[D26] months and hours of a zone, the last of each with the present moment in it", () => {
  const now = Date.parse("2026-03-29T12:20:00Z");
  const months = lastMonths(now, "Europe/Berlin", 3);
  expect(months.map(({ date }) => date)).toEqual(["2026-01-01", "2026-02-01", "2026-03-01"]);
  expect(starts(months)).toEqual(["2025-12-31T23:00:00.000Z", "2026-01-31T23:00:00.000Z", "2026-02-28T23:00:00.000Z"]);
  expect(new Date(months[2]?.to ?? 0).toISOString()).toBe("2026-03-31T22:00:00.000Z");
  expect(lastMonths(now, "UTC", 12)[0]?.date).toBe("2025-04-01");
  expect(starts(lastHours(now, "Asia/Kolkata", 2))).toEqual(["2026-03-29T10:30:00.000Z", "2026-03-29T11:30:00.000Z"]);
  expect(hours(lastHours(now, "UTC", 24))).toEqual(Array.from({ length: 24 }, () => 1));
});
