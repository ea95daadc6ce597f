import { toInstant } from "@relaydeck/contract/instants";
import { expect, test } from "vitest";
import { carriedOn, commonGaps, intervalsOf, totals } from "./intervals.ts";

const step = (at: number, state: "on" | "off" | "unknown") => ({ at: toInstant(at), state });
const span = { from: 0, to: 100 };

test("each step holds until the next, the last until the end", () => {
  const intervals = intervalsOf([step(0, "unknown"), step(20, "on"), step(60, "off")], [], span);
  expect(intervals).toEqual([
    { from: 0, to: 20, state: "unknown" },
    { from: 20, to: 60, state: "on" },
    { from: 60, to: 100, state: "off" },
  ]);
  expect(totals(intervals)).toEqual({ on: 40, off: 40, unknown: 20, "no-data": 0 });
});

test("[C3] a time without data is its own interval, also over a step, at the ends and where gaps touch", () => {
  const gaps = [
    { from: 0, to: 10 },
    { from: 50, to: 70 },
    { from: 70, to: 75 },
    { from: 95, to: 100 },
  ];
  expect(intervalsOf([step(0, "on"), step(60, "off")], gaps, span)).toEqual([
    { from: 0, to: 10, state: "no-data" },
    { from: 10, to: 50, state: "on" },
    { from: 50, to: 75, state: "no-data" },
    { from: 75, to: 95, state: "off" },
    { from: 95, to: 100, state: "no-data" },
  ]);
});

const heard = { unheardSince: null, isOverdue: false };

test("[C4] while the page hears nothing the state does not go on: no data from then, whatever the device last told", () => {
  const read = { steps: [step(0, "on")], gaps: [], to: 100 };
  const relay = { state: "on", stateAt: toInstant(90), isCurrent: true } as const;
  const gapsWhen = (lastHeardAt: number, freshness: "fresh" | "stale", unheardSince: number) =>
    carriedOn(read, {
      relay,
      device: { freshness, lastHeardAt: toInstant(lastHeardAt) },
      unheardSince,
      isOverdue: false,
      now: 150,
    }).gaps;
  expect(gapsWhen(118, "fresh", 120)).toEqual([{ from: 120, to: 150 }]);
  // Read while the stream was down.
  expect(gapsWhen(135, "fresh", 120)).toEqual([{ from: 135, to: 150 }]);
  // Its relays were silent since their report.
  expect(gapsWhen(110, "stale", 120)).toEqual([{ from: 90, to: 150 }]);
  // The drawing's last step lies before the loss.
  expect(gapsWhen(118, "fresh", 170)).toEqual([]);
});

test("[D0.4] what the stream told since the reading goes on where it ended; a silent device leaves a gap", () => {
  const read = { steps: [step(0, "on")], gaps: [], to: 100 };
  const device = { freshness: "fresh", lastHeardAt: toInstant(140) } as const;
  const moved = carriedOn(read, {
    relay: { state: "off", stateAt: toInstant(120), isCurrent: true },
    device,
    ...heard,
    now: 150,
  });
  expect(moved).toEqual({ steps: [step(0, "on"), step(120, "off")], gaps: [] });
  const same = carriedOn(read, { relay: { state: "on", stateAt: toInstant(120), isCurrent: true }, device, ...heard, now: 150 });
  expect(same.steps).toEqual(read.steps);
  const silent = { freshness: "stale", lastHeardAt: toInstant(110) } as const;
  expect(
    carriedOn(read, { relay: { state: "on", stateAt: toInstant(90), isCurrent: true }, device: silent, ...heard, now: 150 }).gaps,
  ).toEqual([{ from: 90, to: 150 }]);
});

test("[C1, C4] heard again without a report, the silence of its relays goes on", () => {
  const read = { steps: [step(0, "on")], gaps: [], to: 100 };
  const device = { freshness: "fresh", lastHeardAt: toInstant(140) } as const;
  const gapsWhen = (stateAt: number, isCurrent: boolean) =>
    carriedOn(read, { relay: { state: "on", stateAt: toInstant(stateAt), isCurrent }, device, ...heard, now: 150 }).gaps;
  expect([gapsWhen(90, false), gapsWhen(120, false), gapsWhen(120, true)]).toEqual([
    [{ from: 90, to: 150 }],
    [{ from: 120, to: 150 }],
    [],
  ]);
});

test("[C4] where reading anew failed, nothing of what was since is told", () => {
  const read = { steps: [step(0, "on")], gaps: [], to: 100 };
  const relay = { state: "off", stateAt: toInstant(140), isCurrent: true } as const;
  const device = { freshness: "fresh", lastHeardAt: toInstant(140) } as const;
  const carried = carriedOn(read, { relay, device, unheardSince: null, isOverdue: true, now: 150 });
  expect(carried).toEqual({ steps: read.steps, gaps: [{ from: 100, to: 150 }] });
  // What the stream told before that stays.
  const told = { ...read, steps: [step(0, "on"), step(130, "off")] };
  const since = carriedOn(told, { relay, device, unheardSince: null, isOverdue: true, now: 150 });
  expect(since).toEqual({ steps: told.steps, gaps: [{ from: 130, to: 150 }] });
});

test("a silence of one relay is none of all", () => {
  const read = { from: 10, to: 20 };
  expect(commonGaps([[read, { from: 60, to: 100 }], [read]])).toEqual([read]);
  expect(commonGaps([[{ from: 60, to: 100 }], [{ from: 90, to: 100 }]])).toEqual([{ from: 90, to: 100 }]);
});

test("what was before the span is cut off", () => {
  expect(intervalsOf([step(0, "on"), step(60, "off")], [{ from: 5, to: 55 }], { from: 50, to: 100 })).toEqual([
    { from: 50, to: 55, state: "no-data" },
    { from: 55, to: 60, state: "on" },
    { from: 60, to: 100, state: "off" },
  ]);
});
