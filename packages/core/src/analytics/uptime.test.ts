import { describe, expect, test } from "vitest";
import { onTimeOf } from "./on-time.ts";
import { briefStopMs, gapMsIn, gapsBefore, gapsWithin, presenceParts, silenceAfterMs, uptimeOf } from "./uptime.ts";

const day = { from: 1_000, to: 2_000 };

describe("[C3] uptime", () => {
  test("is the share of the known time; a gap is no data, neither up nor down", () => {
    const changes = [
      { at: 1_400, online: false, was: true },
      { at: 1_600, online: true, was: false },
    ];
    const gaps = [{ from: 1_500, to: 1_700 }];
    const parts = presenceParts(day, { changes, stateNow: true, gaps });
    expect(parts).toEqual([
      { from: 1_000, to: 1_400, state: "online" },
      { from: 1_400, to: 1_500, state: "offline" },
      { from: 1_500, to: 1_700, state: "no-data" },
      { from: 1_700, to: 2_000, state: "online" },
    ]);
    expect(uptimeOf(parts)).toBe(87.5);
  });

  test("is not known before the first word on a device", () => {
    const changes = [{ at: 1_800, online: true, was: null }];
    const parts = presenceParts(day, { changes, stateNow: true, gaps: [] });
    expect(parts[0]).toEqual({ from: 1_000, to: 1_800, state: "no-data" });
    expect(uptimeOf(parts)).toBe(100);
    expect(uptimeOf(presenceParts(day, { changes: [], stateNow: null, gaps: [] }))).toBeNull();
  });

  test("is not known between two words where nothing was known before the second", () => {
    const changes = [
      { at: 1_400, online: true, was: true },
      { at: 1_800, online: true, was: null },
    ];
    expect(presenceParts(day, { changes, stateNow: null, gaps: [] })).toEqual([
      { from: 1_000, to: 1_400, state: "online" },
      { from: 1_400, to: 1_800, state: "no-data" },
      { from: 1_800, to: 2_000, state: "online" },
    ]);
  });

  test("without a change, what is known now was so all the while", () => {
    expect(uptimeOf(presenceParts(day, { changes: [], stateNow: false, gaps: [{ from: 1_000, to: 1_999 }] }))).toBe(0);
    expect(uptimeOf(presenceParts(day, { changes: [], stateNow: true, gaps: [day] }))).toBeNull();
  });

  test("goes by what was before a change that came after its end, and not by what is now", () => {
    const left = { at: 2_000, online: false, was: true };
    expect(uptimeOf(presenceParts(day, { changes: [left], stateNow: false, gaps: [] }))).toBe(100);
    const changes = [
      { at: 1_500, online: true, was: false },
      { ...left, at: 2_500 },
    ];
    expect(presenceParts(day, { changes, stateNow: false, gaps: [{ from: 1_900, to: 2_000 }] })).toEqual([
      { from: 1_000, to: 1_500, state: "offline" },
      { from: 1_500, to: 1_900, state: "online" },
      { from: 1_900, to: 2_000, state: "no-data" },
    ]);
  });

  test("is not known before something was there, whatever is known of it since", () => {
    const changes = [{ at: 1_800, online: false, was: true }];
    const gaps = gapsBefore(1_600, { stretch: day, gaps: [{ from: 1_500, to: 1_650 }] });
    expect(gaps).toEqual([{ from: 1_000, to: 1_650 }]);
    const parts = presenceParts(day, { changes, stateNow: null, gaps });
    expect(parts.map(({ state, to }) => [state, to])).toEqual([
      ["no-data", 1_650],
      ["online", 1_800],
      ["offline", 2_000],
    ]);
    expect(gapsBefore(900, { stretch: day, gaps: [] })).toEqual([]);
  });

  test("a silence is none while it may be a stop that is no break, and the report that comes after it", () => {
    const report = 15_000;
    expect(silenceAfterMs(45_000)).toBeGreaterThan(briefStopMs + report);
    expect(silenceAfterMs(5 * 60_000)).toBe(5 * 60_000);
  });

  test("gaps are cut to the stretch and joined, and one that is open ends with it", () => {
    const gaps = gapsWithin(day, [
      { from: 1_900, to: null },
      { from: 500, to: 1_100 },
      { from: 1_050, to: 1_200 },
      { from: 2_500, to: 2_600 },
    ]);
    expect(gaps).toEqual([
      { from: 1_000, to: 1_200 },
      { from: 1_900, to: 2_000 },
    ]);
    expect(gapMsIn({ from: 1_150, to: 1_950 }, gaps)).toBe(100);
  });
});

test("[C12] a relay was on as long as it was reported on, without the times in which nothing was reported", () => {
  const steps = [
    { at: 1_000, state: "unknown" },
    { at: 1_100, state: "on" },
    { at: 1_500, state: "off" },
    { at: 1_800, state: "on" },
  ] as const;
  expect(onTimeOf(day, { steps, gaps: [{ from: 1_400, to: 1_600 }] })).toEqual({ onMs: 500, knownMs: 700 });
});
