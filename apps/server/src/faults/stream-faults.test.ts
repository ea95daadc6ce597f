/** A cloud that refuses our token, falls silent, or is gone: what is shown, how often it is asked, and what follows its return. [checklist 17] */
import { findCommand } from "@relaydeck/db/relays/commands";
import { listGaps } from "@relaydeck/db/telemetry/gaps";
import { toInstant } from "@relaydeck/contract/instants";
import { present } from "@relaydeck/kit/assert";
import type { Log } from "@relaydeck/kit/log";
import { silentLog } from "@relaydeck/kit/log";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callsTo, powerOneDoor, rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { seenDevice, seenPowerOne, seenStatus } from "../testing/seeing.ts";
import { Viewer } from "../testing/viewer.ts";

const second = 1_000;
const minute = 60 * second;

let product: Product;
let close: () => Promise<void>;
let errors: string[];
beforeEach(async () => {
  errors = [];
  const log: Log = { ...silentLog, error: (event) => void errors.push(event) };
  ({ product, close } = await startProduct({ log, simulator: { devices: 6, simple: 1 } }));
  await until(() => product.deps.link.stream.state === "connected");
  await product.app.listener.settled();
});
afterEach(() => close());

async function scene(): Promise<{ owner: Person; device: OwnedDevice; viewer: Viewer }> {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  return { owner, device, viewer: await Viewer.watch(product, owner) };
}

/** A mark in the cloud's log of calls. */
const callsSoFar = () => product.simulator.control.requests().at(-1)?.seq ?? 0;

/** When calls (of this kind) reached the cloud since the mark, epoch ms. */
function askedAt(since: number, operation?: string): number[] {
  const calls = product.simulator.control.requests(since);
  return calls.filter((call) => operation === undefined || call.operation === operation).map(({ at }) => Date.parse(at));
}

function mostWithin(times: readonly number[], spanMs: number): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + spanMs).length));
}

/** Distances between one opening and the next. */
const waitsOf = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? at));

const everyCall = ["function", "variable", "ping", "device", "devices", "serial", "vitals", "stream"];
const isConnected = () => product.deps.link.neutral().connectionStatus === "connected";

describe.each([
  [401, undefined],
  [403, { ok: false, error: "Permission denied" }],
])("our token is refused with %i", (status, body) => {
  const refuseToken = async () => {
    for (const operation of everyCall) {
      await product.fault({
        match: { operation },
        effect: { kind: "status", status, ...(body === undefined ? {} : { body }) },
        times: 0,
      });
    }
  };

  test("[S17-4] the hop is down although the stream stands, nothing is sent, the operator is told once, one probe a minute", async () => {
    const { owner, device, viewer } = await scene();
    await refuseToken();
    const refusedFrom = callsSoFar();
    for (const door of [powerOneDoor, rpcDoor, powerOneDoor]) {
      expect(await door.send(owner, { deviceId: device.id })).toMatchObject({
        status: 503,
        answer: { state: "failed", code: "PROVIDER_UNAVAILABLE", message: "Not sent: the device cloud refused our token" },
      });
    }
    expect(callsTo(product, device)).toHaveLength(1);
    expect(product.deps.link.stream.state).toBe("connected");
    expect((await seenStatus(owner)).connectionStatus).toBe("disconnected");
    await until(() => viewer.ofKind("status").at(-1)?.status.connectionStatus === "disconnected");
    await product.advance(5 * minute);
    await product.door("POST", "/stream/cut");
    await product.advance(5 * minute);
    const probes = askedAt(refusedFrom);
    // By the steady clock a minute apart, as the wall clock tells it a millisecond more or less.
    expect(mostWithin(probes, minute - 1)).toBe(1);
    expect(probes.length).toBeGreaterThanOrEqual(10);
    expect(errors.filter((event) => event === "provider.token-refused")).toHaveLength(1);
    expect((await seenStatus(owner)).connectionStatus).toBe("disconnected");
    await product.door("DELETE", "/faults");
    await product.passUntil(isConnected, 61 * second);
    await product.passUntil(() => product.deps.link.stream.state === "connected", 61 * second);
    await until(() => viewer.ofKind("status").at(-1)?.status.connectionStatus === "connected");
    expect(await product.whileTimePasses(rpcDoor.send(owner, { deviceId: device.id }))).toMatchObject({ status: 200 });
    viewer.close();
  });
});

describe("the stream", () => {
  const gaps = async () => listGaps(product.store.read, { from: 0, to: product.clock.now(), limit: 10 });

  test("[S17-11] silent: after 60 s it counts as broken; the gap has true bounds in the store and on the live stream", async () => {
    const { owner, viewer } = await scene();
    await product.advance(20 * second);
    const stalledAt = product.clock.now();
    await product.door("POST", "/stream/stall", { ms: 10 * minute });
    await product.advance(50 * second);
    expect((await seenStatus(owner)).connectionStatus).toBe("connected");
    await product.passUntil(() => !isConnected(), 11 * second);
    expect(product.clock.now() - stalledAt).toBeLessThanOrEqual(60 * second);
    await until(() => viewer.ofKind("gap").length === 1);
    await product.passUntil(isConnected, 5 * second);
    await until(() => viewer.ofKind("gap").length === 2);
    const connectedAt = product.deps.link.stream.since;
    const [gap, ...more] = await gaps();
    expect(more).toEqual([]);
    // Keep-alives come every 9 s: the last byte is that old at most, and the first new one is the stream's greeting.
    expect(stalledAt - present(gap, "A gap").from).toBeLessThan(9 * second);
    expect(gap).toMatchObject({ to: connectedAt });
    const from = toInstant(present(gap, "A gap").from);
    expect(viewer.ofKind("gap")).toEqual([
      { kind: "gap", from, to: null },
      { kind: "gap", from, to: toInstant(connectedAt) },
    ]);
    viewer.close();
  });

  test("[S17-11] refused with 529: minutes between tries, never 50 openings in 5 minutes, then one reconcile pass tells the truth", async () => {
    const { owner, device, viewer } = await scene();
    const other = await addDevice(product, owner);
    const cutAt = callsSoFar();
    await product.door("POST", "/stream/cut", { refuseForMs: 20 * minute, status: 529 });
    await product.passUntil(() => !isConnected(), second);
    // What happens meanwhile is told to nobody: an executed command without answer, and a device that goes.
    await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "drop-reply" } });
    const said = await rpcDoor.send(owner, { deviceId: device.id });
    expect(said).toMatchObject({ status: 504, answer: { state: "unconfirmed" } });
    await product.door("PATCH", `/devices/${other.serial}`, { powered: false, notice: true });
    await product.advance(20 * minute);
    const opens = askedAt(cutAt, "stream");
    expect(mostWithin(opens, 5 * minute)).toBeLessThanOrEqual(50);
    const waits = waitsOf(opens);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(minute);
    expect(Math.max(...waits)).toBeLessThanOrEqual(5 * minute);
    expect(new Set(waits).size).toBeGreaterThan(1);
    expect(await seenDevice(owner, other.id)).toMatchObject({ status: "online", freshness: "stale" });
    const returnAt = callsSoFar();
    await product.passUntil(isConnected, 5 * minute);
    await product.passUntil(
      async () => (await findCommand(product.store.read, said.answer.commandId ?? ""))?.state === "confirmed",
    );
    await product.app.listener.settled();
    expect(askedAt(returnAt, "devices")).toHaveLength(1);
    expect(askedAt(returnAt, "variable")).toHaveLength(1);
    expect(await seenDevice(owner, other.id)).toMatchObject({ status: "offline" });
    expect((await seenDevice(owner, device.id)).relays[0]).toMatchObject({ state: "on", command: { state: "confirmed" } });
    await until(() => viewer.statesOf(said.answer.commandId).at(-1) === "confirmed");
    expect(await gaps()).toMatchObject([{ from: expect.any(Number), to: product.deps.link.stream.since }]);
    viewer.close();
  });

  test("[C3, US-1] away for seconds: a relay moved by hand meanwhile is shown as it is, long before the device reports again", async () => {
    const { device, viewer } = await scene();
    await product.door("POST", "/stream/cut", { refuseForMs: 3 * second, status: 503 });
    await product.passUntil(() => !isConnected(), second);
    await product.door("POST", `/devices/${device.serial}/button`, { relay: 1, state: "on" });
    await product.passUntil(isConnected, 10 * second);
    await until(() => viewer.ofKind("device").at(-1)?.device.relays[0]?.state === "on");
    expect(await gaps()).toMatchObject([{ to: product.deps.link.stream.since }]);
    viewer.close();
  });

  const listAndStateRefused = async () => {
    for (const operation of ["devices", "variable"])
      await product.fault({ match: { operation }, effect: { kind: "status", status: 503 }, times: 0 });
    return async () => {
      await product.advance(20 * second);
      await product.door("DELETE", "/faults");
    };
  };
  const askedToSlowDown = async (device: OwnedDevice) => {
    const effect = { kind: "status", status: 429, headers: { "retry-after": "40" } };
    await product.fault({ match: { operation: "ping" }, effect });
    expect(await product.deps.checks.check(device.id)).toBe("unknown");
    return async () => {};
  };

  test.each([
    { what: "refuses list and state for 20 s more", trouble: listAndStateRefused },
    { what: "had asked for fewer calls just before", trouble: askedToSlowDown },
  ])(
    "[C3, US-1, S17-12] away for seconds, and the cloud $what: what was moved by hand is shown within 60 s",
    async ({ trouble }) => {
      const { owner, device, viewer } = await scene();
      const commanded = await addDevice(product, owner);
      const from = callsSoFar();
      await product.fault({ match: { device: commanded.serial, operation: "function" }, effect: { kind: "drop-reply" } });
      const overcome = await trouble(device);
      await product.door("POST", "/stream/cut", { refuseForMs: 3 * second, status: 503 });
      await product.passUntil(() => !isConnected(), second);
      const said = await rpcDoor.send(owner, { deviceId: commanded.id });
      expect(said.answer.state).toBe("unconfirmed");
      await product.door("POST", `/devices/${device.serial}/button`, { relay: 1, state: "on" });
      await product.passUntil(() => product.deps.link.stream.state === "connected", 10 * second);
      await overcome();
      const isOn = () =>
        viewer.ofKind("device").some(({ device: seen }) => seen.id === device.id && seen.relays[0]?.state === "on");
      await product.passUntil(isOn, 60 * second);
      await until(() => viewer.statesOf(said.answer.commandId).at(-1) === "confirmed");
      // Asked with growing pauses, and no more once all is known.
      expect(askedAt(from, "devices").length).toBeLessThan(10);
      const known = callsSoFar();
      await product.advance(2 * minute);
      expect([...askedAt(known, "devices"), ...askedAt(known, "variable")]).toEqual([]);
      viewer.close();
    },
  );

  test("[C3] away when the server is stopped and back when it starts soon after: the gap that was open ends", async () => {
    await scene();
    await product.door("POST", "/stream/cut", { refuseForMs: 5 * second, status: 503 });
    await product.passUntil(() => !isConnected(), second);
    await product.app.listener.settled();
    const [open] = await gaps();
    expect(open).toMatchObject({ to: null });
    await product.stop();
    await product.advance(10 * second);
    await product.start();
    await until(() => product.deps.link.stream.state === "connected");
    await product.app.listener.settled();
    expect(await gaps()).toEqual([{ ...open, to: product.deps.link.stream.since }]);
  });

  test("[S17-11] cut again and again: jittered back-off, at most 50 openings in 5 minutes, back within a minute of peace", async () => {
    await scene();
    const from = callsSoFar();
    await product.door("POST", "/stream/cut", { refuseForMs: 10 * minute, status: 503 });
    await product.advance(10 * minute);
    const opens = askedAt(from, "stream");
    expect(mostWithin(opens, 5 * minute)).toBeLessThanOrEqual(50);
    const waits = waitsOf(opens);
    expect(Math.max(...waits)).toBeLessThanOrEqual(45 * second);
    expect(new Set(waits).size).toBeGreaterThan(waits.length / 2);
    await product.passUntil(isConnected, minute);
  });
});

test("[S17-12] an outage of 30 minutes: aged data are shown, nothing is sent and nothing fires later, it is back within 60 s", async () => {
  const { owner, device, viewer } = await scene();
  const before = await seenPowerOne(owner, device.id);
  await product.cutCloud();
  await product.passUntil(() => !isConnected(), second);
  const asked = [];
  for (const [index, door] of [powerOneDoor, rpcDoor].entries()) {
    asked.push(await product.whileTimePasses(door.send(owner, { deviceId: device.id, key: `outage-${index}` })));
  }
  await product.advance(29 * minute);
  // Aged, so it would be probed first; the probe finds nobody, which proves nothing about the device.
  const validUntil = toInstant(product.clock.now() + 30 * second);
  asked.push(await product.whileTimePasses(rpcDoor.send(owner, { deviceId: device.id, key: "outage-2", validUntil })));
  for (const said of asked) {
    expect(said).toMatchObject({ status: 503, answer: { state: "failed", code: "PROVIDER_UNAVAILABLE" } });
    expect(said.answer.message).toMatch(/^Not sent: /);
  }
  expect((await seenStatus(owner)).connectionStatus).not.toBe("connected");
  const relays = before.relays.map((relay) => (relay.number === 1 ? { ...relay, commanded: "on" } : relay));
  expect(await seenPowerOne(owner, device.id)).toEqual({ ...before, relays, freshness: "stale" });
  expect(await seenDevice(owner, device.id)).toMatchObject({ freshness: "stale", lastHeardAt: before.lastUpdated });
  await product.advance(minute);
  await product.restoreCloud();
  await product.passUntil(isConnected, 60 * second);
  await until(() => viewer.ofKind("status").at(-1)?.status.connectionStatus === "connected");
  await product.advance(2 * minute);
  expect(callsTo(product, device)).toEqual([]);
  for (const [index] of asked.entries()) {
    const found = await owner.browser.query("relays.command", { key: `outage-${index}` });
    expect(found.json).toMatchObject({ result: { data: { state: "failed" } } });
  }
  const now = await product.whileTimePasses(
    rpcDoor.send(owner, { deviceId: device.id, validUntil: toInstant(product.clock.now() + 30 * second) }),
  );
  expect(now).toMatchObject({ status: 200, answer: { state: "acknowledged" } });
  expect(callsTo(product, device)).toHaveLength(1);
  viewer.close();
});

test("[S17-4] a token that may call functions and not read events stops no command", async () => {
  const { owner, device, viewer } = await scene();
  const body = { error: "unauthorized", error_description: "API users are not allowed to call this endpoint" };
  await product.fault({ match: { operation: "stream" }, effect: { kind: "status", status: 400, body }, times: 0 });
  await product.door("POST", "/stream/cut");
  await product.passUntil(() => !isConnected(), 60 * second);
  await product.advance(minute);
  expect(isConnected()).toBe(false);
  expect(product.deps.link.neutral().isTokenRefused).toBe(false);
  const said = await product.whileTimePasses(powerOneDoor.send(owner, { deviceId: device.id }));
  expect(said).toMatchObject({ status: 200, answer: { state: "acknowledged" } });
  viewer.close();
});
