import { describe, expect, test } from "vitest";
import { builtInProfiles, detectProfile, functionCallFor, isDone } from "../devices/profile.ts";
import { freshnessOf, relayStateOf, statusOf } from "../devices/presence.ts";
import { foldTelemetry, sequenceDoubtMs, type FoldLimits, type ReportedDevice, type ReportedRelay } from "./fold.ts";
import { nothingLearned } from "../relays/usual-load.ts";
import { observe, type Observation } from "./observe.ts";

const now = 1_000_000;
const [powerone, single] = builtInProfiles;
if (powerone === undefined || single === undefined) throw new Error("two profiles are built in");
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
type Known = Parameters<typeof foldTelemetry<ReportedRelay>>[0];
/** As of a report that came on time, unless more is said. */
const fold = (known: Known, seen: Observation, said: Partial<FoldLimits> = {}) =>
  foldTelemetry(known, seen, { now, onThresholdMilliamps: 50, measuredBy: seen.measuredAt, ...said });
const plain = { i: [1240, 900, 0, 0], ps: 1, bat: 88.5, cell: 64, seq: 10, up: 86_400 };

describe("fold", () => {
  test("[D33] the plain profile estimates a relay from its current", () => {
    const folded = fold(before, report(plain));
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
    const folded = fold(before, report({ ...plain, i: [0, 310, 600, 0], s: [1, 0, 1, 0] }));
    expect(folded?.relays.map((relay) => [relay.reported, relay.load])).toEqual([
      ["on", "no-load"],
      ["off", "current-while-off"],
      ["on", "ok"],
      ["off", "ok"],
    ]);
    const later = folded && fold(folded, report({ ...plain, seq: 11 }));
    expect(later?.relays[2]).toMatchObject({ reported: "on", evidence: "contact", milliamps: 0 });
  });

  test("doubles and older sequences change nothing, a reboot starts a new sequence", () => {
    const first = fold(before, report(plain));
    if (first === null) throw new Error("the first report counts");
    expect(fold(first, report(plain))).toBeNull();
    expect(fold(first, report({ ...plain, seq: 9 }))).toBeNull();
    expect(fold(first, report({ ...plain, seq: 9 }, now))).toMatchObject({ isOverdue: true, changed: [] });
    expect(fold(first, report({ ...plain, seq: 1, up: 0.5 }, now))).toMatchObject({ isOverdue: false });
    expect(fold(first, report({ ...plain, seq: 1, up: undefined }, now))).toMatchObject({ isOverdue: true });
    // Up since long before the first report, so it did not start anew.
    expect(fold(first, report({ ...plain, seq: 9, up: 600 }, now))).toMatchObject({ isOverdue: true });
  });

  test("[S17-8, C4] a report with an overtaken number moves when the device was heard, and nothing else", () => {
    const first = fold(before, report(plain));
    if (first === null) throw new Error("the first report counts");
    const late = report({ ...plain, seq: 9, i: [0, 0, 0, 0], bat: 3 }, now);
    const heard = fold(first, late);
    expect(heard).toEqual({ ...first, changed: [], isOverdue: true, device: { ...first.device, lastHeardAt: now } });
    expect(heard && fold(heard, late)).toBeNull();
  });

  test("[S17-8] a wrapped counter, or one number far too high, is outlived by a minute; the same number again never counts", () => {
    const start = now - sequenceDoubtMs;
    const first = fold(before, report({ ...plain, seq: 65_535 }, start));
    if (first === null) throw new Error("the first report counts");
    const after = (seq: number, ms: number, said: Partial<FoldLimits> = {}) =>
      fold(first, report({ ...plain, seq, i: [0, 0, 0, 0] }, start + ms), { now: start + ms, ...said });
    expect(after(0, sequenceDoubtMs)).toMatchObject({ isOverdue: true, device: { lastSequence: 65_535 } });
    // Its own count says that it was overtaken.
    expect(after(0, sequenceDoubtMs + 1, { measuredBy: start - 4_000 })).toMatchObject({ isOverdue: true });
    expect(after(65_535, sequenceDoubtMs + 1)).toMatchObject({ isOverdue: true, device: { lastSequence: 65_535 } });
    expect(after(0, sequenceDoubtMs + 1)).toMatchObject({
      isOverdue: false,
      device: { lastSequence: 0 },
      relays: [{ reported: "off" }, { reported: "off" }, {}, {}],
    });
  });

  test("[C1, CM-6] what a line held up says how a relay was when it was measured, and never before what was known", () => {
    const first = fold(before, report(plain, now - 5_000));
    if (first === null) throw new Error("the first report counts");
    const held = report({ ...plain, seq: 11, i: [0, 900, 0, 0] }, now);
    const at = (measuredBy: number, known = first) => {
      const { device, relays } = fold(known, held, { measuredBy }) ?? { device: silent, relays: [] };
      expect(device).toMatchObject({ lastObservedAt: now, lastHeardAt: now });
      return [relays[0]?.reportedAt, relays[0]?.milliampsAt, relays[1]?.loadSeenAt];
    };
    expect(at(now - 3_000)).toEqual([now - 3_000, now - 3_000, now - 3_000]);
    expect(at(now - 9_000)).toEqual([now - 5_000, now - 5_000, now - 5_000]);
    // What a clock that was ahead had noted holds nothing up.
    const ahead = { ...first, relays: first.relays.map((relay) => ({ ...relay, reportedAt: now + 1, milliampsAt: now + 1 })) };
    expect(at(now - 3_000, ahead)).toEqual([now, now, now]);
  });

  test("without sequences the cloud's time decides; data from the future are nonsense", () => {
    const bare = { ...plain, seq: undefined };
    const first = fold(before, report(bare));
    if (first === null) throw new Error("the first report counts");
    expect(fold(first, report(bare, now - 1_001))).toBeNull();
    expect(fold(first, report(bare, now))).toMatchObject({ isOverdue: false });
    expect(fold(before, report(bare, now + 60_001))).toBeNull();
    expect(fold(before, report(bare, now + 60_000))).not.toBeNull();
  });

  test("a word without a number, or the first with one, is judged by its time, and forgets no number", () => {
    const bare = { ...plain, seq: undefined };
    const [numbered, unnumbered] = [plain, bare].map((json) => fold(before, report(json)));
    if (!numbered || !unnumbered) throw new Error("both count");
    expect(fold(numbered, report(bare, now))).toMatchObject({ isOverdue: false, device: { lastSequence: 10 } });
    expect(fold(numbered, report(bare, now - 1_001))).toBeNull();
    expect(fold(unnumbered, report(plain, now))).toMatchObject({ isOverdue: false });
    expect(fold(unnumbered, report(plain, now - 1_001))).toBeNull();
  });

  test("[C4] an overtaken arrival that the sequence vouches for counts, and no instant goes back for it", () => {
    const first = fold(before, report(plain));
    const overtaken = report({ ...plain, seq: 11, bat: 70 }, now - 5_000);
    const after = first && fold({ ...first, device: { ...first.device, lastHeardAt: now } }, overtaken);
    expect(after?.device).toMatchObject({ batteryPercent: 70, lastHeardAt: now, lastObservedAt: now - 1_000 });
  });

  test("[C12, D54] a relay that draws current while on is seen doing so and learned from, from the threshold on", () => {
    const at = now - 1_000;
    const seen = (json: object) => fold(before, report({ ...plain, ...json }))?.relays[0];
    expect(seen({ i: [50] })).toMatchObject({ reported: "on", load: "ok", milliampsAt: at, loadSeenAt: at, loadMean: 50 });
    expect(seen({ i: [49] })).toMatchObject({ reported: "off", milliampsAt: at, loadSeenAt: null, loadMean: null });
    expect(seen({ i: [600], s: [0] })).toMatchObject({ load: "current-while-off", loadSeenAt: null, loadMean: null });
  });

  test("[C12] a contact alone says nothing of the load; a current alone leaves the contact as it was reported", () => {
    const contact = { ...plain, i: undefined, s: [1] };
    const first = fold(before, report(contact, now - 2_000));
    expect(first?.relays[0]).toMatchObject({ reported: "on", load: "unknown", milliamps: null, milliampsAt: null });
    const second = first && fold(first, report({ ...plain, seq: 11, i: [0] }));
    expect(second?.relays[0]).toMatchObject({
      reported: "on",
      reportedAt: now - 2_000,
      load: "no-load",
      milliampsAt: now - 1_000,
    });
    const third = second && fold(second, report({ ...contact, seq: 12 }, now));
    expect(third?.relays[0]).toMatchObject({ reportedAt: now, load: "no-load", milliamps: 0, milliampsAt: now - 1_000 });
  });

  test("[C1, C12] a contact that moved leaves nothing of the current from before it did, nor of what that said", () => {
    const first = fold(before, report({ ...plain, i: [450], s: [1] }, now - 2_000));
    expect(first?.relays[0]).toMatchObject({ reported: "on", load: "ok", milliamps: 450, milliampsAt: now - 2_000 });
    const moved = observe(powerone, { name: "powerone/relay", data: '{"n":1,"s":0,"seq":11}', measuredAt: now - 1_000 });
    const second = first && moved.ok ? fold(first, moved.value) : null;
    expect(second?.relays[0]).toMatchObject({ reported: "off", load: "unknown", milliamps: null, milliampsAt: null });
    const third = second && fold(second, report({ ...plain, seq: 12, i: [0], s: [0] }, now));
    expect(third?.relays[0]).toMatchObject({ reported: "off", load: "ok", milliamps: 0, milliampsAt: now });
  });

  test("a change of one relay keeps the others and the vitals", () => {
    const first = fold(before, report(plain));
    const change = observe(powerone, { name: "powerone/relay", data: '{"n":3,"s":1,"seq":11}', measuredAt: now });
    if (first === null || !change.ok) throw new Error("both count");
    const after = fold(first, change.value);
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
    const words = { ...powerone, match: { ...powerone.match, nameContains: ["pump", "gate"] } };
    expect(named({ name: "The gate" }, [words, single])).toBe("powerone");
    expect(functionCallFor(powerone, 3, "off")).toEqual({ name: "ctrl_relay3", argument: "off" });
    expect(functionCallFor(single, 1, "on")).toEqual({ name: "relay", argument: "on" });
    expect([isDone(powerone, 0), isDone(powerone, -1), isDone(single, -1)]).toEqual([true, false, false]);
    expect([7, 0].map((value) => isDone({ ...powerone, done: [7] }, value))).toEqual([true, false]);
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
    expect(statusOf({ ...online, cloudOnlineAt: now - 5, lastHeardAt: null }, now)).toBe("connecting");
    expect(statusOf({ ...online, cloudOnlineAt: now - 10 }, now)).toBe("online");
    expect(statusOf({ ...online, cloudOnlineAt: now - 120_000, lastHeardAt: null }, now)).toBe("online");
    expect(statusOf({ ...online, cloudOnlineAt: null, lastHeardAt: null }, now)).toBe("online");
  });

  test("[D32] a session of which nothing was heard is connecting for two minutes, then online and stale", () => {
    const after = (silentMs: number, heardMs: number, cloudOnline = true) => {
      const facts = {
        cloudOnline,
        cloudOnlineAt: now - silentMs,
        connectingSince: null,
        updating: false,
        lastHeardAt: now - heardMs,
      };
      return [statusOf(facts, now), freshnessOf(facts, 300_000, now)];
    };
    expect(after(119_999, 130_000)).toEqual(["connecting", "fresh"]);
    expect(after(120_000, 130_000)).toEqual(["online", "stale"]);
    expect(after(120_000, 120_000)).toEqual(["online", "fresh"]);
    expect(after(120_000, 130_000, false)).toEqual(["offline", "fresh"]);
  });

  test("[C4] freshness by the device's own last word; relay state as a whole", () => {
    const freshness = (lastHeardAt: number | null) =>
      freshnessOf({ lastHeardAt, cloudOnline: true, cloudOnlineAt: null }, 10, now);
    expect([freshness(null), freshness(now - 10), freshness(now - 11)]).toEqual(["never", "fresh", "stale"]);
    const relays = (...states: ("on" | "off" | null)[]) => relayStateOf(states.map((reported) => ({ reported })));
    expect([relays("off", "on", null), relays("off", "off"), relays("off", null), relays()]).toEqual([
      "on",
      "off",
      "unknown",
      "unknown",
    ]);
  });
});
