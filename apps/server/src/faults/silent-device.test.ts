/** A command to a device that has been silent: pinged first, once, also while reads back off. [C4, S17-5] */
import { toInstant } from "@relaydeck/contract/instants";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callsTo, powerOneDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, deviceRow, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { seenDevice } from "../testing/seeing.ts";

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

/** A command to a device that has been silent and cannot be reached; the cloud holds the ping. */
async function pinged() {
  await product.advance(41_000);
  const device = await addDevice(product, owner);
  await product.door("PATCH", `/devices/${device.serial}`, { reachable: false });
  await product.age(6 * 60_000);
  const before = pings(device);
  const sent = powerOneDoor.send(owner, { deviceId: device.id, validUntil: toInstant(product.clock.now() + 30_000) });
  await product.passUntil(() => pings(device) > before);
  return { device, sent };
}

test("[S17-8, C4] a report that comes while a device is pinged is newer than the answer", async () => {
  const { device, sent } = await pinged();
  await product.door("PATCH", `/devices/${device.serial}`, { reachable: true });
  const said = await product.whileTimePasses(sent);
  expect(await deviceRow(product, device.id)).toMatchObject({ status: "online", cloudOnline: true });
  expect(said).toMatchObject({ status: 200, answer: { state: "acknowledged" } });
});

test("[S17-8, C4] and so is the cloud's own word that it is there", async () => {
  const { device, sent } = await pinged();
  const publishedAt = toInstant(product.clock.now() + 100);
  await product.door("POST", "/emit", { device: device.serial, name: "spark/status", data: "online", publishedAt });
  const said = await product.whileTimePasses(sent);
  expect(callsTo(product, device)).toHaveLength(1);
  expect(said.answer.commandId).not.toBeNull();
  expect(await deviceRow(product, device.id)).toMatchObject({ cloudOnline: true });
});

test("[C1, C4] what the cloud said went is last known, also while somebody has it asked whether it is there", async () => {
  await product.advance(41_000);
  const device = await addDevice(product, owner);
  await product.door("POST", `/devices/${device.serial}/button`, { relay: 1, state: "on" });
  const seen = async () => {
    const { status, freshness, relays } = await seenDevice(owner, device.id);
    return { status, freshness, state: relays[0]?.state, isCurrent: relays[0]?.isCurrent };
  };
  await product.passUntil(async () => (await seen()).state === "on");
  expect(await seen()).toEqual({ status: "online", freshness: "fresh", state: "on", isCurrent: true });
  await product.door("PATCH", `/devices/${device.serial}`, { powered: false, notice: true });
  await product.passUntil(async () => (await seen()).status === "offline");
  expect(await seen()).toMatchObject({ state: "on", isCurrent: false });
  await product.fault({ match: { device: device.serial, operation: "ping" }, effect: { kind: "delay", ms: 10_000 } });
  const checked = owner.browser.mutate("devices.check", { deviceId: device.id });
  await product.passUntil(async () => (await seen()).status === "connecting");
  expect(await seen()).toMatchObject({ freshness: "fresh", state: "on", isCurrent: false });
  await product.whileTimePasses(checked);
});
