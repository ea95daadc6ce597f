/** Every fault of the control door, seen from a caller and from a stream. */
import { describe, expect, test } from "vitest";
import { eventsOf, handMoved } from "./testing/hand-moved.ts";

const still = { latencyMs: [1000, 1000], telemetryMs: 3_600_000 } as const;

function contact(world: ReturnType<typeof handMoved>, relay = 1) {
  return world.simulator.control.device("P0SIM0001")?.relays[relay - 1]?.contact;
}

describe("faults of calls", () => {
  test("[C5] without a fault the relay moves half-way and the answer comes after the round trip", () => {
    const world = handMoved(still);
    const call = world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    world.advance(499);
    expect([contact(world), call.status]).toEqual(["open", undefined]);
    world.advance(1);
    expect([contact(world), call.status]).toEqual(["closed", undefined]);
    world.advance(500);
    expect(call).toMatchObject({ status: 200, body: { return_value: 1, connected: true } });
  });

  test("[C1] drop-reply executes, then cuts the connection without an answer", () => {
    const world = handMoved(still);
    world.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "drop-reply" } });
    const call = world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    world.advance(60_000);
    expect(call).toMatchObject({ status: undefined, cut: true });
    expect(contact(world)).toBe("closed");
    expect(world.simulator.control.requests()).toMatchObject([{ operation: "function", status: null, executed: true }]);
  });

  test("[C1] no-execute answers done and does nothing", () => {
    const world = handMoved(still);
    world.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "no-execute" } });
    const call = world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    world.advance(60_000);
    expect(call).toMatchObject({ status: 200, body: { return_value: 1 } });
    expect(contact(world)).toBe("open");
    expect(world.simulator.control.device("P0SIM0001")).toMatchObject({ executedCalls: 0, lastCall: null });
  });

  test("[C5] hang never answers and does nothing", () => {
    const world = handMoved(still);
    world.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "hang" } });
    const call = world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    world.advance(24 * 3_600_000);
    expect(call).toMatchObject({ status: undefined, ended: false, cut: false });
    expect(contact(world)).toBe("open");
  });

  test.each([400, 401, 403, 404, 408, 429, 500, 502, 503, 529])("[C5] status %i is answered without executing", (status) => {
    const world = handMoved(still);
    world.simulator.control.addFault({ match: { operation: "function" }, effect: { kind: "status", status } });
    const call = world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    world.advance(2_000);
    expect(call.status).toBe(status);
    expect(contact(world)).toBe("open");
    expect(call.headers["retry-after"] === undefined).toBe(status !== 429);
  });

  test("[C1] status with execute runs and then answers that status", () => {
    const world = handMoved(still);
    world.simulator.control.addFault({
      match: { operation: "function" },
      effect: { kind: "status", status: 502, body: "<h1>Bad</h1>", execute: true },
    });
    const call = world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    world.advance(2_000);
    expect(call).toMatchObject({ status: 502, text: "<h1>Bad</h1>" });
    expect(contact(world)).toBe("closed");
  });

  test("[C5] delays add up and leave the other fault its effect", () => {
    const world = handMoved(still);
    const { control } = world.simulator;
    control.addFault({ match: { operation: "function" }, effect: { kind: "delay", ms: 4_000 } });
    control.addFault({ match: { operation: "function" }, effect: { kind: "delay", ms: 5_000 } });
    const call = world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    world.advance(9_999);
    expect(call.status).toBeUndefined();
    world.advance(1);
    expect(call.status).toBe(200);
  });

  test.each([
    ["variable", "GET", "/v1/devices/p0sim0001/powerone"],
    ["ping", "PUT", "/v1/devices/p0sim0001/ping"],
    ["device", "GET", "/v1/devices/p0sim0001"],
    ["devices", "GET", "/v1/devices"],
    ["serial", "GET", "/v1/serial_numbers/P0SIM0001"],
    ["vitals", "GET", "/v1/diagnostics/p0sim0001/last"],
    ["stream", "GET", "/v1/devices/events"],
  ] as const)("[C5] a fault of operation %s strikes that operation alone", (operation, method, path) => {
    const world = handMoved(still);
    world.simulator.control.addFault({ match: { operation }, effect: { kind: "status", status: 503 }, times: 0 });
    const struck = world.call({ method, path });
    const other = world.call({ path: "/v1/user" });
    world.advance(1_000);
    expect([struck.status, other.status]).toEqual([503, 200]);
  });

  test("[C5] a fault of operation token strikes logging in", () => {
    const world = handMoved(still);
    world.simulator.control.addFault({ match: { operation: "token" }, effect: { kind: "status", status: 500 } });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const login = {
      method: "POST",
      path: "/oauth/token",
      body: "grant_type=client_credentials&client_id=particle&client_secret=particle",
      headers,
    };
    expect(world.call(login).status).toBe(500);
    expect(world.call(login).status).toBe(200);
  });
});

describe("matching", () => {
  test("[C5] device (by id or serial) and name narrow a fault, times ends it, 0 keeps it", () => {
    const world = handMoved(still);
    const { control } = world.simulator;
    control.addFault({
      match: { operation: "function", device: "P0SIM0001", name: "ctrl_relay2" },
      effect: { kind: "status", status: 500 },
      times: 2,
    });
    control.addFault({
      match: { operation: "function", device: world.idOf("P0SIM0002") },
      effect: { kind: "status", status: 503 },
      times: 0,
    });
    const statuses = ["ctrl_relay1", "ctrl_relay2", "ctrl_relay2", "ctrl_relay2"].map((name) =>
      world.callFunction("P0SIM0001", name, "on"),
    );
    const others = [1, 2, 3].map(() => world.callFunction("P0SIM0002", "ctrl_relay1", "on"));
    world.advance(2_000);
    expect(statuses.map((call) => call.status)).toEqual([200, 500, 500, 200]);
    expect(others.map((call) => call.status)).toEqual([503, 503, 503]);
    expect(control.faults()).toMatchObject([{ times: 0, struck: 3 }]);
    expect(control.counters().faultsStruck).toEqual({ status: 5 });
    control.clearFaults();
    expect(control.faults()).toEqual([]);
  });

  test("[C5] probability draws from the seed: some calls are struck, the same ones each time", () => {
    const run = () => {
      const world = handMoved(still);
      world.simulator.control.addFault({
        match: { operation: "device" },
        effect: { kind: "status", status: 500 },
        times: 0,
        probability: 0.4,
      });
      return Array.from({ length: 40 }, () => world.call({ path: "/v1/devices/p0sim0001" }).status);
    };
    expect(new Set(run())).toEqual(new Set([200, 500]));
    expect(run()).toEqual(run());
  });

  test("[C5] a call with a bad token does not use a fault up", () => {
    const world = handMoved(still);
    world.simulator.control.addFault({ match: { operation: "devices" }, effect: { kind: "status", status: 500 } });
    expect(world.call({ path: "/v1/devices", token: "wrong" }).status).toBe(401);
    expect(world.simulator.control.faults()).toHaveLength(1);
  });
});

describe("faults of events", () => {
  function stream(world: ReturnType<typeof handMoved>) {
    return world.call({ path: "/v1/devices/events/test" });
  }

  test("[C5] a lost event is written nowhere, and the log says where it would have been heard", () => {
    const world = handMoved(still);
    const heard = stream(world);
    world.simulator.control.addFault({ match: { operation: "event" }, effect: { kind: "lose" } });
    world.simulator.control.emit({ device: "P0SIM0001", name: "test/a", data: "1" });
    world.simulator.control.emit({ device: "P0SIM0001", name: "test/b", data: "2" });
    expect(eventsOf(heard).map((event) => event.name)).toEqual(["test/b"]);
    expect(world.simulator.control.events()).toMatchObject([
      { name: "test/a", streams: [{ copies: 0 }] },
      { name: "test/b", streams: [{ copies: 1 }] },
    ]);
  });

  test("[C5] a duplicated event is written once more for each of its times", () => {
    const world = handMoved(still);
    const heard = stream(world);
    world.simulator.control.addFault({ match: { operation: "event", name: "test/a" }, effect: { kind: "duplicate", times: 2 } });
    world.simulator.control.emit({ device: "P0SIM0001", name: "test/a", data: "1" });
    expect(heard.writes.filter((write) => write.startsWith("event"))).toHaveLength(3);
    expect(new Set(heard.writes).size).toBe(2);
  });

  test("[C5] a reordered event keeps its stamp and arrives after later ones", () => {
    const world = handMoved(still);
    const heard = stream(world);
    world.simulator.control.addFault({ match: { operation: "event" }, effect: { kind: "reorder", within: 5_000 } });
    world.simulator.control.emit({ device: "P0SIM0001", name: "test/first", data: "1" });
    world.simulator.control.emit({ device: "P0SIM0001", name: "test/second", data: "2" });
    world.advance(5_000);
    expect(eventsOf(heard).map((event) => event.name)).toEqual(["test/second", "test/first"]);
    expect(eventsOf(heard).map((event) => event.body["published_at"])).toEqual([
      "2026-03-01T10:00:00.000Z",
      "2026-03-01T10:00:00.000Z",
    ]);
  });

  test("[C5] a delayed event arrives that much later", () => {
    const world = handMoved(still);
    const heard = stream(world);
    world.simulator.control.addFault({
      match: { operation: "event", device: "P0SIM0001" },
      effect: { kind: "delay", ms: 3_000 },
    });
    world.simulator.control.emit({ device: "P0SIM0001", name: "test/a", data: "1" });
    world.advance(2_999);
    expect(eventsOf(heard)).toEqual([]);
    world.advance(1);
    expect(eventsOf(heard)).toHaveLength(1);
  });

  test("[C5] garbage is one frame that no JSON parser takes", () => {
    const world = handMoved(still);
    const heard = stream(world);
    world.simulator.control.addFault({ match: { operation: "event" }, effect: { kind: "garbage" } });
    world.simulator.control.emit({ device: "P0SIM0001", name: "test/a", data: "1" });
    const data = /data: (.*)\n/.exec(heard.writes.at(-1) ?? "")?.[1] ?? "";
    expect(data).not.toBe("");
    expect(() => JSON.parse(data) as unknown).toThrow(SyntaxError);
  });
});
