import { describe, expect, test } from "vitest";
import { builtInProfiles, type Profile } from "../devices/profile.ts";
import { observe, observeVariable, type Observation } from "./observe.ts";

const now = 1_000_000;
const [powerone, single] = builtInProfiles;
if (powerone === undefined || single === undefined) throw new Error("two profiles are built in");
const plain = { i: [1240, 900, 0, 0], ps: 1, bat: 88.5, cell: 64, seq: 10, up: 86_400 };

/** What the profile understands of a word whose data is this. */
function heard(profile: Profile, name: string, json: unknown): Observation | string {
  const seen = observe(profile, { name, data: JSON.stringify(json), measuredAt: now });
  return seen.ok ? seen.value : seen.error;
}
const reported = (json: object) => heard(powerone, "powerone/data", json);
const moved = (json: object) => heard(powerone, "powerone/relay", json);

describe("observe", () => {
  test("a report of the plain profile carries currents and vitals", () => {
    expect(reported(plain)).toEqual({
      measuredAt: now,
      relays: [1240, 900, 0, 0].map((milliamps, index) => ({ number: index + 1, milliamps, contact: null })),
      powerSource: 1,
      batteryPercent: 88.5,
      cellularLevel: 64,
      sequence: 10,
      uptimeSeconds: 86_400,
      cause: null,
      isReport: true,
    });
  });

  test.each([
    ["another name", "spark/status", "{}", "not-ours"],
    ["no JSON", "powerone/data", "{", "not-json"],
    ["null", "powerone/data", null, "not-json"],
    ["a number", "powerone/data", "7", "not-json"],
    ["no reading", "powerone/data", '{"i":["x",null,-1,1e300]}', "no-reading"],
    ["inherited keys", "powerone/data", '{"__proto__":{"i":[1,1,1,1]}}', "no-reading"],
    ["a relay out of range", "powerone/relay", '{"n":5,"s":1}', "no-reading"],
    ["a relay below the first", "powerone/relay", '{"n":0,"s":1}', "no-reading"],
    ["a change of no relay", "powerone/relay", '{"s":1}', "no-reading"],
    ["a change to no contact", "powerone/relay", '{"n":1,"s":"ajar"}', "no-reading"],
    ["a change that is no JSON", "powerone/relay", "on", "not-json"],
  ])("%s is nonsense that is counted", (...[, name, data, word]) => {
    expect(observe(powerone, { name, data, measuredAt: now })).toEqual({ ok: false, error: word });
  });

  test("a change tells one contact and its cause; a one-relay report and variable tell theirs", () => {
    expect(
      observe(powerone, { name: "powerone/relay", data: '{"n":2,"s":1,"cause":"button","seq":11}', measuredAt: now }),
    ).toMatchObject({ ok: true, value: { relays: [{ number: 2, contact: "on" }], cause: "button", isReport: false } });
    const odd = '{"n":2,"s":1,"cause":"but\\u0000ton","seq":12}';
    expect(observe(powerone, { name: "powerone/relay", data: odd, measuredAt: now })).toMatchObject({
      value: { relays: [{ number: 2, contact: "on" }], cause: "button" },
    });
    expect(observe(single, { name: "relay/state", data: '{"on":true}', measuredAt: now })).toMatchObject({
      ok: true,
      value: { relays: [{ number: 1, contact: "on" }] },
    });
    expect(observeVariable(single, 0, now)).toMatchObject({ ok: true, value: { relays: [{ number: 1, contact: "off" }] } });
    expect(observeVariable(powerone, JSON.stringify(plain), now)).toMatchObject({ ok: true, value: { sequence: 10 } });
    expect(observeVariable(powerone, 1, now)).toEqual({ ok: false, error: "no-reading" });
  });

  test("a profile without changes knows no change, and one of a single relay needs no number for it", () => {
    expect(heard(single, "relay/change", { on: 1 })).toBe("not-ours");
    const change = { event: "relay/change", relay: null, contact: "on", cause: null, sequence: null };
    expect(heard({ ...single, change }, "relay/change", { on: 1, n: 3 })).toMatchObject({
      relays: [{ number: 1, contact: "on" }],
      cause: null,
      sequence: null,
    });
  });

  test("the first and the last relay may change; of a cause twenty characters are kept, and only of a text", () => {
    expect([1, 4].map((n) => moved({ n, s: 0, seq: 12 }))).toMatchObject([
      { relays: [{ number: 1, contact: "off" }], sequence: 12 },
      { relays: [{ number: 4, contact: "off" }], sequence: 12 },
    ]);
    expect(moved({ n: 1, s: 0, cause: "x".repeat(30) })).toMatchObject({ cause: "x".repeat(20) });
    expect(moved({ n: 1, s: 0, cause: 7 })).toMatchObject({ cause: null });
  });

  test("a contact is told as number, truth value or text, and nothing else is one", () => {
    const contacts = (...values: unknown[]) =>
      values.map((on) => {
        const seen = heard(single, "relay/state", { on });
        return typeof seen === "string" ? seen : seen.relays[0]?.contact;
      });
    expect(new Set(contacts(1, true, "1", "on"))).toEqual(new Set(["on"]));
    expect(new Set(contacts(0, false, "0", "off"))).toEqual(new Set(["off"]));
    expect(new Set(contacts(2, null, "", "ON", [], {}))).toEqual(new Set(["no-reading"]));
  });

  test("a value is believed only if it is a number that a column can keep, a sequence only if it is whole", () => {
    expect(reported({ ...plain, ps: "1", bat: 1e9, cell: 1e9 + 1, seq: 1.5, up: null })).toMatchObject({
      powerSource: null,
      batteryPercent: 1e9,
      cellularLevel: null,
      sequence: null,
      uptimeSeconds: null,
    });
  });

  test("a value alone, where a list could stand, is the first relay's", () => {
    expect(reported({ ...plain, i: 300 })).toMatchObject({ relays: [{ number: 1, milliamps: 300 }] });
  });

  test("a dotted path leads through objects only, by what they hold themselves", () => {
    const dotted = { ...powerone, telemetry: { ...powerone.telemetry, batteryPercent: "power.battery" } };
    const battery = (json: object, profile: Profile = dotted) => heard(profile, "powerone/data", { ...plain, ...json });
    expect(battery({ power: { battery: 71 } })).toMatchObject({ batteryPercent: 71 });
    for (const power of [undefined, null, 7, "battery", {}]) expect(battery({ power })).toMatchObject({ batteryPercent: null });
    const inherited = { ...powerone, telemetry: { ...powerone.telemetry, batteryPercent: "toString.length" } };
    expect(battery({}, inherited)).toMatchObject({ batteryPercent: null });
  });

  test("a variable holds a report as JSON, or the one relay's contact", () => {
    const state = (result: unknown) => observeVariable(single, result, now);
    expect(state(' {"on":1,"seq":3}')).toMatchObject({ value: { relays: [{ contact: "on" }], sequence: 3 } });
    expect(state("on")).toMatchObject({ value: { measuredAt: now, isReport: true, relays: [{ number: 1, contact: "on" }] } });
    for (const nonsense of ["ajar", "on{", { on: 1 }, null]) expect(state(nonsense)).toEqual({ ok: false, error: "no-reading" });
  });
});
