/** What a device does by itself, and what the cloud comes to believe. */
import { describe, expect, test } from "vitest";
import { eventsOf, handMoved } from "../testing/hand-moved.ts";

const minute = 60_000;
const quiet = { telemetryMs: 24 * 60 * minute, latencyMs: [0, 0] } as const;

describe("telemetry", () => {
  test("[C5] leaves every period, and within a second after a change of load", () => {
    const world = handMoved({ devices: 1, simple: 0, telemetryMs: minute, latencyMs: [0, 0] });
    const stream = world.call({ path: "/v1/devices/events/powerone" });
    world.advance(minute);
    expect(eventsOf(stream)).toHaveLength(1);
    world.simulator.control.button("P0SIM0001", { relay: 2, state: "on" });
    world.advance(1000);
    const [, change] = eventsOf(stream);
    expect(JSON.parse(String(change?.body["data"]))).toMatchObject({ i: [0, 600, 0, 0], ps: 1, bat: 88.5, cell: 64 });
    world.advance(10 * minute);
    expect(eventsOf(stream)).toHaveLength(12);
  });

  test("[C12] the plain variant tells currents only; the contacts variant tells contacts and who moved them", () => {
    const world = handMoved({ ...quiet, contacts: 1 });
    const stream = world.call({ path: "/v1/devices/events" });
    world.simulator.control.patchDevice("P0SIM0001", { relays: [{ number: 3, loadMilliamps: 0 }] });
    world.simulator.control.button("P0SIM0001", { relay: 3, state: "on" });
    world.callFunction("P0SIM0001", "ctrl_relay3", "off");
    world.simulator.control.button("P0SIM0002", { relay: 1, state: "on" });
    world.advance(1000);
    const words = eventsOf(stream).map(({ name, body }) => ({
      name,
      coreid: body["coreid"],
      ...(JSON.parse(String(body["data"])) as object),
    }));
    expect(words.filter((word) => word.name === "powerone/relay")).toMatchObject([
      { n: 3, s: 1, cause: "button" },
      { n: 3, s: 0, cause: "cloud" },
    ]);
    const data = (serial: string) => words.find((word) => word.name === "powerone/data" && word.coreid === world.idOf(serial));
    expect(data("P0SIM0001")).toMatchObject({ s: [0, 0, 0, 0] });
    expect(data("P0SIM0002")).toMatchObject({ i: [600, 0, 0, 0] });
    expect(data("P0SIM0002")).not.toHaveProperty("s");
  });

  test("[C5] numbers everything a device says, without going back", () => {
    const world = handMoved({ devices: 1, simple: 0, contacts: true, telemetryMs: 5_000, latencyMs: [0, 0] });
    const stream = world.call({ path: "/v1/devices/events/powerone" });
    for (const state of ["on", "off", "on", "off"] as const) {
      world.simulator.control.button("P0SIM0001", { relay: 1, state });
      world.advance(3_000);
    }
    const numbers = eventsOf(stream).map(({ body }) => (JSON.parse(String(body["data"])) as { seq: number }).seq);
    expect(numbers.length).toBeGreaterThan(6);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  });

  test("[C5] a device may publish about once a second: a chattering relay loses words, never its last measurement", () => {
    const world = handMoved({ ...quiet, devices: 1, simple: 0, contacts: true });
    const stream = world.call({ path: "/v1/devices/events/powerone" });
    for (let press = 0; press < 21; press += 1) {
      world.simulator.control.button("P0SIM0001", { relay: 1, state: press % 2 === 0 ? "on" : "off" });
      world.advance(100);
    }
    expect(eventsOf(stream).length).toBeLessThan(8);
    world.advance(3_000);
    const last = eventsOf(stream).findLast((event) => event.name === "powerone/data");
    expect(JSON.parse(String(last?.body["data"]))).toMatchObject({ i: [600, 0, 0, 0], s: [1, 0, 0, 0] });
  });

  test("[C5] with telemetry off it is silent, but calls, pings and its keep-alive go on", () => {
    const world = handMoved({ telemetryMs: 15_000, presenceLagMs: 3 * minute, latencyMs: [0, 0] });
    world.simulator.control.patchDevice("P0SIM0001", { telemetry: false });
    const stream = world.call({ path: "/v1/devices/p0sim0001/events" });
    world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    world.advance(30 * minute);
    expect(eventsOf(stream)).toEqual([]);
    expect(world.simulator.control.device("P0SIM0001")).toMatchObject({ cloudOnline: true, executedCalls: 1 });
    expect(world.call({ path: "/v1/devices/p0sim0001" }).body).toMatchObject({
      online: true,
      last_heard: "2026-03-01T10:30:00.000Z",
    });
  });
});

describe("the physical truth", () => {
  test("[C12] a welded contact does not open, a blown fuse lets nothing flow, battery supply feeds no load", () => {
    const world = handMoved(quiet);
    const { control } = world.simulator;
    const relay = () => control.device("P0SIM0001")?.relays[0];
    control.patchDevice("P0SIM0001", { relays: [{ number: 1, welded: true }] });
    world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    const off = world.callFunction("P0SIM0001", "ctrl_relay1", "off");
    expect(off.body).toMatchObject({ return_value: 1 });
    expect(relay()).toMatchObject({ contact: "closed", milliamps: 600 });
    control.patchDevice("P0SIM0001", { relays: [{ number: 1, fuseBlown: true }] });
    expect(relay()).toMatchObject({ contact: "closed", milliamps: 0 });
    control.patchDevice("P0SIM0001", { supply: "battery", relays: [{ number: 1, fuseBlown: false }] });
    expect(relay()).toMatchObject({ contact: "closed", milliamps: 0 });
  });

  test("[C5] a device id depends on the serial number only", () => {
    const [one, other] = [handMoved({ seed: 1 }), handMoved({ seed: 2, devices: 5 })];
    expect(one.idOf("P0SIM0002")).toMatch(/^5100000000000000[0-9a-f]{8}$/);
    expect(other.idOf("P0SIM0002")).toBe(one.idOf("P0SIM0002"));
  });
});

describe("presence", () => {
  const statuses = (world: ReturnType<typeof handMoved>) =>
    world.simulator.control
      .events()
      .flatMap((event) => (event.name === "spark/status" ? [`${event.data} ${event.at.slice(11, 23)}`] : []));

  test("[C4] a silent loss of power shows only after the lag; until then calls time out while the cloud says online", () => {
    const world = handMoved({ ...quiet, offlineHoldMs: 10_000 });
    world.simulator.control.patchDevice("P0SIM0001", { powered: false });
    const call = world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    world.advance(9_999);
    expect(call.status).toBeUndefined();
    world.advance(1);
    expect(call).toMatchObject({ status: 408, body: { ok: false, error: "Timed out." } });
    world.advance(46 * minute - 10_001);
    expect(world.simulator.control.device("P0SIM0001")?.cloudOnline).toBe(true);
    world.advance(1);
    expect(world.simulator.control.device("P0SIM0001")?.cloudOnline).toBe(false);
    expect(statuses(world)).toEqual(["offline 10:46:00.000"]);
  });

  test("[C4] a good-bye is believed at once, and so is coming back", () => {
    const world = handMoved(quiet);
    world.simulator.control.patchDevice("P0SIM0001", { reachable: false, notice: true });
    expect(statuses(world)).toEqual(["offline 10:00:00.000"]);
    world.advance(5_000);
    world.simulator.control.patchDevice("P0SIM0001", { reachable: true });
    world.advance(0);
    expect(statuses(world)).toEqual(["offline 10:00:00.000", "online 10:00:05.000"]);
  });

  test("[C4] a restart that the cloud had not missed is told as offline immediately before online, then the device reports", () => {
    const world = handMoved(quiet);
    world.simulator.control.patchDevice("P0SIM0001", { powered: false });
    world.advance(minute);
    world.simulator.control.patchDevice("P0SIM0001", { powered: true });
    world.advance(5_000);
    const [offline, online] = statuses(world).map((status) => Date.parse(`2026-03-01T${status.split(" ")[1]}Z`));
    expect((online ?? 0) - (offline ?? 0)).toBeGreaterThanOrEqual(13);
    expect((online ?? 0) - (offline ?? 0)).toBeLessThanOrEqual(22);
    const after = world.simulator.control
      .events()
      .slice(2)
      .map((event) => event.name);
    expect(after).toEqual(
      expect.arrayContaining([
        "spark/device/last_reset",
        "spark/device/app-hash",
        "spark/device/diagnostics/update",
        "powerone/data",
      ]),
    );
    expect(world.simulator.control.device("P0SIM0001")?.relays.map((relay) => relay.contact)).toEqual([
      "open",
      "open",
      "open",
      "open",
    ]);
  });

  test("[C4] a resumed session is not told at all and leaves the handshake alone", () => {
    const world = handMoved(quiet);
    const handshake = () =>
      (world.call({ path: "/v1/devices/p0sim0001" }).body as { last_handshake_at: string }).last_handshake_at;
    const before = handshake();
    world.simulator.control.patchDevice("P0SIM0001", { reachable: false });
    world.advance(10 * minute);
    world.simulator.control.patchDevice("P0SIM0001", { reachable: true });
    world.advance(60 * minute);
    expect(statuses(world)).toEqual([]);
    expect(handshake()).toBe(before);
  });

  test("[C5] safe mode: connected, reported, without functions and variables", () => {
    const world = handMoved({ ...quiet, telemetryMs: 15_000, devices: [{ serial: "P0SIM0001", safeMode: true }] });
    const stream = world.call({ path: "/v1/devices/events" });
    world.advance(15_000);
    expect(eventsOf(stream).map((event) => event.name)).toEqual(["spark/status/safe-mode"]);
    expect(world.callFunction("P0SIM0001", "ctrl_relay1", "on").status).toBe(404);
    expect(world.call({ path: "/v1/devices/p0sim0001" }).body).toMatchObject({ online: true, functions: [], variables: {} });
    world.simulator.control.patchDevice("P0SIM0001", { safeMode: false });
    world.advance(5_000);
    expect(world.callFunction("P0SIM0001", "ctrl_relay1", "on").body).toMatchObject({ return_value: 1 });
  });
});
