/** Faults of the provider that strike a command or a read, and what doors, stored row and viewers say then. [checklist 17] */
import { toInstant } from "@relaydeck/contract/instants";
import type { Command } from "@relaydeck/contract/relays";
import { findCommand, type CommandRow } from "@relaydeck/db/relays/commands";
import { present } from "@relaydeck/kit/assert";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callsTo, commandDoors, powerOneDoor, rpcDoor, traceOf, type CommandDoor, type Said } from "../testing/commanding.ts";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { dataOf, seenDevice, seenPowerOne, seenStatus } from "../testing/seeing.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterEach(() => product.simulator.control.clearFaults());
afterAll(() => close());

async function scene(door: CommandDoor): Promise<{ owner: Person; device: OwnedDevice; viewer: Viewer }> {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner, door.kind);
  return { owner, device, viewer: await Viewer.watch(product, owner) };
}

const fault = (device: OwnedDevice, operation: string, effect: object) =>
  product.fault({ match: { device: device.serial, operation }, effect });

async function row(said: Said): Promise<CommandRow> {
  return present(await findCommand(product.store.read, said.answer.commandId ?? ""), "A begun command has its row");
}

/** Data as firmware that counts no seconds would send them, with one current in relay 1. */
const report = (device: OwnedDevice, milliamps: number, seq: number) =>
  product.door("POST", "/emit", {
    device: device.serial,
    name: "powerone/data",
    data: { i: [milliamps, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq },
  });

const callsOf = (operation: string, device: OwnedDevice) =>
  product.simulator.control.requests().filter((call) => call.operation === operation && call.device === device.providerId);

/** The first item that calls the command confirmed, of whichever kind. */
function firstWordOf(viewer: Viewer, { answer: { commandId } }: Said) {
  const isConfirmed = (command: Command | null | undefined) => command?.commandId === commandId && command?.state === "confirmed";
  return viewer.items.find(
    ({ item }) =>
      (item.kind === "command" && isConfirmed(item.command)) ||
      (item.kind === "device" && item.device.relays.some((relay) => isConfirmed(relay.command))),
  )?.item;
}

describe.each(commandDoors)("$name", (door) => {
  test("[S17-1] executed and the reply lost: unconfirmed, then confirmed when data agree, never failed", async () => {
    const { owner, device, viewer } = await scene(door);
    await fault(device, "function", { kind: "drop-reply" });
    const said = await door.send(owner, { deviceId: device.id, key: "lost" });
    expect(said).toMatchObject({ status: 504, answer: { success: false, state: "unconfirmed", code: "UNCONFIRMED" } });
    expect(await row(said)).toMatchObject({ state: "unconfirmed", answeredAt: null });
    expect((await seenDevice(owner, device.id)).relays[0]?.state).toBe("off");
    await product.passUntil(async () => (await row(said)).state === "confirmed", 5_000);
    await until(() => viewer.statesOf(said.answer.commandId).length === 4);
    expect(viewer.statesOf(said.answer.commandId)).toEqual(["requested", "sent", "unconfirmed", "confirmed"]);
    const word = firstWordOf(viewer, said);
    // The report that proves it comes along with it, so that no screen says confirmed beside the old state.
    expect(word?.kind === "device" && word.device.relays[0]).toMatchObject({ state: "on", command: { state: "confirmed" } });
    expect((await seenDevice(owner, device.id)).relays[0]).toMatchObject({ state: "on", command: { state: "confirmed" } });
    const again = await door.send(owner, { deviceId: device.id, key: "lost" });
    expect(again).toMatchObject({ status: 200, answer: { success: true, state: "confirmed", repeat: true } });
    const { history } = await traceOf(product, { deviceId: device.id, commandId: said.answer.commandId });
    expect(history).toMatchObject([{ outcome: "confirmed", success: true }]);
    expect(callsTo(product, device)).toHaveLength(1);
    viewer.close();
  });

  test("[S17-5] 429: failed, busy and not sent, with Retry-After and without retry; reads back off, commands may leave", async () => {
    const { owner, device, viewer } = await scene(door);
    await fault(device, "function", { kind: "status", status: 429, headers: { "retry-after": "40" } });
    const said = await door.send(owner, { deviceId: device.id });
    expect(said).toMatchObject({
      status: 503,
      retryAfter: "40",
      answer: { success: false, state: "failed", code: "PROVIDER_BUSY", message: "Not sent: the device cloud is busy" },
    });
    expect(said.answer.command).toMatchObject({ reason: "Not sent: the device cloud is busy", reasonCode: "PROVIDER_BUSY" });
    expect(await row(said)).toMatchObject({ state: "failed", reasonCode: "PROVIDER_BUSY" });
    const isSlowedDown = () => viewer.ofKind("status").at(-1)?.status.isSlowedDown;
    await product.passUntil(() => isSlowedDown() === true, 2_000);
    // The stream stands; the documented answer says that, and has no field more.
    expect((await seenStatus(owner)).connectionStatus).toBe("connected");
    const later = await Viewer.watch(product, owner);
    expect(later.items[0]?.item).toMatchObject({ kind: "snapshot", status: { isSlowedDown: true } });
    later.close();
    const check = await owner.browser.mutate("devices.check", { deviceId: device.id });
    expect(check.json).toMatchObject({ error: { data: { httpStatus: 503 } } });
    expect(callsOf("ping", device)).toHaveLength(0);
    const next = await door.send(owner, { deviceId: device.id });
    expect(next).toMatchObject({ status: 200, answer: { state: "acknowledged" } });
    await product.advance(41_000);
    await until(() => isSlowedDown() === false);
    expect(callsTo(product, device)).toHaveLength(2);
    expect(dataOf(await owner.browser.mutate("devices.check", { deviceId: device.id }))).toMatchObject({ status: "online" });
    expect(callsOf("ping", device)).toHaveLength(1);
    viewer.close();
  });

  test("[S17-6] an answer after the deadline is evidence: unconfirmed becomes acknowledged", async () => {
    const { owner, device, viewer } = await scene(door);
    await product.door("PATCH", `/devices/${device.serial}`, { telemetry: false });
    await fault(device, "function", { kind: "delay", ms: 20_000 });
    const begunAt = product.clock.now();
    const validUntil = toInstant(begunAt + 2_000);
    const said = await product.whileTimePasses(door.send(owner, { deviceId: device.id, key: "late", validUntil }));
    expect(said).toMatchObject({ status: 504, answer: { state: "unconfirmed" } });
    await product.passUntil(async () => (await row(said)).state === "acknowledged", 20_000);
    expect(product.clock.now() - begunAt).toBeGreaterThanOrEqual(20_000);
    await until(() => viewer.statesOf(said.answer.commandId).length === 4);
    expect(viewer.statesOf(said.answer.commandId)).toEqual(["requested", "sent", "unconfirmed", "acknowledged"]);
    const again = await door.send(owner, { deviceId: device.id, key: "late" });
    expect(again).toMatchObject({ status: 200, answer: { state: "acknowledged", repeat: true } });
    expect(callsTo(product, device)).toHaveLength(1);
    viewer.close();
  });
});

describe.each([powerOneDoor, rpcDoor])("$name, plain profile", (door) => {
  test("[S17-2, D54] says ok, and of this relay no load is known: it stays acknowledged, without a word of disagreement", async () => {
    const { owner, device, viewer } = await scene(door);
    await product.door("PATCH", `/devices/${device.serial}`, { relays: [{ number: 1, loadMilliamps: 0 }] });
    const said = await door.send(owner, { deviceId: device.id });
    expect(said).toMatchObject({ status: 200, answer: { state: "acknowledged" } });
    for (const seq of [1_000_000, 1_000_001, 1_000_002]) {
      await product.advance(15_000);
      await report(device, 0, seq);
    }
    await product.advance(2_000);
    expect(await row(said)).toMatchObject({ state: "acknowledged", disagrees: false });
    const relay = (await seenDevice(owner, device.id)).relays[0];
    expect(relay).toMatchObject({ state: "off", milliamps: 0, command: { state: "acknowledged", disagrees: false } });
    viewer.close();
  });

  test("[S17-2, D54] says ok and does not move, where a load is known: command and device disagree 30 s after the first sample", async () => {
    const { owner, device, viewer } = await scene(door);
    for (const target of ["on", "off"] as const) {
      const moved = await door.send(owner, { deviceId: device.id, target });
      await product.passUntil(async () => (await row(moved)).state === "confirmed", 5_000);
    }
    await fault(device, "function", { kind: "no-execute" });
    const said = await door.send(owner, { deviceId: device.id });
    expect(said).toMatchObject({ status: 200, answer: { state: "acknowledged" } });
    await product.advance(1_000);
    await report(device, 0, 1_000_000);
    await product.advance(29_000);
    expect(await row(said)).toMatchObject({ state: "acknowledged", disagrees: false });
    await product.advance(2_000);
    expect(await row(said)).toMatchObject({ state: "acknowledged", disagrees: true, confirmedAt: null });
    const relay = (await seenDevice(owner, device.id)).relays[0];
    expect(relay).toMatchObject({ state: "off", command: { state: "acknowledged", disagrees: true } });
    await until(() => viewer.ofKind("command").at(-1)?.command.disagrees === true);
    viewer.close();
  });
});

const unreadable = [
  ["HTML", { kind: "status", status: 200, body: "<html>busy</html>" }],
  ["an empty body", { kind: "status", status: 200, body: "" }],
  ["broken JSON", { kind: "status", status: 200, body: '{"result":', headers: { "content-type": "application/json" } }],
  ["a redirect", { kind: "status", status: 302, body: "", headers: { location: "/v1/devices" } }],
  ["10 MB", { kind: "status", status: 200, body: "x".repeat(10_000_000) }],
] as const;

describe("reads", () => {
  test.each(unreadable)("[S17-7] %s to a read is no data: the device stays as unknown as it was", async (_what, effect) => {
    const owner = await addPerson(product);
    const serial = `P0SIM0${150 + unreadable.findIndex(([, listed]) => listed === effect)}`;
    // Set within the process: the control door takes no bodies of 10 MB.
    product.simulator.control.addFault({ match: { device: serial, operation: "variable" }, effect, times: 0 });
    const registered = await owner.browser.post("/api/register-device", { serialNumber: serial, deviceName: "Unreadable" });
    expect(registered.status).toBe(201);
    const { id } = registered.json as { id: string };
    const lists = () => product.simulator.control.requests().filter(({ operation }) => operation === "devices").length;
    const listsBefore = lists();
    await product.advance(1_000);
    expect(await seenPowerOne(owner, id)).toMatchObject({
      relays: [{ current: null, estimatedState: null }, {}, {}, {}],
      batteryPercent: null,
      lastUpdated: null,
      freshness: "never",
    });
    expect(await seenDevice(owner, id)).toMatchObject({ relayState: "unknown", freshness: "never", lastUpdate: null });
    // The redirect leads to the list; nobody followed it.
    expect(lists()).toBe(listsBefore);
  });

  test("[S17-7] an unreadable list of devices registers nothing and says that waiting helps", async () => {
    const started = await startProduct();
    const owner = await addPerson(started.product);
    const wish = { serialNumber: "P0SIM0001", deviceName: "Pump" };
    // The list that the stream's start asks for is not the one meant here.
    await until(() => started.product.deps.link.stream.state === "connected");
    await started.product.app.listener.settled();
    await started.product.fault({ match: { operation: "devices" }, effect: { kind: "status", status: 200, body: "<html>" } });
    const refused = await owner.browser.post("/api/register-device", wish);
    expect(refused).toMatchObject({ status: 503, json: { code: "PROVIDER_UNAVAILABLE" } });
    expect((await owner.browser.get("/api/devices")).json).toEqual([]);
    expect((await owner.browser.post("/api/register-device", wish)).status).toBe(201);
    await started.close();
  });
});
