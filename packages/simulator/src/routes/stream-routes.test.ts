/** Dialect section 7: which stream hears what, the bytes on the wire, and publishing. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type SimulatorFixture, startFixture } from "../testing/fixture.ts";
import { eventsOf, handMoved } from "../testing/hand-moved.ts";

const still = { telemetryMs: 24 * 3_600_000, latencyMs: [0, 0] } as const;

describe("who hears what", () => {
  test("[C5] mine, a device, the product, its device, the org and its device hear the device's event; another device's stream does not", () => {
    const world = handMoved(still);
    const [id, other] = [world.idOf("P0SIM0001"), world.idOf("P0SIM0002")];
    const paths = [
      "/v1/devices/events",
      `/v1/devices/${id}/events`,
      "/v1/devices/p0sim0001/events",
      "/v1/products/4711/events",
      `/v1/products/4711/devices/${id}/events`,
      "/v1/orgs/sim-org/events",
      `/v1/orgs/sim-org/devices/${id}/events`,
    ];
    const hearing = paths.map((path) => world.call({ path: `${path}?nonce=0.123` }));
    const deaf = [`/v1/devices/${other}/events`, "/v1/events/test", "/v1/devices/events/other"].map((path) =>
      world.call({ path }),
    );
    world.simulator.control.emit({ device: id, name: "test/word", data: "x" });
    expect(hearing.map((call) => eventsOf(call).length)).toEqual(paths.map(() => 1));
    expect(deaf.map((call) => [call.status, eventsOf(call).length])).toEqual([
      [200, 0],
      [200, 0],
      [200, 0],
    ]);
  });

  test("[C5] a prefix is a plain, case-sensitive beginning of the name, slashes and %2F included", () => {
    const world = handMoved(still);
    const [plain, encoded, capital] = ["power/a", "power%2Fa", "Power"].map((prefix) =>
      world.call({ path: `/v1/devices/events/${prefix}` }),
    );
    world.simulator.control.emit({ device: "P0SIM0001", name: "power/abc", data: "1" });
    expect([plain, encoded, capital].map((call) => (call === undefined ? [] : eventsOf(call)).length)).toEqual([1, 1, 0]);
  });

  test("[C5] product streams carry the envelope, the others do not", () => {
    const world = handMoved(still);
    const [mine, product] = [world.call({ path: "/v1/devices/events" }), world.call({ path: "/v1/products/sim-product/events" })];
    world.simulator.control.emit({ device: "P0SIM0001", name: "a", data: "x" });
    const plain = { data: "x", ttl: 60, published_at: "2026-03-01T10:00:00.000Z", coreid: world.idOf("P0SIM0001") };
    expect(eventsOf(mine)[0]?.body).toEqual(plain);
    expect(eventsOf(product)[0]?.body).toEqual({
      ...plain,
      userid: "sim@relaydeck.test",
      version: 3,
      public: false,
      productID: 4711,
    });
  });

  test("[C5] refusals are JSON before any stream byte: no prefix, other org, other product, foreign device", () => {
    const world = handMoved(still);
    const statuses = ["/v1/events", "/v1/orgs/else/events", "/v1/products/1/events", `/v1/devices/${"9".repeat(24)}/events`].map(
      (path) => world.call({ path }).status,
    );
    expect(statuses).toEqual([400, 403, 403, 403]);
  });

  test("[C5] a revoked token takes its stream with it", () => {
    const world = handMoved(still);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const login = world.call({
      method: "POST",
      path: "/oauth/token",
      headers: form,
      body: "grant_type=client_credentials&client_id=particle&client_secret=particle",
    });
    const { access_token: token } = login.body as { access_token: string };
    const stream = world.call({ path: "/v1/devices/events", token });
    world.call({ method: "DELETE", path: `/v1/access_tokens/${token}` });
    expect(stream.cut).toBe(true);
  });
});

describe("the wire", () => {
  let cloud: SimulatorFixture;
  beforeAll(async () => {
    cloud = await startFixture({ keepAliveMs: 50 });
  });
  afterAll(() => cloud.close());

  test("[C5] “:ok” comes at once, an event in one chunk, a lone newline when idle", async () => {
    const leave = new AbortController();
    const response = await fetch(`${cloud.url}/v1/devices/events`, {
      headers: { authorization: cloud.bearer },
      signal: leave.signal,
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
    const next = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await next()).toBe(":ok\n\n");
    expect(await next()).toBe("\n");
    cloud.simulator.control.emit({ name: "a/b", data: '{"x":1}', publishedAt: 0 });
    expect(await next()).toBe(
      'event: a/b\ndata: {"data":"{\\"x\\":1}","ttl":60,"published_at":"1970-01-01T00:00:00.000Z","coreid":"api"}\n\n',
    );
    leave.abort();
    await expect.poll(() => cloud.simulator.control.counters().streams.open).toBe(0);
  });

  test("[C5] cutting ends the connection in the middle, and refuses for a while if asked", async () => {
    const open = () => fetch(`${cloud.url}/v1/devices/events`, { headers: { authorization: cloud.bearer } });
    const response = await open();
    cloud.simulator.control.cutStreams({ refuseForMs: 60_000, status: 529 });
    await expect(response.text()).rejects.toThrow("terminated");
    expect((await open()).status).toBe(529);
    cloud.simulator.control.cutStreams();
    const again = await open();
    expect(again.status).toBe(200);
    cloud.simulator.control.cutStreams();
  });
});

describe("keep-alives and silence", () => {
  test("[C5] a newline every nine idle seconds, counted from the last word", () => {
    const world = handMoved(still);
    const stream = world.call({ path: "/v1/devices/events" });
    world.advance(9_000);
    expect(stream.writes).toEqual([":ok\n\n", "\n"]);
    world.advance(5_000);
    world.simulator.control.emit({ name: "a", data: null });
    world.advance(8_999);
    expect(stream.writes).toHaveLength(3);
    world.advance(1);
    expect(stream.writes).toHaveLength(4);
  });

  test("[C5] a stalled stream stays open and silent, then goes on; what was told meanwhile is gone", () => {
    const world = handMoved(still);
    const stream = world.call({ path: "/v1/devices/events" });
    world.simulator.control.stallStreams(60_000);
    world.simulator.control.emit({ name: "lost", data: null });
    world.advance(60_000);
    expect(stream).toMatchObject({ writes: [":ok\n\n", "\n"], cut: false });
    world.simulator.control.emit({ name: "heard", data: null });
    expect(eventsOf(stream).map((event) => event.name)).toEqual(["heard"]);
    expect(world.simulator.control.events().map((event) => event.streams)).toMatchObject([[{ copies: 0 }], [{ copies: 1 }]]);
  });
});

describe("publishing", () => {
  const publish = (world: ReturnType<typeof handMoved>, body: unknown, base = "/v1/devices") =>
    world.call({ method: "POST", path: `${base}/events`, body }).status;

  test("[C5] an event of the account, of the product, of the org; public only when it says so", () => {
    const world = handMoved(still);
    const [mine, product, firehose] = ["/v1/devices/events", "/v1/products/4711/events", "/v1/events/o"].map((path) =>
      world.call({ path }),
    );
    expect(publish(world, { name: "one", data: "1", private: true })).toBe(200);
    expect(publish(world, { name: "two", data: "2" }, "/v1/products/4711")).toBe(200);
    expect(publish(world, { name: "open", private: "false" }, "/v1/orgs/sim-org")).toBe(200);
    const names = (call: typeof mine) => (call === undefined ? [] : eventsOf(call).map((event) => event.name));
    expect([names(mine), names(product), names(firehose)]).toEqual([["one", "two", "open"], ["two", "open"], ["open"]]);
  });

  test("[C5] reserved names are swallowed; bad names and long data are 400", () => {
    const world = handMoved(still);
    expect(publish(world, { name: "Spark/status", data: "online" })).toBe(200);
    expect(world.simulator.control.events()).toEqual([]);
    expect([
      publish(world, { name: "" }),
      publish(world, { name: "é" }),
      publish(world, { name: "n".repeat(65) }),
      publish(world, { name: "a", data: "x".repeat(1025) }),
    ]).toEqual([400, 400, 400, 400]);
  });

  test("[C5] ttl goes out as a number, or as text where the dialect is set so", () => {
    const ttl = (kind: "number" | "string") => {
      const world = handMoved({ ...still, dialect: { timedOutStatus: 408, ttl: kind } });
      const stream = world.call({ path: "/v1/devices/events" });
      world.simulator.control.emit({ name: "a", data: null });
      return eventsOf(stream)[0]?.body["ttl"];
    };
    expect([ttl("number"), ttl("string")]).toEqual([60, "60"]);
  });
});
