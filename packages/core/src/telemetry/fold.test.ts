import { describe, expect, test } from "vitest";
import { builtInProfiles, detectProfile, functionCallFor, isDone } from "../devices/profile.ts";
import { freshnessOf, relayStateOf, statusOf } from "../devices/presence.ts";
import { foldTelemetry, sequenceDoubtMs, type ReportedDevice, type ReportedRelay } from "./fold.ts";
import { nothingLearned } from "../relays/usual-load.ts";
import { observe, observeVariable, type Observation } from "./observe.ts";

const now = 1_000_000;
const [powerone, single] = builtInProfiles;
if (powerone === undefined || single === undefined) throw new Error("two profiles are built in");
const limits = { now, onThresholdMilliamps: 50 };
const silent: ReportedDevice = {
  lastObservedAt: null,
  lastSequence: null,
  lastHeardAt: null,
  powerSource: null,
  batteryPercent: null,
  cellularLevel: null,
};
const unknownRelay = (number: number): ReportedRelay => ({
  number,
  reported: null,
  reportedAt: null,
  evidence: "none",
  milliamps: null,
  milliampsAt: null,
  load: "unknown",
  loadSeenAt: null,
  ...nothingLearned,
});
const before = { device: silent, relays: [1, 2, 3, 4].map(unknownRelay) };
const report = (json: object, measuredAt = now - 1_000): Observation => {
  const seen = observe(powerone, { name: "powerone/data", data: JSON.stringify(json), measuredAt });
  if (!seen.ok) throw new Error(seen.error);
  return seen.value;
};
const plain = { i: [1240, 900, 0, 0], ps: 1, bat: 88.5, cell: 64, seq: 10, up: 86_400 };

describe("observe", () => {
  test("a report of the plain profile carries currents and vitals", () => {
    expect(report(plain)).toMatchObject({
      relays: [{ number: 1, milliamps: 1240, contact: null }, {}, {}, {}],
      batteryPercent: 88.5,
      sequence: 10,
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
});

describe("fold", () => {
  test("[D33] the plain profile estimates a relay from its current", () => {
    const folded = foldTelemetry(before, report(plain), limits);
    expect(folded?.relays.map((relay) => [relay.reported, relay.evidence, relay.load])).toEqual([
      ["on", "current", "ok"],
      ["on", "current", "ok"],
      ["off", "current", "unknown"],
      ["off", "current", "unknown"],
    ]);
    expect(folded?.changed).toHaveLength(4);
    expect(folded?.device).toMatchObject({ lastHeardAt: now - 1_000, batteryPercent: 88.5, lastSequence: 10 });
  });

  test("[C12] a reported contact and its current can differ, and the contact wins", () => {
    const folded = foldTelemetry(before, report({ ...plain, i: [0, 310, 600, 0], s: [1, 0, 1, 0] }), limits);
    expect(folded?.relays.map((relay) => [relay.reported, relay.load])).toEqual([
      ["on", "no-load"],
      ["off", "current-while-off"],
      ["on", "ok"],
      ["off", "ok"],
    ]);
    const later = folded && foldTelemetry(folded, report({ ...plain, seq: 11 }), limits);
    expect(later?.relays[2]).toMatchObject({ reported: "on", evidence: "contact", milliamps: 0 });
  });

  test("doubles and older sequences change nothing, a reboot starts a new sequence", () => {
    const first = foldTelemetry(before, report(plain), limits);
    if (first === null) throw new Error("the first report counts");
    expect(foldTelemetry(first, report(plain), limits)).toBeNull();
    expect(foldTelemetry(first, report({ ...plain, seq: 9 }), limits)).toBeNull();
    expect(foldTelemetry(first, report({ ...plain, seq: 9 }, now), limits)).toMatchObject({ isOverdue: true, changed: [] });
    expect(foldTelemetry(first, report({ ...plain, seq: 1, up: 0.5 }, now), limits)).toMatchObject({ isOverdue: false });
    expect(foldTelemetry(first, report({ ...plain, seq: 1, up: undefined }, now), limits)).toMatchObject({ isOverdue: true });
  });

  test("[S17-8, C4] a report with an overtaken number moves when the device was heard, and nothing else", () => {
    const first = foldTelemetry(before, report(plain), limits);
    if (first === null) throw new Error("the first report counts");
    const late = report({ ...plain, seq: 9, i: [0, 0, 0, 0], bat: 3 }, now);
    const heard = foldTelemetry(first, late, limits);
    expect(heard).toEqual({ ...first, changed: [], isOverdue: true, device: { ...first.device, lastHeardAt: now } });
    expect(heard && foldTelemetry(heard, late, limits)).toBeNull();
  });

  test("[S17-8] a wrapped counter, or one number far too high, is outlived by a minute; the same number again never counts", () => {
    const start = now - sequenceDoubtMs;
    const first = foldTelemetry(before, report({ ...plain, seq: 65_535 }, start), limits);
    if (first === null) throw new Error("the first report counts");
    const after = (seq: number, ms: number) => {
      const at = start + ms;
      return foldTelemetry(first, report({ ...plain, seq, i: [0, 0, 0, 0] }, at), { ...limits, now: at });
    };
    expect(after(0, sequenceDoubtMs)).toMatchObject({ isOverdue: true, device: { lastSequence: 65_535 } });
    expect(after(65_535, sequenceDoubtMs + 1)).toMatchObject({ isOverdue: true, device: { lastSequence: 65_535 } });
    expect(after(0, sequenceDoubtMs + 1)).toMatchObject({
      isOverdue: false,
      device: { lastSequence: 0 },
      relays: [{ reported: "off" }, { reported: "off" }, {}, {}],
    });
  });

  test("without sequences the cloud's time decides; data from the future are nonsense", () => {
    const bare = { ...plain, seq: undefined };
    const first = foldTelemetry(before, report(bare), limits);
    if (first === null) throw new Error("the first report counts");
    expect(foldTelemetry(first, report(bare, now - 1_001), limits)).toBeNull();
    expect(foldTelemetry(first, report(bare, now), limits)).not.toBeNull();
    expect(foldTelemetry(before, report(bare, now + 60_001), limits)).toBeNull();
  });

  test("a change of one relay keeps the others and the vitals", () => {
    const first = foldTelemetry(before, report(plain), limits);
    const change = observe(powerone, { name: "powerone/relay", data: '{"n":3,"s":1,"seq":11}', measuredAt: now });
    if (first === null || !change.ok) throw new Error("both count");
    const after = foldTelemetry(first, change.value, limits);
    expect(after?.changed).toEqual([{ number: 3, from: "off", to: "on" }]);
    expect(after?.device.batteryPercent).toBe(88.5);
    expect(after?.relays[0]).toEqual(first.relays[0]);
  });
});

describe("profiles and presence", () => {
  test("[D31] detection: ids, then serial prefix, then name, else one relay", () => {
    const ids = [powerone, { ...single, match: { ...single.match, ids: ["abc"] } }];
    const named = (device: Partial<{ providerId: string; serialNumber: string; name: string }>, list = builtInProfiles) =>
      detectProfile(list, { providerId: "", serialNumber: "", name: "", ...device })?.id;
    expect(named({ providerId: "abc", serialNumber: "P0X" }, ids)).toBe("relay");
    expect(named({ serialNumber: " p0sim1" })).toBe("powerone");
    expect(named({ name: "My PowerOne" })).toBe("powerone");
    expect(named({ serialNumber: "R1SIM0001" })).toBe("relay");
    // The name that the form gives where nobody typed one is no word about the device. [D29]
    expect(named({ serialNumber: "r1sim0003", name: "PowerOne 0003" })).toBe("relay");
    expect(named({ serialNumber: "R1SIM0003", name: "PowerOne 0004" })).toBe("powerone");
    expect(functionCallFor(powerone, 3, "off")).toEqual({ name: "ctrl_relay3", argument: "off" });
    expect([isDone(powerone, 0), isDone(powerone, -1), isDone({ ...powerone, done: [7] }, 7)]).toEqual([true, false, true]);
  });

  test("[D32] status from the cloud's word, updates, checks and sessions nobody heard", () => {
    const online = {
      cloudOnline: true,
      cloudOnlineAt: now - 300_000,
      connectingSince: null,
      updating: false,
      lastHeardAt: now - 10,
    };
    expect(statusOf(online, now)).toBe("online");
    expect(statusOf({ ...online, cloudOnline: false }, now)).toBe("offline");
    expect(statusOf({ ...online, cloudOnline: null }, now)).toBe("offline");
    expect(statusOf({ ...online, updating: true }, now)).toBe("connecting");
    expect(statusOf({ ...online, connectingSince: now - 1 }, now)).toBe("connecting");
    expect(statusOf({ ...online, connectingSince: now - 60_000 }, now)).toBe("online");
    expect(statusOf({ ...online, cloudOnlineAt: now - 5 }, now)).toBe("connecting");
    expect(statusOf({ ...online, cloudOnlineAt: now - 120_000, lastHeardAt: null }, now)).toBe("online");
    expect(statusOf({ ...online, cloudOnlineAt: null, lastHeardAt: null }, now)).toBe("online");
  });

  test("[C4] freshness by the device's own last word; relay state as a whole", () => {
    expect([
      freshnessOf({ lastHeardAt: null }, 10, now),
      freshnessOf({ lastHeardAt: now - 10 }, 10, now),
      freshnessOf({ lastHeardAt: now - 11 }, 10, now),
    ]).toEqual(["never", "fresh", "stale"]);
    const relays = (...states: ("on" | "off" | null)[]) => relayStateOf(states.map((reported) => ({ reported })));
    expect([relays("off", "on", null), relays("off", "off"), relays("off", null), relays()]).toEqual([
      "on",
      "off",
      "unknown",
      "unknown",
    ]);
  });
});
