/** Reports of many devices that are lost for good: each device is read back, also by a cloud that cannot be asked at once. [ST-1, C3] */
import { DeviceChecks } from "@relaydeck/api/devices/check-device";
import { reconcile } from "@relaydeck/api/telemetry/reconcile";
import { findDevicesByProviderIds, insertDevice } from "@relaydeck/db/devices/store";
import { aDevice } from "@relaydeck/db/testing/rows";
import { present } from "@relaydeck/kit/assert";
import { jsonLog } from "@relaydeck/kit/log";
import { Budget } from "@relaydeck/provider/budget";
import type { Provider } from "@relaydeck/provider/provider";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startProduct, type StartedProduct } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";

const second = 1_000;
const many = 60;

let started: StartedProduct;
let providerIds: string[];
let logged: string[];
beforeEach(async () => {
  logged = [];
  const log = jsonLog({ level: "warn", now: () => 0, write: (line) => void logged.push(line) });
  started = await startProduct({ log });
  const { product } = started;
  await until(() => product.deps.link.stream.state === "connected");
  await product.app.listener.settled();
  const serials = Array.from({ length: many }, (_, index) => `P0SIM${String(index + 1).padStart(4, "0")}`);
  providerIds = serials.map((serial) => present(product.simulator.control.device(serial), serial).id);
  const now = product.clock.now();
  // Heard, but long ago: neither what is fresh nor what was never heard is read back beside them.
  const known = { cloudOnline: true, cloudOnlineAt: now, lastHeardAt: 1, lastObservedAt: 1, freshness: "stale" } as const;
  await product.store.write(async (tx) => {
    for (const [index, serialNumber] of serials.entries())
      await insertDevice(tx, {
        device: aDevice({ serialNumber, providerId: providerIds[index] ?? null, ...known }),
        relays: [{ number: 1, name: "Relay 1" }],
      });
  });
});
afterEach(() => started.close());

/** Provider ids whose state was asked for and told, once per call. */
function readBack(): string[] {
  const calls = started.product.simulator.control.requests();
  return calls.flatMap(({ operation, status, device }) => (operation === "variable" && status === 200 ? (device ?? []) : []));
}

function loseAll(): void {
  const { lost } = started.product.deps.ingest;
  for (const providerId of providerIds) lost.add({ providerId, cameAt: started.product.clock.now() });
  lost.makeGood();
}

test("[ST-1, C3] of 60 devices all are read back, not the first of them only", async () => {
  loseAll();
  await started.product.passUntil(() => readBack().length >= many, 10 * second);
  expect(readBack().toSorted()).toEqual(providerIds.toSorted());
});

test("[ST-1, C3, S17-12] while the cloud refuses they are kept, and read back within 60 s after it is there again", async () => {
  const { product } = started;
  for (const operation of ["devices", "variable"])
    await product.fault({ match: { operation }, effect: { kind: "status", status: 503 }, times: 0 });
  const asked = () => product.simulator.control.requests().filter(({ operation }) => operation === "variable").length;
  loseAll();
  await product.advance(20 * second);
  expect(readBack()).toEqual([]);
  // A cloud in trouble is not asked for each of them over and over.
  expect(asked()).toBeLessThan(10 * 20);
  await product.door("DELETE", "/faults");
  await product.passUntil(() => readBack().length >= many, 60 * second);
  expect(readBack().toSorted()).toEqual(providerIds.toSorted());
  await product.advance(60 * second);
  expect(readBack()).toHaveLength(many);
});

/** How many calls of this kind came to the cloud. */
function calls(operation: "devices" | "variable"): number {
  return started.product.simulator.control.requests().filter((call) => call.operation === operation).length;
}

function lose(providerId: string): void {
  const { lost } = started.product.deps.ingest;
  lost.add({ providerId, cameAt: started.product.clock.now() });
  lost.makeGood();
}

test("[C14, C3] while words go on being lost and one device cannot be asked for, the cloud is asked for its list less and less often", async () => {
  const { product } = started;
  const [never = "", talking = ""] = providerIds;
  const unable = { kind: "status", status: 503 } as const;
  await product.fault({ match: { operation: "variable", device: never }, effect: unable, times: 0 });
  const before = calls("devices");
  lose(never);
  for (let half = 0; half < 120; half += 1) {
    lose(talking);
    await product.advance(second / 2);
  }
  expect(calls("devices") - before).toBeLessThanOrEqual(10);
  expect(new Set(readBack())).toEqual(new Set([talking]));
});

test("[ST-1, C3] read back while the cloud refuses its list, and lost again: it is read back again", async () => {
  const { product } = started;
  const [id = ""] = providerIds;
  await product.fault({ match: { operation: "devices" }, effect: { kind: "status", status: 503 }, times: 0 });
  lose(id);
  await product.passUntil(() => readBack().length === 1, second);
  await product.deps.ingest.idle();
  lose(id);
  await product.door("DELETE", "/faults");
  await product.passUntil(() => readBack().length === 2, 60 * second);
  expect(readBack()).toEqual([id, id]);
});

test("[ST-1, C3] one that reports while it waits to be read back, and whose next report is lost, is read back all the same", async () => {
  const { product } = started;
  const [id = ""] = providerIds;
  await product.fault({ match: { operation: "variable" }, effect: { kind: "status", status: 503 }, times: 0 });
  lose(id);
  await until(() => calls("variable") === 1);
  const observed = async () => (await findDevicesByProviderIds(product.store.read, [id]))[0]?.lastObservedAt;
  await product.door("POST", `/devices/${id}/button`, { relay: 1, state: "on" });
  await product.passUntil(async () => (await observed()) !== 1);
  lose(id);
  await product.door("DELETE", "/faults");
  await product.passUntil(() => readBack().length === 1, 60 * second);
  expect(readBack()).toEqual([id]);
});

const noScope = {
  kind: "status",
  status: 403,
  body: { error: "unauthorized", error_description: "API users are not allowed to call this endpoint" },
} as const;

test.each([
  { what: "our token may not read states", operation: "variable", effect: noScope, most: { devices: 1, variable: 20 } },
  { what: "our token may not list devices", operation: "devices", effect: noScope, most: { devices: 1, variable: many } },
] as const)("[C14, CM-5] that $what is the cloud's word: it is not asked again, and the log says so once", async (trouble) => {
  const { product } = started;
  const { operation, effect, most } = trouble;
  await product.fault({ match: { operation }, effect, times: 0 });
  const before = { devices: calls("devices"), variable: calls("variable") };
  loseAll();
  await product.advance(30 * 60 * second);
  expect(calls("devices") - before.devices).toBe(most.devices);
  expect(calls("variable") - before.variable).toBeLessThanOrEqual(most.variable);
  expect(logged.filter((line) => line.includes("reconcile.not-told"))).toHaveLength(1);
});

test.each([
  { what: "a page for people", body: "<!doctype html><title>Maintenance</title>" },
  { what: "something else", body: { ok: true } },
])(
  "[C3, C14] a cloud that answers with $what instead of its list is asked again, less and less often, until it tells",
  async ({ body }) => {
    const { product } = started;
    await product.fault({ match: { operation: "devices" }, effect: { kind: "status", status: 200, body }, times: 0 });
    const before = calls("devices");
    loseAll();
    for (let waits = 0; waits < 30; waits += 1) await product.advance(20 * second);
    const inVain = calls("devices") - before;
    expect(inVain).toBeGreaterThan(10);
    expect(inVain).toBeLessThan(100);
    await product.door("DELETE", "/faults");
    await product.passUntil(() => calls("devices") - before > inVain, 20 * second);
    await product.advance(60 * second);
    expect(calls("devices") - before).toBe(inVain + 1);
    expect(new Set(readBack())).toEqual(new Set(providerIds));
  },
);

test("[C14] however often the stream breaks, a person can still ask: what is read back gives way to reads", async () => {
  const { deps } = started.product;
  const { provider } = deps;
  const budget = new Budget(deps.clock, 1_000);
  const readVariable: Provider["readVariable"] = async (read) => {
    const room = budget.ask(read.class ?? "read");
    if (!room.ok) return { kind: "failed", code: "PROVIDER_BUSY", ...room.error };
    budget.count();
    return provider.readVariable(read);
  };
  const checks = new DeviceChecks({ ...deps, provider: { ...provider, readVariable } });
  const missed = { source: "answer", unheard: new Set(providerIds), signal: new AbortController().signal } as const;
  let left = null;
  for (let cut = 0; cut < 20; cut += 1) left = await reconcile({ ...deps, checks }, missed);
  expect(left).toMatchObject({ isListed: true, retryAfterSeconds: 300 });
  expect(budget.used()).toBe(800);
  expect(budget.ask("read").ok).toBe(true);
});
