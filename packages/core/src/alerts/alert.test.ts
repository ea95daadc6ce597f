import { alertTypes, type AlertOccurrence, type AlertType } from "@relaydeck/contract/alerts";
import { describe, expect, test } from "vitest";
import { catchUp, ends, severityOf, stepAlert } from "./alert.ts";
import { isPowered, occurrencesIn, standingOf, type AlertFacts } from "./occurrence.ts";
import { noticeWords, triggerValue } from "./words.ts";

const at = Date.UTC(2026, 10, 21, 14, 2);
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

  test("relays that moved, and in one word more than one thing: presence, power, battery, relays", () => {
    const moved = [{ name: "Pump", to: "on" }] as const;
    const after = { cloudOnline: true, lastHeardAt: at, powerSource: 0, batteryPercent: 0 };
    const told = occurrencesIn({ ...known, cloudOnline: false }, after, { moved, at, now: at });
    expect(told.map(({ kind }) => kind)).toEqual(["online", "power", "battery", "relays"]);
    expect(told.at(-1)).toEqual({ kind: "relays", moved, at });
    expect(occurrencesIn(known, known, { moved: [], at, now: at })).toEqual([]);
  });

  test("a battery that becomes known well is told, so that an alert which waits for it hears of it", () => {
    expect(between({ batteryPercent: null }, { batteryPercent: 25 })).toEqual([{ kind: "battery", percent: 25, at }]);
    expect(between({ batteryPercent: 25 }, { batteryPercent: 26 })).toEqual([]);
    expect(between({ batteryPercent: 12 }, { batteryPercent: null })).toEqual([]);
  });

  test("what a device is by now, and nothing of what is not known", () => {
    expect(standingOf({ cloudOnline: null, lastHeardAt: at, powerSource: null, batteryPercent: null }, at)).toEqual([]);
    expect(standingOf({ ...known, batteryPercent: -1 }, at).map(({ kind }) => kind)).toEqual(["online", "power"]);
    expect(standingOf({ cloudOnline: false, lastHeardAt: at - 9, powerSource: 0, batteryPercent: 0 }, at)).toEqual([
      { kind: "offline", lastHeardAt: at - 9, at },
      { kind: "power", on: false, at },
      { kind: "battery", percent: 0, at },
    ]);
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

test("[D48] an occurrence of another kind leaves an alert as it was", () => {
  const kinds = ["power", "power", "relays", "battery", "online", "offline"];
  for (const [index, alertType] of alertTypes.entries())
    for (const armed of [true, false]) {
      const speaksOf = alertType === "device_offline" ? ["online", "offline"] : [kinds[index]];
      const others = all.filter(({ kind }) => !speaksOf.includes(kind));
      const alert = { alertType, armed, pendingSince: null };
      const untouched = { armed, pendingSince: null, fires: false, resolves: false };
      expect(others.map((other) => stepAlert(alert, other))).toEqual(others.map(() => untouched));
    }
});

test("[D48] a battery is low at 20 % and well from 25 % on; what goes off ends nothing", () => {
  const step = (percent: number) =>
    stepAlert({ alertType: "battery_low", armed: true, pendingSince: null }, { kind: "battery", percent, at });
  expect([step(20), step(20.1)].map(({ fires, resolves }) => [fires, resolves])).toEqual([
    [true, false],
    [false, false],
  ]);
});

test("[OB-2] what was told is over with its contrary and with nothing else, and a relay that moved never is", () => {
  const overBy = (told: AlertOccurrence) => all.flatMap((next, index) => (ends(told, next) ? [index] : []));
  expect(all.map(overBy)).toEqual([[1], [0], [], [4], [4], [6], [5]]);
  expect([24.9, 25].map((percent) => ends({ kind: "battery", percent: 9, at }, { kind: "battery", percent, at }))).toEqual([
    false,
    true,
  ]);
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

test("[D57] a notice has words and a severity of the closed list for each kind", () => {
  expect(alertTypes.map((type) => severityOf[type])).toEqual(["info", "critical", "info", "warning", "info", "critical"]);
  expect(all.map(triggerValue)).toEqual(["on", "off", "Pump on", "19.4 %", "30 %", "online", "offline"]);
  const once = { count: 1, since: at, last: { kind: "online", at } } as const;
  const messages = all.map(
    (last) => noticeWords("power_on", { deviceName: "Well", happened: { count: 1, since: at, last } }).message,
  );
  const titles = alertTypes.map((type) => noticeWords(type, { deviceName: "Well", happened: once }).title);
  expect(titles).toEqual(["Power on", "Power off", "Relay changed", "Battery low", "Device online", "Device offline"]);
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

test("[OB-2] a notice of several says how many, and names every relay that moved", () => {
  const moved = [
    { name: "Pump", to: "on" },
    { name: "Gate", to: "off" },
  ] as const;
  const last = { kind: "relays", moved, at } as const;
  expect(triggerValue(last)).toBe("Pump on, Gate off");
  expect(noticeWords("relay_changed", { deviceName: "Well", happened: { count: 3, since: at, last } }).message).toBe(
    "Well: Pump turned on, Gate turned off (3 times)",
  );
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
