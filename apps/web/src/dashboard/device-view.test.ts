import { describe, expect, test } from "vitest";
import { common } from "../texts/en/shell.ts";
import { dashboard } from "../texts/en/dashboard.ts";
import { formatsFor } from "../texts/formats.ts";
import { countConcerns, matchesFilter } from "./counts.ts";
import { badgeLook, concernsOf, deviceStatus, vitalsOf, type Concern } from "./device-view.ts";
import { inOrder, needsAttention, problemsFirst } from "./order.ts";
import type { Link } from "./relay-truth.ts";
import { relayView } from "./relay-view.ts";
import { aCommand, aDevice, ago, facts, minute, now, powerOneData, second } from "./testing/builders.ts";
import { ageText, statusWord } from "./words.ts";

const wording = { texts: dashboard, formats: formatsFor("en", common.time, "UTC"), now };
const shown = (more: Parameters<typeof aDevice>[0], link: Link = "live") => {
  const status = deviceStatus(aDevice(more), { link, now });
  const { icon, tone } = badgeLook(status);
  return [statusWord(status, wording), ageText(status, wording), `${icon} ${tone}`];
};

describe("the status of a device", () => {
  test("heard within the limit: online, with the age of its word", () => {
    expect(shown({})).toEqual(["Online", "heard 8 s ago", "disc-tick ok"]);
  });

  test("[C4] silent beyond the limit: not heard, although the cloud says online; from 46 min it may be gone", () => {
    const silent = (ms: number) => shown({ freshness: "stale", lastHeardAt: ago(ms) });
    expect(silent(12 * minute)).toEqual(["Not heard for 12 min", "", "clock warn"]);
    expect(silent(46 * minute - 1)[0]).toBe("Not heard for 45 min");
    expect(silent(46 * minute)[0]).toBe("Not heard for 46 min, may be gone");
    expect(silent(52 * minute)[0]).toBe("Not heard for 52 min, may be gone");
    expect(silent(50 * second)[0]).toBe("Not heard for 50 s");
    expect(shown({ freshness: "never", lastHeardAt: null })[0]).toBe("Not heard yet");
  });

  test("offline: since when, and when it was last heard", () => {
    const offline = { status: "offline", offlineSince: ago(288 * minute), lastHeardAt: ago(300 * minute) } as const;
    expect(shown(offline)).toEqual(["Offline", "since 09:14 · last heard 09:02", "square-x bad"]);
    expect(shown({ ...offline, offlineSince: null })[1]).toBe("last heard 09:02");
    expect(shown({ status: "offline", lastHeardAt: null })[1]).toBe("");
  });

  test("[D32] connecting while a check runs", () => {
    expect(shown({ status: "connecting" })).toEqual(["Connecting", "heard 8 s ago", "dashed-ring info"]);
  });

  test("only what is current is filled", () => {
    const isOutline = (status: "online" | "offline", link: Link) =>
      badgeLook(deviceStatus(aDevice({ status }), { link, now })).outline;
    expect([isOutline("online", "live"), isOutline("online", "down"), isOutline("offline", "live")]).toEqual([false, true, true]);
  });

  test.each(["down", "updating", "refused"] as const)(
    "[HD-5] link %s: what was last known, without a colour or a ticking age",
    (link) => {
      expect(shown({}, link)).toEqual(["Online", "last known 14:02", "disc-tick text"]);
      const silent = { freshness: "stale", lastHeardAt: ago(12 * minute) } as const;
      expect(shown(silent, link)).toEqual(["Not heard", "last known 13:50", "clock text"]);
      expect(shown({ status: "offline" }, link)).toEqual(["Offline", "last known 14:02", "square-x text"]);
    },
  );
});

describe("[D41] vitals", () => {
  test("1 and 2 are power on, any other number is off", () => {
    expect([1, 2, 0, 3].map((powerSource) => vitalsOf(powerOneData({ powerSource })).power)).toEqual(["on", "on", "off", "off"]);
  });

  test("negative is not available, and never 0", () => {
    expect(vitalsOf(powerOneData({ batteryPercent: -1, cellularLevel: -1 }))).toMatchObject({
      batteryPercent: null,
      signal: null,
    });
    expect(vitalsOf(powerOneData({ batteryPercent: 0, cellularLevel: 0 }))).toMatchObject({
      batteryPercent: 0,
      signal: { word: "veryPoor" },
    });
    expect(vitalsOf({ powerSource: null, batteryPercent: null, cellularLevel: null })).toEqual({
      power: null,
      batteryPercent: null,
      signal: null,
    });
  });

  test("the word of the signal changes at 80, 60, 40 and 20", () => {
    const words = [100, 80, 79.9, 60, 59, 40, 39, 20, 19, 0].map(
      (cellularLevel) => vitalsOf(powerOneData({ cellularLevel })).signal?.word,
    );
    expect(words).toEqual(["excellent", "excellent", "good", "good", "fair", "fair", "poor", "poor", "veryPoor", "veryPoor"]);
  });
});

const listed = (name: string, ...concerns: Concern[]) => ({
  id: name,
  name,
  serialNumber: `P0${name}`,
  relays: [{ name: "Heater" }],
  concerns,
});

describe("the list", () => {
  test("problems first: failed or unconfirmed, offline, silent, connecting, online; then by name, numbers as numbers", () => {
    const devices = [
      listed("Pump 10", "online"),
      listed("Pump 9", "online"),
      listed("Boat", "connecting"),
      listed("Gate", "stale"),
      listed("Cabin", "offline"),
      listed("Workshop", "unconfirmed", "online"),
      listed("Attic", "failed", "stale"),
    ];
    const order = problemsFirst(devices, "en");
    expect(order.map((device) => device.name)).toEqual(["Attic", "Workshop", "Cabin", "Gate", "Boat", "Pump 9", "Pump 10"]);
    expect(order.filter(needsAttention)).toHaveLength(4);
  });

  test("in the order of given ids; what is gone leaves no hole", () => {
    const devices = [listed("B", "offline"), listed("A", "online"), listed("C", "failed")];
    expect(inOrder(devices, ["A", "Gone", "B"]).map((device) => device.id)).toEqual(["A", "B"]);
  });

  test("the concerns of a device are its presence and the worst of its relays", () => {
    const relay = (state: "unconfirmed" | "failed" | "expired" | "sent") =>
      relayView(facts({ relay: { command: aCommand({ state }) } }));
    const online = deviceStatus(aDevice(), { link: "live", now });
    expect(concernsOf(online, [relay("sent")])).toEqual(["online"]);
    expect(concernsOf(online, [relay("unconfirmed"), relay("failed")])).toEqual(["failed", "unconfirmed", "online"]);
    expect(concernsOf(online, [relay("expired")])).toEqual(["failed", "online"]);
  });

  test("counts name only what there is, and keep the filter that is on", () => {
    const devices = [listed("a", "offline"), listed("b", "unconfirmed", "online"), listed("c", "online")];
    expect(countConcerns(devices, null)).toEqual([
      { concern: "unconfirmed", count: 1 },
      { concern: "offline", count: 1 },
      { concern: "online", count: 2 },
    ]);
    expect(countConcerns([], "stale")).toEqual([{ concern: "stale", count: 0 }]);
  });

  test("the filter looks at names, serial numbers and relays, without case", () => {
    const device = listed("Pump house", "online");
    const matches = (text: string, concern: Concern | null = null) => matchesFilter(device, { text, concern });
    expect([matches(" pUM"), matches("p0pump"), matches("heat"), matches("boat"), matches(""), matches("", "offline")]).toEqual([
      true,
      true,
      true,
      false,
      true,
      false,
    ]);
  });
});
