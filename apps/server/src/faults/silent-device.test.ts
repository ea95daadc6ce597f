/** A command to a device that has been silent: pinged first, once, also while reads back off. [C4, S17-5] */
import { toInstant } from "@relaydeck/contract/instants";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callsTo, powerOneDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, deviceRow, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";

let product: Product;
let close: () => Promise<void>;
let owner: Person;
beforeAll(async () => {
  ({ product, close } = await startProduct());
  owner = await addPerson(product);
});
afterAll(() => close());

const pings = (device: OwnedDevice) =>
  product.simulator.control.requests().filter((call) => call.operation === "ping" && call.device === device.providerId).length;

/** A 429 makes reads rest for 40 s, here caused by another device's command. */
async function makeReadsRest(other: OwnedDevice): Promise<void> {
  const effect = { kind: "status", status: 429, headers: { "retry-after": "40" } };
  await product.fault({ match: { device: other.serial, operation: "function" }, effect, times: 1 });
  expect((await powerOneDoor.send(owner, { deviceId: other.id })).answer.code).toBe("PROVIDER_BUSY");
}

test("[C4, S17-5] while reads back off after a 429, a stale device is still pinged once before it is switched", async () => {
  const [device, other] = [await addDevice(product, owner), await addDevice(product, owner)];
  await product.age(6 * 60_000);
  expect((await deviceRow(product, device.id)).freshness).toBe("stale");
  const before = pings(device);
  await makeReadsRest(other);
  const checked = await owner.browser.mutate("devices.check", { deviceId: device.id });
  expect(checked.json).toMatchObject({ error: { data: { httpStatus: 503 } } });
  expect(pings(device)).toBe(before);
  const said = await product.whileTimePasses(powerOneDoor.send(owner, { deviceId: device.id }));
  expect(said).toMatchObject({ status: 200, answer: { state: "acknowledged" } });
  expect([pings(device) - before, callsTo(product, device).length]).toEqual([1, 1]);
});

test("[C4, S17-5] and one that is gone gets no command, although nothing else could have told it", async () => {
  // What the test before has caused is over.
  await product.advance(41_000);
  const [device, other] = [await addDevice(product, owner), await addDevice(product, owner)];
  await product.door("PATCH", `/devices/${device.serial}`, { powered: false });
  await product.age(6 * 60_000);
  await makeReadsRest(other);
  const said = await product.whileTimePasses(powerOneDoor.send(owner, { deviceId: device.id }));
  expect(said).toMatchObject({ status: 409, answer: { code: "DEVICE_NOT_CONNECTED" } });
  expect(callsTo(product, device)).toEqual([]);
});

test.each(["a report", "a word of the cloud"])(
  "[S17-8, C4] %s that comes while the ping is held is newer than its answer",
  async (what) => {
    await product.advance(41_000);
    const device = await addDevice(product, owner);
    await product.door("PATCH", `/devices/${device.serial}`, { reachable: false });
    await product.age(6 * 60_000);
    const before = pings(device);
    const validUntil = toInstant(product.clock.now() + 30_000);
    const sent = powerOneDoor.send(owner, { deviceId: device.id, validUntil });
    await product.passUntil(() => pings(device) > before);
    await product.door("PATCH", `/devices/${device.serial}`, { reachable: true });
    const data = { i: [0, 0, 0, 0], s: [0, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: 1_000_000, up: 100_000 };
    const name = what === "a report" ? "powerone/data" : "spark/status";
    const words = { device: device.serial, name, data: what === "a report" ? data : "online" };
    await product.door("POST", "/emit", { ...words, publishedAt: toInstant(product.clock.now() + 100) });
    const said = await product.whileTimePasses(sent);
    expect(await deviceRow(product, device.id)).toMatchObject({ status: "online", cloudOnline: true });
    expect(said).toMatchObject({ status: 200, answer: { state: "acknowledged" } });
  },
);
