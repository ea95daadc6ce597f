/** What the cloud knows of a device beyond its own reports: vitals, firmware, address. [dialect section 8, S17-9] */
import { askVitalsEveryMs } from "@relaydeck/api/telemetry/vitals";
import { listMetrics } from "@relaydeck/db/telemetry/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";

let product: Product;
let close: () => Promise<void>;
let owner: Person;
let device: OwnedDevice;
beforeAll(async () => {
  ({ product, close } = await startProduct());
  owner = await addPerson(product);
  device = await addDevice(product, owner, "R1SIM");
  await until(() => product.deps.link.stream.state === "connected");
});
afterAll(() => close());

async function samples() {
  await product.deps.ingest.idle();
  return listMetrics(product.store.read, { deviceId: device.id, from: 0, to: product.clock.now(), limit: 1_000 });
}

test("a device is asked for its vitals from time to time, and they become a sample", async () => {
  const known = (await samples()).length;
  await product.advance(askVitalsEveryMs + 5_000);
  const vitals = (await samples()).slice(known).find((sample) => sample.memoryUsage !== null);
  expect(vitals).toMatchObject({ isOnline: true, batteryLevel: expect.any(Number), signalStrength: expect.any(Number) });
  expect(vitals?.memoryUsage).toBeGreaterThan(0);
  expect(vitals?.memoryUsage).toBeLessThan(100);
  expect(vitals?.relays).toBeNull();
});

test("a device that the cloud no longer has does not keep the others from being asked", async () => {
  const other = await addDevice(product, owner, "R1SIM");
  const [first = device, second = other] = [device, other].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const gone = { kind: "status", status: 404, body: { ok: false, error: "Device not found" } };
  await product.fault({ match: { device: first.serial, operation: "vitals" }, effect: gone, times: 0 });
  const vitalsOfSecond = async () => {
    await product.deps.ingest.idle();
    const all = await listMetrics(product.store.read, { deviceId: second.id, from: 0, to: product.clock.now(), limit: 1_000 });
    return all.filter((sample) => sample.memoryUsage !== null).length;
  };
  const before = await vitalsOfSecond();
  await product.advance(askVitalsEveryMs + 5_000);
  expect(await vitalsOfSecond()).toBeGreaterThan(before);
  product.simulator.control.clearFaults();
});

test("[D41] what a device cannot measure is no number, and nonsense is no sample", async () => {
  const name = "spark/device/diagnostics/update";
  const payload = { device: { power: { battery: { charge: { err: -210 } } }, network: { signal: { strength: -1 } } } };
  await product.advance(1_000);
  const known = (await samples()).length;
  await product.door("POST", "/emit", { device: device.serial, name, data: "no json" });
  await product.advance(1_000);
  expect(await samples()).toHaveLength(known);
  await product.door("POST", "/emit", { device: device.serial, name, data: payload });
  await product.advance(1_000);
  expect((await samples()).at(-1)).toMatchObject({ batteryLevel: null, signalStrength: null, memoryUsage: null });
});

test("the cloud's own list tells firmware and address", async () => {
  await product.advance(1_000);
  await product.app.listener.reconcile();
  expect((await samples()).at(-1)).toMatchObject({
    ...{ isOnline: true, ipAddress: expect.any(String), firmwareVersion: expect.any(String) },
  });
});
