import type { JsonValue } from "@relaydeck/simulator/json";
import { afterEach, describe, expect, test } from "vitest";
import type { ReadFailure, ReadOutcome } from "./outcomes.ts";
import { createRig, until, type Rig, type RigKind, type RigOptions } from "./testing/rig.ts";

let rig: Rig | undefined;

afterEach(async () => {
  await rig?.dispose();
  rig = undefined;
});

async function facing(kind: RigKind, options: RigOptions = {}): Promise<Rig> {
  rig = await createRig(kind, options);
  return rig;
}

const seen = (at: Rig, operation: string) => at.simulator.control.requests().filter((request) => request.operation === operation);
const variable = (at: Rig, signal?: AbortSignal) =>
  at.provider.readVariable({ providerId: at.device(1), name: "powerone", ...(signal === undefined ? {} : { signal }) });

describe.each<RigKind>(["in process", "over HTTP"])("reads %s", (kind) => {
  test("[D36] a variable comes with the moment at which the asking began", async () => {
    const at = await facing(kind);
    at.simulator.control.addFault({ match: { operation: "variable" }, effect: { kind: "delay", ms: 5_000 } });
    const startedAt = at.clock.now();
    const reading = variable(at);
    await until(() => seen(at, "variable").length === 1, "the read arrived");
    await at.advance(5_000);
    const outcome = await reading;
    expect(outcome).toMatchObject({ kind: "ok", startedAt });
    expect(outcome.kind === "ok" && JSON.parse(String(outcome.value))).toMatchObject({ ps: 1, bat: 88.5 });
  });

  test("[C14] equal reads in flight share one call; the next one makes its own", async () => {
    const at = await facing(kind);
    at.simulator.control.addFault({ match: { operation: "variable" }, effect: { kind: "delay", ms: 1_000 } });
    const readings = Array.from({ length: 20 }, () => variable(at));
    const other = at.provider.readVariable({ providerId: at.device(2), name: "powerone" });
    await until(() => seen(at, "variable").length === 2, "the reads arrived");
    await at.advance(1_000);
    const outcomes = new Set((await Promise.all(readings)).map((outcome) => JSON.stringify(outcome)));
    expect([outcomes.size, (await other).kind, seen(at, "variable").length]).toEqual([1, "ok", 2]);
    await variable(at);
    expect(seen(at, "variable")).toHaveLength(3);
  });

  test("[C14] a caller who gives up does not take the others' answer away", async () => {
    const at = await facing(kind);
    at.simulator.control.addFault({ match: { operation: "variable" }, effect: { kind: "delay", ms: 1_000 } });
    const abort = new AbortController();
    const [leaving, staying] = [variable(at, abort.signal), variable(at, new AbortController().signal)];
    await until(() => seen(at, "variable").length === 1, "the read arrived");
    abort.abort();
    expect(await leaving).toMatchObject({ kind: "failed", code: "PROVIDER_UNAVAILABLE" });
    await at.advance(1_000);
    expect(await staying).toMatchObject({ kind: "ok" });
  });

  test("[checklist 17] a ping hears the device itself, or that it is not there", async () => {
    const at = await facing(kind);
    expect(await at.provider.ping(at.device(1))).toMatchObject({ kind: "ok", value: { online: true } });
    at.simulator.control.patchDevice("P0SIM0001", { reachable: false });
    const pings = [at.provider.ping(at.device(1)), at.provider.ping(at.device(1))];
    await until(() => seen(at, "ping").length === 2, "the ping arrived");
    await at.advance(30_000);
    expect(await Promise.all(pings)).toMatchObject([{ value: { online: false } }, { value: { online: false } }]);
    expect(seen(at, "ping")).toHaveLength(2);
  });

  test("a silent device's variable is offline, not unknown forever", async () => {
    const at = await facing(kind);
    at.simulator.control.patchDevice("P0SIM0001", { reachable: false });
    const reading = variable(at);
    await until(() => seen(at, "variable").length === 1, "the read arrived");
    await at.advance(30_000);
    expect(await reading).toMatchObject({ kind: "failed", code: "OFFLINE" });
  });

  test("a read that hangs ends by itself", async () => {
    const at = await facing(kind);
    at.simulator.control.addFault({ match: { operation: "variable" }, effect: { kind: "hang" } });
    const reading = variable(at);
    await until(() => seen(at, "variable").length === 1, "the read arrived");
    await at.advance(35_000);
    expect(await reading).toMatchObject({ kind: "failed", code: "PROVIDER_UNAVAILABLE" });
  });

  test.each<{ what: string; status: number; body?: JsonValue; code: ReadFailure }>([
    { what: "HTML", status: 200, body: "<html>", code: "NONSENSE" },
    { what: "10 MB", status: 200, body: "x".repeat(10_000_000), code: "NONSENSE" },
    { what: "an empty answer", status: 200, body: "", code: "NONSENSE" },
    { what: "invalid JSON", status: 200, body: '{"result":', code: "NONSENSE" },
    { what: "JSON of something else", status: 200, body: { ok: true }, code: "NONSENSE" },
    { what: "another device", status: 200, body: { result: "1", coreInfo: { deviceID: "0".repeat(24) } }, code: "NONSENSE" },
    { what: "a redirect", status: 302, body: "", code: "NONSENSE" },
    { what: "503", status: 503, code: "PROVIDER_UNAVAILABLE" },
    { what: "401", status: 401, code: "TOKEN_REFUSED" },
    { what: "404", status: 404, code: "NOT_FOUND" },
  ])("[checklist 17] $what is no data", async ({ status, body, code }) => {
    const at = await facing(kind);
    const effect = { kind: "status" as const, status, ...(body === undefined ? {} : { body }) };
    at.simulator.control.addFault({ match: { operation: "variable" }, effect });
    expect(await variable(at)).toMatchObject({ kind: "failed", code });
    expect(seen(at, "variable")).toHaveLength(1);
  });

  test("[checklist 17] after a 429 reads rest as long as the cloud asks, commands still try", async () => {
    const at = await facing(kind);
    const effect = { kind: "status" as const, status: 429, headers: { "retry-after": "20" } };
    at.simulator.control.addFault({ match: { operation: "variable" }, effect });
    expect(await variable(at)).toMatchObject({ code: "PROVIDER_BUSY", retryAfterSeconds: 20 });
    await at.advance(19_000);
    expect(await variable(at)).toMatchObject({ code: "PROVIDER_BUSY", retryAfterSeconds: 1 });
    expect(await at.call()).toMatchObject({ kind: "done" });
    expect(seen(at, "variable")).toHaveLength(1);
    await at.advance(1_000);
    expect(await variable(at)).toMatchObject({ kind: "ok" });
  });

  test("devices of the account and one by itself", async () => {
    const at = await facing(kind);
    const listed = await at.provider.listDevices();
    expect(listed).toMatchObject({ kind: "ok" });
    const devices = listed.kind === "ok" ? listed.value : [];
    expect(new Set(devices.map((device) => device.serialNumber))).toEqual(
      new Set(["P0SIM0001", "P0SIM0002", "P0SIM0003", "R1SIM0001"]),
    );
    expect(await at.provider.getDevice(at.device(2))).toMatchObject({
      kind: "ok",
      value: { providerId: at.device(2), serialNumber: "P0SIM0002", online: true, cellular: true, variables: ["powerone"] },
    });
    expect(await at.provider.getDevice("0".repeat(24))).toMatchObject({ kind: "failed", code: "NOT_FOUND" });
  });

  test("all pages of a product, or a failure, never a part", async () => {
    const at = await facing(kind, { productId: "4711", simulator: { devices: 250, simple: 0 } });
    const listed = await at.provider.listDevices();
    expect(listed.kind === "ok" && new Set(listed.value.map((device) => device.providerId)).size).toBe(250);
    expect(seen(at, "devices")).toHaveLength(3);
    at.simulator.control.addFault({ match: { operation: "devices" }, effect: { kind: "delay", ms: 1_000 } });
    const listing = at.provider.listDevices();
    await until(() => seen(at, "devices").length === 4, "the first page was asked for");
    at.simulator.control.addFault({ match: { operation: "devices" }, effect: { kind: "status", status: 500 } });
    await at.advance(1_000);
    expect(await listing).toMatchObject({ kind: "failed", code: "PROVIDER_UNAVAILABLE" });
    expect(seen(at, "devices")).toHaveLength(5);
  });

  test("[D30] a serial number is looked up, at most 40 times an hour", async () => {
    const at = await facing(kind);
    expect(await at.provider.lookUpSerial("P0SIM0001")).toMatchObject({ kind: "ok", value: { providerId: at.device(1) } });
    for (let number = 1; number < 40; number += 1) {
      expect(await at.provider.lookUpSerial(`NO-${number}`)).toMatchObject({ kind: "ok", value: null });
    }
    expect(await at.provider.lookUpSerial("P0SIM0002")).toMatchObject({ code: "PROVIDER_BUSY", retryAfterSeconds: 3_600 });
    expect(seen(at, "serial")).toHaveLength(40);
    await at.advance(3_600_000);
    expect(await at.provider.lookUpSerial("P0SIM0002")).toMatchObject({ kind: "ok" });
  });

  test("vitals: none yet, asked for, then there", async () => {
    const at = await facing(kind);
    expect(await at.provider.requestVitals(at.device(1))).toMatchObject({ kind: "ok" });
    await at.advance(5_000);
    const vitals = await at.provider.lastVitals(at.device(1));
    expect(vitals).toMatchObject({ kind: "ok", value: { batteryPercent: 88.5 } });
    at.simulator.control.addFault({ match: { operation: "vitals" }, effect: { kind: "status", status: 404 } });
    expect(await at.provider.lastVitals(at.device(1))).toMatchObject({ kind: "ok", value: null });
    // That there are none yet is no failed call, or a fleet that was asked early would look broken. [C18]
    expect(at.records.at(-1)).toMatchObject({ status: 404, success: true, errorMessage: null });
    at.simulator.control.addFault({ match: { operation: "variable" }, effect: { kind: "status", status: 404 } });
    await variable(at);
    expect(at.records.at(-1)).toMatchObject({ status: 404, success: false });
  });

  test("[BP-1] however many reads hang, a command finds its connection", async () => {
    const at = await facing(kind, { simulator: { devices: 120 } });
    at.simulator.control.addFault({ match: { operation: "variable" }, effect: { kind: "hang" }, times: 0 });
    const devices = at.simulator.control.devices();
    const readings = devices.map((device) => at.provider.readVariable({ providerId: device.id, name: "powerone" }));
    await until(() => seen(at, "variable").length >= 60, "the reads arrived");
    expect(await at.call()).toMatchObject({ kind: "done" });
    expect(seen(at, "variable")).toHaveLength(60);
    await at.advance(10_000);
    const outcomes: readonly ReadOutcome<unknown>[] = await Promise.all(readings.slice(60));
    expect(outcomes.every((outcome) => outcome.kind === "failed" && outcome.code === "PROVIDER_UNAVAILABLE")).toBe(true);
  });

  test("reads one after another never run out of lanes", async () => {
    const at = await facing(kind);
    for (let count = 0; count < 70; count += 1) expect(await variable(at)).toMatchObject({ kind: "ok" });
  });

  test("[C14] with the budget used up reads are refused unsent, then commands too, until there is room", async () => {
    const at = await facing(kind, { callsPerWindow: 100 });
    for (let used = 0; used < 90; used += 1) await variable(at);
    expect(await variable(at)).toMatchObject({ code: "PROVIDER_BUSY", retryAfterSeconds: 300 });
    for (let used = 90; used < 99; used += 1) expect(await at.call()).toMatchObject({ kind: "done" });
    expect(await at.call()).toMatchObject({ kind: "not-sent", code: "PROVIDER_BUSY", retryAfterSeconds: 300 });
    expect(at.simulator.control.requests()).toHaveLength(99);
    await at.advance(300_000);
    expect(await at.call()).toMatchObject({ kind: "done" });
  });

  test("[C14] what nobody waits for stops first, and leaves room for who does", async () => {
    const at = await facing(kind, { callsPerWindow: 100 });
    const unawaited = () => at.provider.readVariable({ providerId: at.device(1), name: "powerone", class: "background" });
    for (let used = 0; used < 80; used += 1) expect(await unawaited()).toMatchObject({ kind: "ok" });
    expect(await unawaited()).toMatchObject({ code: "PROVIDER_BUSY", retryAfterSeconds: 300 });
    expect(await variable(at)).toMatchObject({ kind: "ok" });
  });

  test("[D40] the budget shows the calls of five minutes", async () => {
    const at = await facing(kind);
    await variable(at);
    await at.call();
    expect(at.provider.budget()).toEqual({ used: 2, max: 10_000, windowSeconds: 300, isSlowedDown: false });
    await at.advance(300_000);
    expect(at.provider.budget().used).toBe(0);
  });
});
