import { describe, expect, test } from "vitest";
import type { Device } from "@relaydeck/contract/devices";
import type { DeviceHistory } from "@relaydeck/contract/history";
import { aCommand, aDevice, aRelay, ago } from "../testing/builders.ts";
import { deviceOf, heard } from "./heard.ts";

const device = aDevice({ relays: [aRelay({ number: 1, state: "on", stateAt: ago(1_000) })] });
const read: DeviceHistory = {
  from: ago(60_000),
  to: ago(5_000),
  relays: [{ number: 1, name: "Relay 1", steps: [{ at: ago(60_000), state: "off" }] }],
  samples: [],
  gaps: [],
  switchings: [],
};
const vitals = { powerSource: null, batteryPercent: null, cellularLevel: null };
const report = { kind: "device" as const, device, vitals };

test("[D0.4] a relay that moved gets a step, once; one that did not, none", () => {
  const once = heard(read, report);
  expect(once.relays[0]?.steps).toEqual([
    { at: ago(60_000), state: "off" },
    { at: ago(1_000), state: "on" },
  ]);
  expect(heard(once, report)).toBe(once);
});

test("a command stands there from its first word on, with its newest state", () => {
  const command = aCommand({ deviceId: device.id, commandId: "cmd_1", state: "requested", relayNumber: 1 });
  const told = heard(read, { kind: "command", command });
  const done = heard(told, { kind: "command", command: { ...command, state: "confirmed" } });
  expect(told.switchings.map(({ state }) => state)).toEqual(["requested"]);
  expect(done.switchings).toMatchObject([{ commandId: "cmd_1", state: "confirmed", at: command.requestedAt }]);
});

test("an item is for the history of its own device, or for none", () => {
  const command = aCommand({ deviceId: device.id, state: "sent" });
  const gap = { kind: "gap" as const, from: ago(2_000), to: null };
  expect([report, { kind: "command" as const, command }, gap].map(deviceOf)).toEqual([device.id, device.id, null]);
});

test("[D0.4] what the answer had already is not told twice: steps stay in order, and no command goes back", () => {
  const steps = [
    { at: ago(60_000), state: "off" as const },
    { at: ago(20_000), state: "on" as const },
    { at: ago(10_000), state: "off" as const },
  ];
  const command = aCommand({ deviceId: device.id, commandId: "cmd_1", state: "confirmed", relayNumber: 1 });
  const answer = heard({ ...read, relays: [{ number: 1, name: "Relay 1", steps }] }, { kind: "command", command });
  const movedAt = (ms: number, state: "on" | "off") => ({
    ...report,
    device: { ...device, relays: [aRelay({ number: 1, state, stateAt: ago(ms) })] },
  });
  const late = [
    movedAt(20_000, "on"),
    movedAt(15_000, "on"),
    movedAt(10_000, "off"),
    ...(["requested", "sent", "unconfirmed", "acknowledged", "confirmed"] as const).map((state) => ({
      kind: "command" as const,
      command: { ...command, state },
    })),
  ];
  for (const item of late) expect(heard(answer, item)).toBe(answer);
  const moved = heard(answer, movedAt(2_000, "on"));
  expect(moved.relays[0]?.steps).toEqual([...steps, { at: ago(2_000), state: "on" }]);
});

test("[CM-8] a command that nobody could confirm is told of when evidence comes after all", () => {
  const command = aCommand({ deviceId: device.id, commandId: "cmd_1", state: "unconfirmed", relayNumber: 1 });
  const unknown = heard(read, { kind: "command", command });
  const done = heard(unknown, { kind: "command", command: { ...command, state: "acknowledged" } });
  expect(done.switchings).toMatchObject([{ commandId: "cmd_1", state: "acknowledged" }]);
});

describe("[C3] a silence that was told", () => {
  const told = (ms: number, more: Partial<Device> = {}) => ({
    ...device,
    relays: [aRelay({ number: 1, state: "off", stateAt: ago(ms) })],
    ...more,
  });
  const reports = (at: Device) => ({ ...report, device: at });

  test("stays when the device speaks again, and takes the place of its part that was read", () => {
    const readWithin = { ...read, gaps: [{ from: ago(30_000), to: ago(5_000) }] };
    const gaps = heard(readWithin, reports(told(1_000)), told(30_000, { freshness: "stale" })).gaps;
    expect(gaps).toEqual([{ from: ago(30_000), to: ago(1_000) }]);
  });

  test("ends with a report, not with a word about something else", () => {
    const wordOnly = { ...told(30_000), relays: [aRelay({ number: 1, state: "off", stateAt: ago(30_000), isCurrent: false })] };
    const silent = told(30_000, { freshness: "stale" });
    expect(heard(read, reports(wordOnly), silent)).toBe(read);
    expect(heard(read, reports(told(2_000)), wordOnly).gaps).toEqual([{ from: ago(30_000), to: ago(2_000) }]);
  });

  test("leaves what was read after it as it is, and a device that was heard all the time without one", () => {
    expect(heard(read, reports(told(6_000)), told(30_000, { freshness: "stale" }))).toBe(read);
    expect(heard(read, reports(told(1_000)), told(8_000))).toBe(read);
  });
});
