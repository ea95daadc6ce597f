/** Sync Metrics at both doors: what it brings, that one runs at a time, and what is told when the provider is gone. [D28, C14] */
import { MetricsSynced } from "@relaydeck/contract/analytics-admin";
import { DeviceNumbers, Overview } from "@relaydeck/contract/analytics-overview";
import { listAudit } from "@relaydeck/db/audit/store";
import { beginMetricSync } from "@relaydeck/db/analytics/metric-syncs";
import { listMetrics } from "@relaydeck/db/telemetry/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "../testing/http-client.ts";
import { adminOf } from "../testing/numbers-scene.ts";
import { addDevice, addPerson, type OwnedDevice } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { dataOf } from "../testing/seeing.ts";

let product: Product;
let close: () => Promise<void>;
let admin: Browser;
let device: OwnedDevice;
beforeAll(async () => {
  ({ product, close } = await startProduct());
  device = await addDevice(product, await addPerson(product), "R1SIM");
  await until(() => product.deps.link.stream.state === "connected");
  admin = await adminOf(product);
});
afterAll(() => close());

const sync = () => product.whileTimePasses(admin.post("/api/analytics/sync-metrics"));
const lastSync = async () => Overview.parse(dataOf(await admin.query("analytics.overview", {}))).sync;

test("[D28] it pulls the devices' last vitals, says how many came, and stays to be read", async () => {
  expect(await lastSync()).toBeNull();
  const vitals = { device: { power: { battery: { charge: 61.5 } }, network: { signal: { strength: 47 } } } };
  await product.door("POST", "/emit", { device: device.serial, name: "spark/device/diagnostics/update", data: vitals });
  await product.advance(2_000);
  const answer = await sync();
  expect(answer.status).toBe(200);
  const told = MetricsSynced.parse(answer.json);
  expect(told).toMatchObject({ message: "Metrics synced", devices: expect.any(Number) });
  expect(await lastSync()).toEqual({ state: "done", at: told.syncedAt, devices: told.devices, failure: null });
  const samples = await listMetrics(product.store.read, { deviceId: device.id, from: 0, to: product.clock.now(), limit: 100 });
  expect(samples.some(({ firmwareVersion }) => firmwareVersion !== null)).toBe(true);
  const [newest] = await listAudit(product.store.read, { limit: 1 });
  expect(newest).toMatchObject({ action: "metrics.synced", actorKind: "admin" });
});

test("[C14] who asks while one is under way gets its answer, and the provider is asked once", async () => {
  const listed = async () => {
    const log = (await product.door("GET", "/requests")) as { requests?: { path: string }[] };
    return (log.requests ?? []).filter(({ path }) => /^\/v1\/devices(\?|$)/.test(path)).length;
  };
  const before = await listed();
  const both = await product.whileTimePasses(
    Promise.all([admin.post("/api/analytics/sync-metrics"), admin.mutate("analytics.syncMetrics")]),
  );
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(dataOf(both[1])).toEqual(both[0].json);
  expect((await listed()) - before).toBeLessThanOrEqual(1);
});

test("[D28] one that another node has begun is not begun again", async () => {
  await product.store.write((tx) => beginMetricSync(tx, product.clock.now()));
  const refused = await sync();
  expect([refused.status, (refused.json as { code: string }).code]).toEqual([503, "PROVIDER_BUSY"]);
  expect(await lastSync()).toMatchObject({ state: "running" });
  await product.age(6 * 60_000);
  expect(await lastSync()).toMatchObject({ state: "failed" });
  expect((await sync()).status).toBe(200);
});

test("[D28] a provider that lists its devices and refuses to tell of each is told as 503, and that it failed stays to be read", async () => {
  await product.fault({ match: { operation: "vitals" }, effect: { kind: "status", status: 429 }, times: 0 });
  const refused = await sync();
  await product.door("DELETE", "/faults");
  expect([refused.status, (refused.json as { code: string }).code]).toEqual([503, "PROVIDER_UNAVAILABLE"]);
  expect(await lastSync()).toMatchObject({ state: "failed", devices: 0, failure: "Not synced: the device cloud is busy" });
});

test("[D28] a provider that is gone is told as 503, and when it failed stays to be read", async () => {
  await product.cutCloud();
  const refused = await sync();
  expect(refused.json).toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
  expect(refused.status).toBe(503);
  expect(await lastSync()).toMatchObject({ state: "failed", failure: expect.any(String) });
  await product.restoreCloud();
});

test("[C3] a device's coming and going is kept as the cloud tells it, and is its connection", async () => {
  await until(async () => {
    await product.advance(1_000);
    return product.deps.link.stream.state === "connected";
  });
  const say = async (word: string) => {
    await product.advance(60_000);
    await product.door("POST", "/emit", { device: device.serial, name: "spark/status", data: word });
    await product.advance(1_000);
    await product.deps.ingest.idle();
  };
  await say("offline");
  await say("online");
  const told = DeviceNumbers.parse(dataOf(await admin.query("analytics.device", { deviceId: device.id, range: "1h" })));
  const states = told.connection.map(({ state }) => state);
  expect(states).toContain("offline");
  expect(states.at(-1)).toBe("online");
  expect(told.uptime).toBeLessThan(100);
  expect(told.uptime).toBeGreaterThan(0);
  const absent = await admin.query("analytics.device", { deviceId: `dev_${"0".repeat(22)}`, range: "1h" });
  expect(absent.status).toBe(404);
});

test("[AD-1, D21] neither a user's session nor none opens it, and what is asked wrongly is refused", async () => {
  const user = (await addPerson(product)).browser;
  for (const path of ["dashboard", "relay-history", "system", "particle-api-calls", "particle-overview", "particle-endpoints"]) {
    for (const browser of [user, product.browser()]) {
      const refused = await browser.get(`/api/analytics/${path}`);
      expect([path, refused.status, refused.json]).toEqual([
        path,
        401,
        { message: "Unauthorized: administrator sign-in required", code: "ADMIN_SESSION_REQUIRED" },
      ]);
    }
  }
  expect((await user.post("/api/analytics/sync-metrics")).status).toBe(401);
  const wrong = [
    "relay-history?limit=0",
    "relay-history?limit=201",
    "system?days=366",
    "particle-api-calls?period=decade",
    "dashboard?timeZone=Mars/Base",
    "dashboard?x=1",
  ];
  const statuses = await Promise.all(wrong.map(async (path) => (await admin.get(`/api/analytics/${path}`)).status));
  expect(statuses).toEqual(wrong.map(() => 400));
});
