/** Dialect section 6 over real sockets: functions, variables, ping, in every spelling. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SimulatorFixture, startFixture } from "../testing/fixture.ts";
import { handMoved } from "../testing/hand-moved.ts";

let cloud: SimulatorFixture;
beforeAll(async () => {
  cloud = await startFixture({ contacts: 1 });
});
beforeEach(() => cloud.simulator.control.reset());
afterAll(() => cloud.close());

const path = (name: string, flavour = "/v1") => `${flavour}/devices/${cloud.simulator.control.device("P0SIM0001")?.id}/${name}`;
const product = "/v1/products/4711";

describe("functions", () => {
  test.each([
    ["arg", { arg: "on" }],
    ["args", { args: "on" }],
  ])("[C5] takes the argument as %s, as JSON", async (_key, body) => {
    expect((await cloud.fetch("POST", path("ctrl_relay1"), body)).body).toEqual({
      id: cloud.simulator.control.device("P0SIM0001")?.id,
      name: "p0sim0001",
      connected: true,
      return_value: 1,
    });
    expect(cloud.simulator.control.device("P0SIM0001")?.lastCall).toMatchObject({
      name: "ctrl_relay1",
      argument: "on",
      returnValue: 1,
    });
  });

  test("[C5] takes a form, in the product's flavour too", async () => {
    const headers = { authorization: cloud.bearer, "content-type": "application/x-www-form-urlencoded" };
    const response = await fetch(cloud.url + path("ctrl_relay2", product), { method: "POST", headers, body: "arg=on" });
    expect(await response.json()).toMatchObject({ return_value: 1 });
    expect(cloud.simulator.control.device("P0SIM0001")?.relays[1]?.contact).toBe("closed");
  });

  test("[C5] no argument is the empty text, which the firmware does not know: 200 with −1", async () => {
    expect((await cloud.fetch("POST", path("ctrl_relay1"), {})).body).toMatchObject({ return_value: -1 });
    expect(cloud.simulator.control.device("P0SIM0001")).toMatchObject({
      executedCalls: 1,
      lastCall: { argument: "", returnValue: -1 },
    });
  });

  test("[C5] format=raw answers the bare number", async () => {
    expect((await cloud.fetch("POST", `${path("ctrl_relay1")}?format=raw`, { arg: "on" })).body).toBe(1);
    expect((await cloud.fetch("POST", path("ctrl_relay1"), { arg: "off", format: "raw" })).body).toBe(1);
  });

  test("[C5] an unknown function is 404, a long argument and bad JSON 400; none of them executes", async () => {
    expect(await cloud.fetch("POST", path("setRelay"), { arg: "on" })).toMatchObject({
      status: 404,
      body: { ok: false, error: "Function setRelay not found" },
    });
    expect((await cloud.fetch("POST", path("ctrl_relay1"), { arg: "x".repeat(1025) })).status).toBe(400);
    const broken = await fetch(cloud.url + path("ctrl_relay1"), {
      method: "POST",
      headers: { authorization: cloud.bearer, "content-type": "application/json" },
      body: "{",
    });
    expect(broken.status).toBe(400);
    expect(cloud.simulator.control.device("P0SIM0001")).toMatchObject({ executedCalls: 0, lastCall: null });
  });

  test("[C5] the one-relay device has its own function and says what happened", async () => {
    const id = cloud.simulator.control.device("R1SIM0001")?.id;
    expect((await cloud.fetch("POST", `/v1/devices/${id}/relay`, { arg: "on" })).body).toMatchObject({ return_value: 1 });
    const { body } = await cloud.fetch("GET", `/v1/devices/${id}/relay?format=raw`);
    expect(JSON.parse(String(body))).toMatchObject({ on: true, seq: expect.any(Number), up: expect.any(Number) });
  });
});

describe("a device that does not answer", () => {
  test.each([400, 408, 500] as const)(
    "[C5] a call ends with “Timed out.” and status %i, as the dialect is set",
    async (timedOutStatus) => {
      cloud.simulator.control.reset({ dialect: { timedOutStatus, ttl: "number" } });
      cloud.simulator.control.patchDevice("P0SIM0001", { reachable: false });
      expect(await cloud.fetch("POST", path("ctrl_relay1"), { arg: "on" })).toMatchObject({
        status: timedOutStatus,
        body: { ok: false, error: "Timed out." },
      });
      expect(await cloud.fetch("GET", path("powerone"))).toMatchObject({ status: timedOutStatus, body: { error: "Timed out." } });
    },
  );

  test("[C1] a link that breaks on the way back leaves an executed call without its answer", () => {
    const world = handMoved({ latencyMs: [2000, 2000] });
    const call = world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    world.advance(1_500);
    world.simulator.control.patchDevice("P0SIM0001", { reachable: false });
    world.advance(8_500);
    expect(call.status).toBe(408);
    expect(world.simulator.control.device("P0SIM0001")).toMatchObject({
      executedCalls: 1,
      relays: [{ contact: "closed" }, {}, {}, {}],
    });
    expect(world.simulator.control.requests()).toMatchObject([
      { status: 408, executed: true, ms: 10_000, argument: "on", serial: "P0SIM0001" },
    ]);
  });

  test("[C1] a caller who goes away does not stop his call", () => {
    const world = handMoved({ latencyMs: [2000, 2000] });
    const call = world.callFunction("P0SIM0001", "ctrl_relay1", "on");
    call.leave();
    world.advance(2_000);
    expect(world.simulator.control.device("P0SIM0001")?.executedCalls).toBe(1);
  });
});

test("[C5] a variable comes with its device; unknown ones are 404", async () => {
  const { body } = await cloud.fetch("GET", path("powerone", product));
  expect(body).toMatchObject({
    name: "powerone",
    cmd: "VarReturn",
    coreInfo: { name: "p0sim0001", connected: true, last_handshake_at: expect.any(String) },
  });
  const result = JSON.parse((body as { result: string }).result) as Record<string, unknown>;
  expect(Object.keys(result)).toEqual(["i", "s", "ps", "bat", "cell", "seq", "up"]);
  expect(await cloud.fetch("GET", path("nothing"))).toMatchObject({
    status: 404,
    body: { ok: false, error: "Variable not found" },
  });
});

test("[C4] a ping tells the truth that the presence flag does not", async () => {
  expect((await cloud.fetch("PUT", path("ping"))).body).toEqual({ online: true, ok: true });
  cloud.simulator.control.patchDevice("P0SIM0001", { powered: false });
  expect((await cloud.fetch("GET", path("").slice(0, -1))).body).toMatchObject({ online: true });
  expect((await cloud.fetch("PUT", path("ping", product))).body).toEqual({ online: false, ok: true });
});
