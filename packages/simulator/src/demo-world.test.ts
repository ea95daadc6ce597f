import { expect, test } from "vitest";
import { demoWorld } from "./demo-world.ts";
import { eventsOf, handMoved } from "./testing/hand-moved.ts";

const device = (world: ReturnType<typeof handMoved>, serial: string) => world.simulator.control.device(serial);

test("[C5] the demo starts as its page says: eight PowerOne and four one-relay devices, each in its state", () => {
  const world = handMoved(demoWorld);
  expect(world.simulator.control.devices().map((each) => each.serial)).toHaveLength(12);
  expect(device(world, "P0SIM0001")).toMatchObject({
    name: "Pump house",
    relays: [{ milliamps: 1240 }, { milliamps: 900 }, { contact: "open" }, { contact: "open" }],
  });
  expect(device(world, "P0SIM0002")).toMatchObject({
    contacts: true,
    relays: [{ contact: "closed", loadMilliamps: 0, milliamps: 0 }, {}, {}, {}],
  });
  expect(device(world, "P0SIM0003")).toMatchObject({
    telemetry: false,
    cloudOnline: true,
    lastTelemetryAt: "2026-03-01T09:48:00.000Z",
  });
  expect(device(world, "P0SIM0004")).toMatchObject({ cloudOnline: false, reachable: false });
  expect(device(world, "P0SIM0005")).toMatchObject({ safeMode: true, cloudOnline: true });
});

test("[C4] Gate stays online and silent; Boat waits; the others report every 15 seconds", () => {
  const world = handMoved(demoWorld);
  const stream = world.call({ path: "/v1/devices/events" });
  world.advance(60_000);
  const counts = new Map<string, number>();
  for (const { name, body } of eventsOf(stream))
    counts.set(`${name} ${String(body["coreid"])}`, (counts.get(`${name} ${String(body["coreid"])}`) ?? 0) + 1);
  const count = (name: string, serial: string) => counts.get(`${name} ${world.idOf(serial)}`) ?? 0;
  expect([
    count("powerone/data", "P0SIM0001"),
    count("relay/state", "R1SIM0001"),
    count("powerone/data", "P0SIM0003"),
    count("powerone/data", "P0SIM0004"),
  ]).toEqual([4, 4, 0, 0]);
  expect(count("spark/status/safe-mode", "P0SIM0005")).toBe(4);
  expect(device(world, "P0SIM0003")?.cloudOnline).toBe(true);
});

test("[C4] a silent power cut shows at the cloud after three minutes", () => {
  const world = handMoved(demoWorld);
  world.simulator.control.patchDevice("P0SIM0001", { powered: false });
  world.advance(3 * 60_000 - 1);
  expect(device(world, "P0SIM0001")?.cloudOnline).toBe(true);
  world.advance(1);
  expect(device(world, "P0SIM0001")?.cloudOnline).toBe(false);
});

test("[C5] a round trip takes one to three seconds", () => {
  const world = handMoved(demoWorld);
  const calls = Array.from({ length: 20 }, () => world.callFunction("P0SIM0001", "ctrl_relay3", "on"));
  world.advance(999);
  expect(calls.some((call) => call.ended)).toBe(false);
  world.advance(2_001);
  expect(calls.every((call) => call.status === 200)).toBe(true);
});
