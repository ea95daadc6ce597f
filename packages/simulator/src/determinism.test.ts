/** One seed, one hand-moved clock and one sequence of calls give one event log, byte for byte. */
import { systemClock } from "@relaydeck/kit/clock";
import { integerBetween, seededRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { createSimulator } from "./simulator.ts";
import { type HandMoved, handMoved } from "./testing/hand-moved.ts";
import { callInProcess } from "./testing/in-process.ts";

/** A busy hour at random from `seed`, as text: every answer, every event, every request. */
function busyHour(seed: number): string {
  const world = handMoved({ seed, devices: 4, simple: 2, contacts: 2, presenceLagMs: 120_000, telemetryMs: 20_000 });
  const random = seededRandom(seed);
  const calls = [world.call({ path: "/v1/devices/events" }), world.call({ path: "/v1/products/4711/events" })];
  for (let step = 0; step < 200; step += 1) {
    calls.push(...randomStep(world, integerBetween(random, 0, 6), integerBetween(random, 1, 4)));
    world.advance(integerBetween(random, 10, 20_000));
  }
  const { control } = world.simulator;
  const heard = calls.map((call) => [call.status, call.headers, call.text, call.cut]);
  return JSON.stringify([control.events(), control.requests(), control.devices(), control.counters(), heard]);
}

function randomStep(world: HandMoved, kind: number, number: number) {
  const { control } = world.simulator;
  const serial = `P0SIM000${number}`;
  if (kind === 0) control.patchDevice(serial, { powered: control.device(serial)?.powered !== true });
  if (kind === 1) control.button(serial, { relay: number, state: "on" });
  if (kind === 2)
    control.addFault({ match: { operation: "event" }, effect: { kind: "reorder", within: 4_000 }, times: 3, probability: 0.5 });
  if (kind === 3) control.addFault({ match: { operation: "function" }, effect: { kind: "drop-reply" }, probability: 0.5 });
  if (kind === 4) return [world.call({ method: "POST", path: "/v1/devices/events", body: { name: "x", data: "y" } })];
  return [world.callFunction(serial, `ctrl_relay${number}`, kind === 5 ? "on" : "off")];
}

test("[C5] the same seed and calls give the same log, byte for byte", () => {
  const first = busyHour(7);
  expect(first.length).toBeGreaterThan(100_000);
  expect(busyHour(7)).toBe(first);
});

test("[C5] another seed gives another log", () => {
  expect(busyHour(8)).not.toBe(busyHour(7));
});

test("[C5] a reset with the same arguments gives the same world, whatever was before", () => {
  const world = handMoved();
  const settings = { seed: 5, devices: 3, clock: "manual" } as const;
  const run = () => {
    world.simulator.control.reset(settings);
    world.callFunction("P0SIM0003", "ctrl_relay4", "on");
    world.advance(600_000);
    return JSON.stringify([world.simulator.control.events(), world.simulator.control.devices()]);
  };
  const first = run();
  world.simulator.control.patchDevice("P0SIM0001", { powered: false });
  world.advance(12_345);
  expect(run()).toBe(first);
});

test("[C5] a world on the caller's own hand-moved clock repeats itself too", async () => {
  const run = async () => {
    const clock = new ManualClock();
    const simulator = createSimulator({ clock, seed: 3, devices: 2, simple: 0 });
    const stream = callInProcess(simulator, { path: "/v1/devices/events" });
    await clock.advance(300_000);
    simulator.close();
    return stream.text;
  };
  const first = await run();
  expect(first).toContain("event: powerone/data");
  expect(await run()).toBe(first);
});

test("[C5] the clock is moved by hand only when it is the simulator's own", () => {
  const simulator = createSimulator({ clock: systemClock(), devices: 0, simple: 0 });
  expect(simulator.control.advance(1)).toMatchObject({ ok: false });
  simulator.control.reset({ clock: "manual", startAt: Date.UTC(2030, 0, 1) });
  expect(simulator.control.advance(1500)).toEqual({ ok: true, value: { now: "2030-01-01T00:00:01.500Z", mode: "manual" } });
  simulator.close();
});
