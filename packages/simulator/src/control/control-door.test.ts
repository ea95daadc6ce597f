/** The control door over real sockets: every call of door-calls.ts, and who may not pass. */
import { request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SimulatorFixture, startFixture } from "../testing/fixture.ts";
import { handMoved } from "../testing/hand-moved.ts";

let cloud: SimulatorFixture;
beforeAll(async () => {
  cloud = await startFixture();
});
beforeEach(() => cloud.simulator.control.reset());
afterAll(() => cloud.close());

/** A raw request, because fetch sets Host and Origin itself. */
function raw(
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(cloud.url + path, { method, headers: options.headers ?? {} }, (response) => {
      response.resume();
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    outgoing.on("error", reject);
    outgoing.end(options.body);
  });
}

const json = { "content-type": "application/json" };

describe("who may pass", () => {
  test.each(["localhost:4010", "127.0.0.1", "[::1]:80", "127.1.2.3:9"])("[C5] host %s is a loopback name", async (host) => {
    expect((await raw("GET", "/_sim/devices", { headers: { host } })).status).toBe(200);
    expect((await raw("GET", "/", { headers: { host } })).status).toBe(200);
  });

  test.each(["evil.test", "localhost.evil.test", "127.0.0.1.evil.test", "10.0.0.1:4010"])("[C5] host %s is not", async (host) => {
    expect((await raw("GET", "/_sim/devices", { headers: { host } })).status).toBe(403);
    expect((await raw("GET", "/", { headers: { host } })).status).toBe(403);
  });

  test("[C5] changes from another origin or site are refused; from its own they pass; no CORS header ever", async () => {
    const { host } = new URL(cloud.url);
    const post = (headers: Record<string, string>) =>
      raw("POST", "/_sim/stream/cut", { headers: { ...json, ...headers }, body: "{}" });
    expect((await post({ origin: "http://evil.test" })).status).toBe(403);
    expect((await post({ origin: "null" })).status).toBe(403);
    expect((await post({ origin: `https://${host}` })).status).toBe(403);
    expect((await post({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    const own = await post({ origin: `http://${host}`, "sec-fetch-site": "same-origin" });
    expect([own.status, own.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
    for (const method of ["PATCH", "DELETE"])
      expect((await raw(method, "/_sim/faults", { headers: { origin: "http://evil.test" } })).status).toBe(403);
    expect((await raw("OPTIONS", "/_sim/devices", { headers: { origin: "http://evil.test" } })).status).toBe(403);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])(
    "[C5] a body of type “%s” is 415",
    async (type) => {
      expect((await raw("POST", "/_sim/stream/cut", { headers: { "content-type": type }, body: "{}" })).status).toBe(415);
    },
  );
});

describe("calls", () => {
  const door = (method: string, path: string, body?: unknown) => cloud.fetch(method, `/_sim${path}`, body);

  test("[C5] shows and changes a device by id or serial, and presses its buttons", async () => {
    const { body } = await door("GET", "/devices/P0SIM0001");
    expect(body).toMatchObject({
      serial: "P0SIM0001",
      powered: true,
      reachable: true,
      cloudOnline: true,
      supply: "mains",
      batteryPercent: 88.5,
      cellularLevel: 64,
      executedCalls: 0,
      lastCall: null,
      relays: [{ number: 1, contact: "open", loadMilliamps: 600, milliamps: 0, welded: false, fuseBlown: false }, {}, {}, {}],
    });
    const { id } = body as { id: string };
    const change = {
      supply: "battery",
      batteryPercent: 12,
      cellularLevel: 5,
      presenceLagMs: 1000,
      relays: [{ number: 2, loadMilliamps: 75, welded: true }],
    };
    expect((await door("PATCH", `/devices/${id}`, change)).body).toMatchObject({
      supply: "battery",
      batteryPercent: 12,
      relays: [{}, { loadMilliamps: 75, welded: true }, {}, {}],
    });
    expect((await door("POST", "/devices/P0SIM0001/button", { relay: 2, state: "on" })).body).toMatchObject({
      relays: [{}, { contact: "closed", milliamps: 0 }, {}, {}],
    });
    expect((await door("GET", "/devices")).body).toHaveLength(12);
    expect((await door("GET", "/devices/nobody")).status).toBe(404);
    expect((await door("POST", "/devices/R1SIM0001/button", { relay: 2, state: "on" })).status).toBe(400);
  });

  test("[C5] sets, lists and clears faults", async () => {
    const fault = await door("POST", "/faults", {
      match: { operation: "function", device: "P0SIM0001" },
      effect: { kind: "drop-reply" },
    });
    expect(fault.body).toMatchObject({ id: expect.any(String), times: 1, probability: 1 });
    await door("POST", "/faults", {
      match: { operation: "event" },
      effect: { kind: "reorder", within: 5000 },
      times: 0,
      probability: 0.5,
    });
    expect((await door("GET", "/faults")).body).toHaveLength(2);
    const { id } = fault.body as { id: string };
    expect((await door("DELETE", `/faults/${id}`)).status).toBe(200);
    expect((await door("DELETE", `/faults/${id}`)).status).toBe(404);
    expect((await door("DELETE", "/faults")).body).toEqual({ ok: true, cleared: 1 });
  });

  test("[C5] emits events, also of foreign devices and with any stamp, and shows the logs since a number", async () => {
    await door("POST", "/emit", { device: "P0SIM0001", name: "a", data: { x: 1 }, publishedAt: "2031-01-01T00:00:00.000Z" });
    await door("POST", "/emit", { device: "f".repeat(24), name: "b", data: "text" });
    await door("POST", "/emit", { name: "c", data: null });
    const { body } = await door("GET", "/events?since=0");
    expect(body).toMatchObject([
      { seq: 1, name: "a", data: '{"x":1}', publishedAt: "2031-01-01T00:00:00.000Z", streams: [] },
      { seq: 2, deviceId: "f".repeat(24) },
      { seq: 3, deviceId: "api", data: null },
    ]);
    expect((await door("GET", "/events?since=2")).body).toHaveLength(1);
    await cloud.fetch("GET", "/v1/devices");
    expect((await door("GET", "/requests")).body).toMatchObject([
      {
        seq: 1,
        method: "GET",
        path: "/v1/devices",
        operation: "devices",
        status: 200,
        executed: true,
        ms: expect.any(Number),
        at: expect.any(String),
      },
    ]);
    expect((await door("GET", "/requests?since=1")).body).toEqual([]);
    expect((await door("GET", "/counters")).body).toMatchObject({
      operations: { devices: { calls: 1, errors: 0 } },
      streams: { open: 0 },
      answered429: 0,
      answered529: 0,
    });
  });

  test("[C5] a load writes what was asked for and answers when done", async () => {
    const { body } = await door("POST", "/load", { eventsPerSecond: 1000, seconds: 0.3, devices: 4 });
    expect(body).toMatchObject({ written: 300 });
    expect((body as { seconds: number }).seconds).toBeGreaterThanOrEqual(0.3);
    expect(cloud.simulator.control.events()).toHaveLength(300);
  });

  test("[C5] resets to a hand-moved clock and moves it", async () => {
    expect((await door("POST", "/clock", { advanceMs: 1 })).status).toBe(409);
    await door("POST", "/reset", {
      clock: "manual",
      startAt: "2030-05-05T05:05:05.000Z",
      devices: 1,
      simple: 0,
      telemetryMs: 60_000,
      latencyMs: [0, 0],
    });
    expect((await door("GET", "/clock")).body).toEqual({ now: "2030-05-05T05:05:05.000Z", mode: "manual" });
    expect((await door("POST", "/clock", { advanceMs: 3_600_000 })).body).toEqual({
      now: "2030-05-05T06:05:05.000Z",
      mode: "manual",
    });
    expect((await door("GET", "/events")).body).toHaveLength(60);
    await door("POST", "/reset");
    expect((await door("GET", "/clock")).body).toMatchObject({ mode: "real" });
  });

  test("[C5] a time at the end of all dates is refused, as none could pass after it", async () => {
    for (const startAt of ["+275760-09-13T00:00:00Z", -8.64e15, 8.64e15]) {
      expect(await door("POST", "/reset", { startAt })).toMatchObject({ status: 400, body: { error: /startAt/ } });
    }
  });

  test("[C5] a reset cuts open streams and unanswered calls", () => {
    const world = handMoved();
    const stream = world.call({ path: "/v1/devices/events" });
    const call = world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    world.simulator.control.reset();
    expect([stream.cut, call.cut]).toEqual([true, true]);
  });

  test.each([
    ["PATCH /devices/P0SIM0001", { powred: true }, "powred is not known"],
    ["PATCH /devices/P0SIM0001", { relays: [{ number: 9 }] }, "relays[0].number"],
    ["PATCH /devices/P0SIM0001", { batteryPercent: "full" }, "batteryPercent must be a number"],
    ["POST /devices/P0SIM0001/button", { relay: 1 }, "state is required"],
    ["POST /faults", { match: { operation: "teleport" }, effect: { kind: "hang" } }, "match.operation"],
    ["POST /faults", { match: { operation: "function" } }, "effect is required"],
    ["POST /faults", { match: { operation: "function" }, effect: { kind: "lose" } }, "applies to events only"],
    ["POST /faults", { match: { operation: "event" }, effect: { kind: "hang" } }, "does not apply to events"],
    ["POST /faults", { match: { operation: "function" }, effect: { kind: "status", status: 99 } }, "effect.status"],
    ["POST /reset", { latencyMs: [5, 1] }, "latencyMs"],
    ["POST /reset", { devices: -1 }, "devices"],
    ["POST /reset", { clock: "sand" }, "clock must be one of"],
    ["POST /emit", {}, "name is required"],
    ["POST /load", { eventsPerSecond: 5 }, "seconds is required"],
    ["POST /clock", { advanceMs: -5 }, "advanceMs"],
    ["PATCH /devices/R1SIM0001", { relays: [{ number: 2, loadMilliamps: 1 }] }, "relays"],
    ["POST /reset", [], "must be an object"],
  ])("[C5] %s with %o is 400 and names the field", async (call, body, sentence) => {
    const [method = "", path = ""] = call.split(" ");
    const before = JSON.stringify(cloud.simulator.control.devices());
    expect(await door(method, path, body)).toMatchObject({
      status: 400,
      body: { ok: false, error: expect.stringContaining(sentence) },
    });
    expect(JSON.stringify(cloud.simulator.control.devices())).toBe(before);
  });

  test("[C5] broken JSON is 400, an unknown call 404", async () => {
    expect((await raw("POST", "/_sim/reset", { headers: json, body: "{" })).status).toBe(400);
    expect((await door("GET", "/nothing")).status).toBe(404);
    expect((await door("GET", "/events?since=x")).status).toBe(400);
  });
});
