import { expect, test } from "vitest";
import type { DeviceHistory } from "@relaydeck/contract/history";
import { aCommand, aDevice, aRelay, ago } from "../testing/builders.ts";
import { heard } from "./heard.ts";

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
  const once = heard(read, device.id, report);
  expect(once.relays[0]?.steps).toEqual([
    { at: ago(60_000), state: "off" },
    { at: ago(1_000), state: "on" },
  ]);
  expect(heard(once, device.id, report)).toBe(once);
});

test("a command stands there from its first word on, with its newest state", () => {
  const command = aCommand({ deviceId: device.id, commandId: "cmd_1", state: "requested", relayNumber: 1 });
  const told = heard(read, device.id, { kind: "command", command });
  const done = heard(told, device.id, { kind: "command", command: { ...command, state: "confirmed" } });
  expect(told.switchings.map(({ state }) => state)).toEqual(["requested"]);
  expect(done.switchings).toMatchObject([{ commandId: "cmd_1", state: "confirmed", at: command.requestedAt }]);
});

test("what is said of another device changes nothing", () => {
  expect(heard(read, "dev_other", report)).toBe(read);
});
