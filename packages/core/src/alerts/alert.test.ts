import { alertTypes, type AlertOccurrence, type AlertType } from "@relaydeck/contract/alerts";
import { describe, expect, test } from "vitest";
import { toldOfPresence } from "../activity/presence.ts";
import { catchUp, severityOf, stepAlert } from "./alert.ts";
import { heldUntil } from "./flood.ts";
import { isPowered, occurrencesIn, standingOf, type AlertFacts } from "./occurrence.ts";
import { noticeWords, triggerValue } from "./words.ts";

const at = Date.UTC(2026, 10, 21, 14, 2);
const minuteMs = 60_000;
const known: AlertFacts = { cloudOnline: true, lastHeardAt: at, powerSource: 1, batteryPercent: 80 };
const between = (before: Partial<AlertFacts>, after: Partial<AlertFacts>) =>
  occurrencesIn({ ...known, ...before }, { ...known, ...after }, { moved: [], at, now: at + 5 });

describe("[D48, D41] what a word tells", () => {
  test.each([
    ["nothing new", { before: {}, after: {}, told: [] }],
    ["power that goes", { before: {}, after: { powerSource: 0 }, told: [{ kind: "power", on: false, at }] }],
    ["power from another source", { before: {}, after: { powerSource: 2 }, told: [] }],
    ["power that a report leaves out", { before: {}, after: { powerSource: null }, told: [] }],
    [
      "power not told before",
      { before: { powerSource: null }, after: { powerSource: 0 }, told: [{ kind: "power", on: false, afterGap: true, at }] },
    ],
    ["power that the card calls off", { before: {}, after: { powerSource: -1 }, told: [{ kind: "power", on: false, at }] }],
    ["a battery that is low", { before: {}, after: { batteryPercent: 20 }, told: [{ kind: "battery", percent: 20, at }] }],
    [
      "one that stays low",
      { before: { batteryPercent: 12 }, after: { batteryPercent: 12 }, told: [{ kind: "battery", percent: 12, at }] },
    ],
    ["one between the limits", { before: { batteryPercent: 19 }, after: { batteryPercent: 24.9 }, told: [] }],
    [
      "one that is well again",
      { before: { batteryPercent: 24 }, after: { batteryPercent: 25 }, told: [{ kind: "battery", percent: 25, at }] },
    ],
    ["one that is not available", { before: { batteryPercent: 12 }, after: { batteryPercent: -1 }, told: [] }],
    ["offline", { before: {}, after: { cloudOnline: false }, told: [{ kind: "offline", lastHeardAt: at, at: at + 5 }] }],
    ["online", { before: { cloudOnline: false }, after: {}, told: [{ kind: "online", at: at + 5 }] }],
    ["presence not known before", { before: { cloudOnline: null }, after: { cloudOnline: false }, told: [] }],
  ] as const)("%s", (_what, { before, after, told }) => {
    expect(between(before, after)).toEqual(told);
  });

  test("power is on with sources 1 and 2, off with others, and else not known", () => {
    expect([1, 2, 0, 3, -1, null].map(isPowered)).toEqual([true, true, false, false, false, null]);
  });
});

const all: readonly AlertOccurrence[] = [
  { kind: "power", on: true, at },
  { kind: "power", on: false, at },
  { kind: "relays", moved: [{ name: "Pump", to: "on" }], at },
  { kind: "battery", percent: 19.44, at },
  { kind: "battery", percent: 30, at },
  { kind: "online", at },
  { kind: "offline", lastHeardAt: null, at },
];

test("[D48] each kind goes off for its own occurrence and no other, and an unarmed condition not again", () => {
  const firesOn = (alertType: AlertType, armed: boolean) =>
    all.flatMap((occurrence, index) => (stepAlert({ alertType, armed, pendingSince: null }, occurrence).fires ? [index] : []));
  expect(alertTypes.map((type) => firesOn(type, true))).toEqual([[0], [1], [2], [3], [5], []]);
  expect(alertTypes.map((type) => firesOn(type, false))).toEqual([[0], [], [2], [], [5], []]);
});

test("[D48] after a report without power each of its alerts goes off only where power is not as the alert saw it last", () => {
  const after = (on: boolean) => ({ kind: "power", on, afterGap: true, at }) as const;
  const step = (alertType: "power_on" | "power_off", armed: boolean, on: boolean) => {
    const { fires, armed: next } = stepAlert({ alertType, armed, pendingSince: null }, after(on));
    return [fires, next];
  };
  expect([step("power_off", true, false), step("power_off", false, false)]).toEqual([
    [true, false],
    [false, false],
  ]);
  expect([step("power_on", true, true), step("power_on", false, true)]).toEqual([
    [false, true],
    [true, true],
  ]);
  expect([step("power_off", false, true), step("power_on", true, false)]).toEqual([
    [false, true],
    [false, false],
  ]);
});

test("[D48] a condition ends with its contrary, which arms it anew and resolves what was told", () => {
  const endOf = (alertType: AlertType, armed: boolean) =>
    all.findIndex((occurrence) => {
      const step = stepAlert({ alertType, armed, pendingSince: at }, occurrence);
      return step.armed && step.pendingSince === null && step.resolves === !armed;
    });
  for (const armed of [true, false])
    expect((["power_off", "battery_low", "device_offline"] as const).map((type) => endOf(type, armed))).toEqual([0, 4, 5]);
  const offline = { kind: "offline", lastHeardAt: null, at: at + 9 } as const;
  const waiting = { alertType: "device_offline", armed: true, pendingSince: null } as const;
  expect(stepAlert(waiting, offline)).toMatchObject({ fires: false, pendingSince: at + 9 });
  // Told twice, it waits since the first time.
  expect(stepAlert({ ...waiting, pendingSince: at }, offline).pendingSince).toBe(at);
});

test("[D48, OB-2] a mail waits for the cooldown, the alert's twelfth within the hour, and the person's fiftieth within the day", () => {
  const free = { sinceLastMs: null, alertsTwelfthAt: null, personsFiftiethAt: null };
  expect(heldUntil(free, at)).toBeNull();
  expect(heldUntil({ ...free, sinceLastMs: 5 * minuteMs - 1 }, at)).toBe(at + 1);
  expect(heldUntil({ ...free, sinceLastMs: 5 * minuteMs }, at)).toBeNull();
  expect(heldUntil({ ...free, alertsTwelfthAt: at - 59 * minuteMs }, at)).toBe(at + minuteMs);
  expect(heldUntil({ ...free, alertsTwelfthAt: at - 60 * minuteMs, sinceLastMs: 10 * minuteMs }, at)).toBeNull();
  expect(heldUntil({ ...free, personsFiftiethAt: at - 60 * minuteMs, sinceLastMs: 0 }, at)).toBe(at + 23 * 60 * minuteMs);
  // A clock that was set back does not make it longer than the window.
  expect(heldUntil({ ...free, alertsTwelfthAt: at + 600 * minuteMs }, at)).toBe(at + 60 * minuteMs);
});

test("[D57] a notice has words and a severity of the closed list for each kind", () => {
  expect(alertTypes.map((type) => severityOf[type])).toEqual(["info", "critical", "info", "warning", "info", "critical"]);
  expect(all.map(triggerValue)).toEqual(["on", "off", "Pump on", "19.4 %", "30 %", "online", "offline"]);
  const messages = all.map(
    (last) => noticeWords("power_on", { deviceName: "Well", happened: { count: 1, since: at, last } }).message,
  );
  expect(messages).toEqual([
    "Well: power is on",
    "Well: power is off",
    "Well: Pump turned on",
    "Well: battery at 19.4 %",
    "Well: battery at 30 %",
    "Well: came online",
    "Well: went offline",
  ]);
});

test("[S17-10] the log tells silence in minutes, then in hours, and nothing where there was none", () => {
  const told = (silenceMs: number | null) => {
    const lastHeardAt = silenceMs === null ? null : at - silenceMs;
    return toldOfPresence("Gate", [{ kind: "offline", lastHeardAt, at }])?.message;
  };
  expect([null, minuteMs, 46 * minuteMs, 300 * minuteMs].map(told)).toEqual([
    "Gate went offline",
    "Gate went offline",
    "Gate went offline, last heard 46 minutes before",
    "Gate went offline, last heard 5 hours before",
  ]);
  expect(toldOfPresence("Gate", [{ kind: "power", on: true, at }])).toBeNull();
});

describe("[D48, D23] an alert that did not listen for a while", () => {
  const nothingKnown: AlertFacts = { cloudOnline: null, lastHeardAt: null, powerSource: null, batteryPercent: null };
  const after = (alertType: AlertType, state: { armed: boolean; pendingSince?: number }, facts: Partial<AlertFacts>) => {
    let alert = { alertType, pendingSince: null as number | null, ...state };
    for (const occurrence of standingOf({ ...nothingKnown, ...facts }, at)) {
      const step = catchUp(alert, occurrence);
      expect(step.fires).toBe(false);
      alert = { ...alert, armed: step.armed, pendingSince: step.pendingSince };
    }
    return [alert.armed, alert.pendingSince];
  };

  test.each([
    ["device_offline", { armed: true, pendingSince: at }, { cloudOnline: false }, [true, at]],
    ["device_offline", { armed: true, pendingSince: at }, { cloudOnline: true }, [true, null]],
    ["device_offline", { armed: true }, { cloudOnline: false }, [true, null]],
    ["device_offline", { armed: false }, { cloudOnline: true }, [true, null]],
    ["device_offline", { armed: false }, { powerSource: 0, batteryPercent: 5 }, [false, null]],
    ["battery_low", { armed: false }, { batteryPercent: 24 }, [false, null]],
    ["battery_low", { armed: false }, { batteryPercent: 25 }, [true, null]],
    ["battery_low", { armed: true }, { batteryPercent: 5 }, [true, null]],
    ["power_off", { armed: false }, { powerSource: 1 }, [true, null]],
    ["power_off", { armed: true }, { powerSource: 0 }, [true, null]],
    ["power_on", { armed: true }, { powerSource: 0 }, [false, null]],
    ["power_on", { armed: false }, { powerSource: 1 }, [true, null]],
    ["relay_changed", { armed: true }, { cloudOnline: true, powerSource: 1, batteryPercent: 5 }, [true, null]],
  ] as const)("%s %j, its device %j: %j", (...[type, state, facts, expected]) => {
    expect(after(type, state, facts)).toEqual(expected);
  });
});
