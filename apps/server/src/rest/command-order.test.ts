/**
 * Which wish wins, whose it is and how long it holds its relay, where commands meet: without a key, before an answer, while a
 * call waits for a connection, after the clock was set back. [CM-2, CM-7, AZ-2, C6, TI-1, D35]
 */
import { toInstant } from "@relaydeck/contract/instants";
import { relaysOf } from "@relaydeck/db/devices/store";
import { findCommand, findCommandByKey, transition } from "@relaydeck/db/relays/commands";
import { listHistory } from "@relaydeck/db/relays/history";
import { present } from "@relaydeck/kit/assert";
import { recoverCommands } from "@relaydeck/api/relays/sweep";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { callsTo, powerOneDoor, rpcDoor, type Said } from "../testing/commanding.ts";
import { addDevice, addPerson, share, signedIn, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct({ simulator: { contacts: 60, devices: 60 } }));
});
afterEach(() => product.simulator.control.clearFaults());
afterAll(() => close());

const hour = 3_600_000;

async function scene() {
  const owner = await addPerson(product);
  return { owner, device: await addDevice(product, owner) };
}
const slow = (device: OwnedDevice, ms: number) =>
  product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms }, times: 1 });
const hang = (device: OwnedDevice) =>
  product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "hang" }, times: 1 });
const inMs = (ms: number) => toInstant(product.clock.now() + ms);
const called = (device: OwnedDevice) => callsTo(product, device).map(({ argument }) => argument);
const rowOf = (said: Said) => findCommand(product.store.read, said.answer.commandId ?? "");
const rowByKey = (person: Person, key: string) => findCommandByKey(product.store.read, { actorId: person.userId, key });

/** The device says how its first relay is. */
async function report(state: "on" | "off", device: OwnedDevice, seq: number): Promise<void> {
  const data = { i: [0, 0, 0, 0], s: [state === "on" ? 1 : 0, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq, up: 100_000 };
  const publishedAt = toInstant(product.clock.now());
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data, publishedAt });
  await product.deps.ingest.idle();
}

/** The call is at the cloud; what is sent next comes after it. */
async function underWay(device: OwnedDevice): Promise<void> {
  await until(() => callsTo(product, device).length === 1);
  await product.advance(100);
}

/** It is accepted. */
async function accepted<T>(sent: Promise<T>): Promise<Promise<T>[]> {
  await quiet();
  await product.advance(100);
  return [sent];
}

async function revokeAll(owner: Person, device: OwnedDevice): Promise<void> {
  const shares = (await owner.browser.get(`/api/devices/${device.id}/shares`)).json as { id: string }[];
  for (const { id } of shares) expect((await owner.browser.call("DELETE", `/api/device-shares/${id}`)).status).toBe(200);
}

test("[CM-2, CM-7] without a key: on, then off, then on again; the last wish runs last", async () => {
  const { owner, device } = await scene();
  await slow(device, 3_000);
  const [first] = await accepted(powerOneDoor.send(owner, { deviceId: device.id, target: "on" }));
  await underWay(device);
  const [second] = await accepted(powerOneDoor.send(owner, { deviceId: device.id, target: "off" }));
  const third = powerOneDoor.send(owner, { deviceId: device.id, target: "on" });
  const said = await product.whileTimePasses(Promise.all([first, second, third]));
  expect(said.map((one) => [one?.status, one?.answer.repeat])).toEqual([
    [200, false],
    [409, false],
    [200, false],
  ]);
  expect(called(device)).toEqual(["on", "on"]);
});

test("[CM-2] without a key: an equal wish joins a call that the device has proved and the cloud not yet answered", async () => {
  const { owner, device } = await scene();
  await slow(device, 3_000);
  const first = powerOneDoor.send(owner, { deviceId: device.id });
  await underWay(device);
  await report("on", device, 1_000_000);
  const said = await product.whileTimePasses(Promise.all([first, powerOneDoor.send(owner, { deviceId: device.id })]));
  expect(said.map(({ answer }) => [answer.state, answer.repeat, answer.commandId])).toEqual([
    ["confirmed", false, said[0].answer.commandId],
    ["confirmed", true, said[0].answer.commandId],
  ]);
  expect(called(device)).toEqual(["on"]);
});

test("[CM-2] without a key: moved at the device since it was proved, an equal wish is a new one", async () => {
  const { owner, device } = await scene();
  await slow(device, 3_000);
  const first = powerOneDoor.send(owner, { deviceId: device.id });
  await underWay(device);
  await report("on", device, 1_000_000);
  await report("off", device, 1_000_001);
  const said = await product.whileTimePasses(Promise.all([first, powerOneDoor.send(owner, { deviceId: device.id })]));
  expect(said.map(({ answer }) => answer.repeat)).toEqual([false, false]);
  expect(called(device)).toEqual(["on", "on"]);
});

test("[CM-2, D35] who joined is answered by the own deadline", async () => {
  const { owner, device } = await scene();
  await hang(device);
  const first = powerOneDoor.send(owner, { deviceId: device.id, validUntil: inMs(55_000) });
  await underWay(device);
  const began = product.clock.monotonic();
  const joined = powerOneDoor.send(owner, { deviceId: device.id, validUntil: inMs(2_000) });
  const said = await product.whileTimePasses(joined);
  expect([said.status, said.answer.repeat]).toEqual([504, true]);
  expect(product.clock.monotonic() - began).toBeLessThanOrEqual(7_500);
  await product.whileTimePasses(first);
});

test("[CM-2, CM-3] a wish that waits longer is not joined: what is told to be expired never leaves", async () => {
  const { owner, device } = await scene();
  await slow(device, 12_000);
  const first = powerOneDoor.send(owner, { deviceId: device.id, target: "off", validUntil: inMs(55_000) });
  await underWay(device);
  const [waiting] = await accepted(powerOneDoor.send(owner, { deviceId: device.id, validUntil: inMs(55_000) }));
  const short = await product.whileTimePasses(powerOneDoor.send(owner, { deviceId: device.id, validUntil: inMs(2_000) }));
  expect([short.status, short.answer.state, short.answer.repeat]).toEqual([503, "expired", false]);
  const [, long] = await product.whileTimePasses(Promise.all([first, waiting]));
  expect([long?.status, long?.answer.repeat]).toEqual([200, false]);
  expect(long?.answer.commandId).not.toBe(short.answer.commandId);
  expect(called(device)).toEqual(["off", "on"]);
});

test("[CM-2, AZ-2] a wish does not die with somebody else's right", async () => {
  const { owner, device } = await scene();
  const alex = await addPerson(product);
  await share(product, { owner, deviceId: device.id }, { person: alex, permission: "control" });
  await slow(device, 3_000);
  const first = powerOneDoor.send(owner, { deviceId: device.id, target: "on" });
  await underWay(device);
  const [others] = await accepted(powerOneDoor.send(alex, { deviceId: device.id, target: "off" }));
  const [own] = await accepted(powerOneDoor.send(owner, { deviceId: device.id, target: "off" }));
  await revokeAll(owner, device);
  const said = await product.whileTimePasses(Promise.all([first, others, own]));
  expect([said[2]?.status, said[2]?.answer.repeat]).toEqual([200, false]);
  expect(called(device)).toEqual(["on", "off"]);
});

test("[CM-2, C6] a wish does not die with another session of the same person", async () => {
  const { owner, device } = await scene();
  const elsewhere = await signedIn(product, owner);
  await slow(device, 3_000);
  const first = powerOneDoor.send(owner, { deviceId: device.id, target: "on" });
  await underWay(device);
  const [others] = await accepted(powerOneDoor.send(elsewhere, { deviceId: device.id, target: "off" }));
  const [own] = await accepted(powerOneDoor.send(owner, { deviceId: device.id, target: "off" }));
  expect((await elsewhere.browser.post("/api/auth/logout")).status).toBe(200);
  const said = await product.whileTimePasses(Promise.all([first, others, own]));
  expect([said[2]?.status, said[2]?.answer.repeat]).toEqual([200, false]);
  expect(called(device)).toEqual(["on", "off"]);
});

test("[C6, AZ-2] a call that waits for a connection never leaves once the right behind it has ended", async () => {
  const { owner, device } = await scene();
  const alex = await addPerson(product);
  await share(product, { owner, deviceId: device.id }, { person: alex, permission: "control" });
  await product.fault({ match: { operation: "function" }, effect: { kind: "delay", ms: 6_000 }, times: 0 });
  const busy: Promise<unknown>[] = [];
  for (let n = 0; n < 25; n += 1) {
    const other = await addDevice(product, owner);
    for (const relayNumber of [1, 2, 3, 4])
      busy.push(rpcDoor.send(owner, { deviceId: other.id, relayNumber, key: `busy-${other.id}-${relayNumber}` }));
  }
  await until(() => product.simulator.control.requests().filter(({ operation }) => operation === "function").length >= 100);
  const sent = powerOneDoor.send(alex, { deviceId: device.id, key: "alex-1" });
  await until(async () => (await rowByKey(alex, "alex-1"))?.state === "sent");
  await revokeAll(owner, device);
  await product.whileTimePasses(Promise.all([sent, ...busy]));
  expect(called(device)).toEqual([]);
  expect(await rowByKey(alex, "alex-1")).toMatchObject({ state: "failed", reasonCode: "ACCESS_ENDED" });
});

test("[CM-7, TI-1] a relay whose call hung is free again, also after the clock was set back", async () => {
  const { owner, device } = await scene();
  await hang(device);
  const first = await product.whileTimePasses(rpcDoor.send(owner, { deviceId: device.id, key: "hung" }));
  expect(first.answer.state).toBe("unconfirmed");
  await report("on", device, 2_000_000);
  await until(async () => (await rowOf(first))?.state === "confirmed");
  await product.age(-hour);
  const next = await product.whileTimePasses(rpcDoor.send(owner, { deviceId: device.id, key: "next", target: "off" }));
  expect([next.status, called(device)]).toEqual([200, ["on", "off"]]);
});

test("[CM-7, S16-3] a restart ends the call of a command that was proved before its answer", async () => {
  const { owner, device } = await scene();
  const first = await rpcDoor.send(owner, { deviceId: device.id, key: "killed", validUntil: inMs(55_000) });
  await product.advance(1_000);
  await until(async () => (await rowOf(first))?.state === "confirmed");
  // As a kill between proof and answer leaves it.
  const open = { callEndedAt: null, answeredAt: null, acknowledgedAt: null };
  await product.store.write((tx) => transition(tx, { id: first.answer.commandId ?? "", from: ["confirmed"] }, open));
  await recoverCommands(product.deps);
  expect((await rowOf(first))?.callEndedAt).not.toBeNull();
});

test("[TI-1] no span of a history is negative when the clock was set back", async () => {
  const { owner, device } = await scene();
  await product.whileTimePasses(rpcDoor.send(owner, { deviceId: device.id, key: "before" }));
  await product.age(-hour);
  const after = await product.whileTimePasses(rpcDoor.send(owner, { deviceId: device.id, key: "after", target: "off" }));
  await product.advance(2_000);
  const rows = await listHistory(product.store.read, { deviceId: device.id, limit: 10 });
  expect(rows).toHaveLength(2);
  for (const { responseTime, confirmationTime } of rows)
    expect(Math.min(responseTime ?? 0, confirmationTime ?? 0)).toBeGreaterThanOrEqual(0);
  expect(rows.find(({ commandId }) => commandId === after.answer.commandId)?.responseTime).toBeTypeOf("number");
});

test("[D35] a late answer to an older command moves its own row, not what the relay last acknowledged", async () => {
  const { owner, device } = await scene();
  await slow(device, 20_000);
  const late = await product.whileTimePasses(rpcDoor.send(owner, { deviceId: device.id, key: "late", target: "on" }));
  await product.whileTimePasses(rpcDoor.send(owner, { deviceId: device.id, key: "newer", target: "off" }));
  await product.advance(15_000);
  expect((await rowOf(late))?.answeredAt).not.toBeNull();
  expect((await relaysOf(product.store.read, [device.id]))[0]?.acknowledged).toBe("off");
});

test("[CM-3] what a command has to wait for before it can begin does not put its deadline off", async () => {
  const { owner, device } = await scene();
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const held = product.store.write(() => gate);
  const from = product.clock.now();
  const [sent] = await accepted(powerOneDoor.send(owner, { deviceId: device.id }));
  await product.advance(1_900);
  letGo();
  await held;
  const said = await product.whileTimePasses(present(sent, "It was sent"));
  expect([said.status, (await rowOf(said))?.validUntil]).toEqual([200, from + 10_000]);
});
