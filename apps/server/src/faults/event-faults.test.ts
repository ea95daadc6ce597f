/** Events that lie, repeat or come late, and a cloud whose word on presence is old. [checklist 17] */
import { toInstant } from "@relaydeck/contract/instants";
import { listRelayChanges } from "@relaydeck/db/relays/changes";
import { assert, present } from "@relaydeck/kit/assert";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callsTo, commandDoors, powerOneDoor, rpcDoor, traceOf } from "../testing/commanding.ts";
import { addDevice, addPerson, deviceRow, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";
import { metric, seenDevice } from "../testing/seeing.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterEach(() => product.simulator.control.clearFaults());
afterAll(() => close());

async function watched(kind: "P0SIM" | "R1SIM" = "P0SIM"): Promise<{ owner: Person; device: OwnedDevice; viewer: Viewer }> {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner, kind);
  return { owner, device, viewer: await Viewer.watch(product, owner) };
}

const eventFault = (device: OwnedDevice, effect: object) =>
  product.fault({ match: { device: device.serial, operation: "event", name: "powerone/data" }, effect });
const press = (device: OwnedDevice, state: "on" | "off") =>
  product.door("POST", `/devices/${device.serial}/button`, { relay: 1, state });
const emit = (device: string, facts: { data: unknown; publishedAt?: number; name?: string }) => {
  const { data, publishedAt, name = "powerone/data" } = facts;
  const at = publishedAt === undefined ? {} : { publishedAt: toInstant(publishedAt) };
  return product.door("POST", "/emit", { device, name, data, ...at });
};
const report = (milliamps: number, seq: number) => ({ i: [milliamps, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq, up: 100_000 });

const counting = (milliamps: number, seq: number, up: number) => ({ ...report(milliamps, seq), up });

/** A report that was on time; ten seconds later a command of which nobody knows whether it arrived. */
async function unconfirmedAfter(device: OwnedDevice, owner: Person, what: { milliamps: number; target: "on" | "off" }) {
  await emit(device.serial, { data: counting(what.milliamps, 1_000_001, 200_060) });
  await arrive();
  await product.advance(10_000);
  await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "status", status: 408 } });
  const said = await product.whileTimePasses(powerOneDoor.send(owner, { deviceId: device.id, target: what.target }));
  expect(said.answer.state).toBe("unconfirmed");
  const { commandId } = said.answer;
  return { state: async () => (await traceOf(product, { deviceId: device.id, commandId })).row?.state };
}

/** Lets an event travel from the cloud to the last viewer. */
async function arrive(): Promise<void> {
  await quiet();
  await product.deps.ingest.idle();
  await quiet();
}

/** States of relay 1 in the order in which the viewer was told them, repetitions left out. */
function statesSeen(viewer: Viewer): string[] {
  const states = viewer.ofKind("device").map(({ device }) => device.relays[0]?.state ?? "");
  return states.filter((state, index) => state !== states[index - 1]);
}

describe("events", () => {
  test("[S17-8] a duplicate is taken once and counted", async () => {
    const { owner, device, viewer } = await watched();
    const droppedBefore = await metric(product, "ingest_dropped_total");
    await eventFault(device, { kind: "duplicate", times: 3 });
    await press(device, "on");
    await product.advance(1_500);
    await arrive();
    expect((await seenDevice(owner, device.id)).relays[0]).toMatchObject({ state: "on", milliamps: 600 });
    expect(viewer.ofKind("device")).toHaveLength(1);
    expect(await metric(product, "ingest_dropped_total")).toBe(droppedBefore + 3);
    viewer.close();
  });

  test("[S17-8] a report that was overtaken never puts an older state over a newer one", async () => {
    const { owner, device, viewer } = await watched();
    const droppedBefore = await metric(product, "ingest_dropped_total");
    await eventFault(device, { kind: "delay", ms: 5_000 });
    await press(device, "on");
    await product.advance(1_500);
    await press(device, "off");
    await product.advance(1_500);
    await arrive();
    const row = await deviceRow(product, device.id);
    await product.advance(6_000);
    await arrive();
    expect(await metric(product, "ingest_dropped_total")).toBe(droppedBefore + 1);
    expect((await seenDevice(owner, device.id)).relays[0]?.state).toBe("off");
    expect((await deviceRow(product, device.id)).lastSequence).toBe(row.lastSequence);
    expect(statesSeen(viewer)).toEqual(["off"]);
    viewer.close();
  });

  test("[S17-8] where the cloud's time is all there is, an older report does not win either", async () => {
    const { owner, device, viewer } = await watched();
    const withoutSequence = (milliamps: number) => ({ i: [milliamps, 0, 0, 0], ps: 1, bat: 80, cell: 60 });
    const now = product.clock.now() + 10_000;
    await product.advance(10_000);
    await emit(device.serial, { data: withoutSequence(700), publishedAt: now });
    await emit(device.serial, { data: withoutSequence(0), publishedAt: now - 5_000 });
    await arrive();
    const relay = (await seenDevice(owner, device.id)).relays[0];
    expect(relay).toMatchObject({ state: "on", milliamps: 700, stateAt: toInstant(now) });
    expect(statesSeen(viewer)).toEqual(["on"]);
    viewer.close();
  });

  test("[S17-8, CM-6] a report that was measured before a command and came after it proves nothing", async () => {
    const { owner, device, viewer } = await watched();
    const { state } = await unconfirmedAfter(device, owner, { milliamps: 0, target: "on" });
    const heldAt = product.clock.now();
    // On for a moment, by hand, before anybody asked for it; its report was sent again and again.
    await emit(device.serial, { data: counting(700, 1_000_002, 200_064) });
    await arrive();
    expect(await state()).toBe("unconfirmed");
    const seen = (await seenDevice(owner, device.id)).relays[0];
    expect(seen).toMatchObject({ state: "on", command: { state: "unconfirmed" } });
    expect(Date.parse(seen?.stateAt ?? "")).toBeLessThan(heldAt - 4_000);
    // It is no work of the command, and the log says that it moved.
    const moves = await listRelayChanges(product.store.read, { deviceId: device.id, from: 0, to: heldAt, limit: 100 });
    expect(moves.at(-1)).toMatchObject({ state: "on", commandId: null });
    expect((await owner.browser.get("/api/activity-logs")).text).toContain("Relay 1 turned on");
    await product.advance(1_000);
    await emit(device.serial, { data: counting(700, 1_000_003, 200_200) });
    await arrive();
    expect(await state()).toBe("confirmed");
    viewer.close();
  });

  test("[S17-8, CM-6] reports that were overtaken and came more than a minute late are no state and no proof", async () => {
    const { owner, device, viewer } = await watched();
    const { state } = await unconfirmedAfter(device, owner, { milliamps: 700, target: "off" });
    const seen = async () => ({ state: (await seenDevice(owner, device.id)).relays[0]?.state, command: await state() });
    await product.advance(60_000);
    // Of the two that the line held up, the second has counted on by a minute since the first.
    for (const [seq, up] of [
      [999_999, 199_940],
      [1_000_000, 200_000],
    ] as const) {
      await emit(device.serial, { data: counting(0, seq, up) });
      await arrive();
      expect(await seen()).toEqual({ state: "on", command: "unconfirmed" });
      await product.advance(1_000);
    }
    await emit(device.serial, { data: counting(0, 1_000_002, 200_142) });
    await arrive();
    expect(await seen()).toEqual({ state: "off", command: "confirmed" });
    viewer.close();
  });

  test.each([
    {
      title: "an overtaken report makes the next one that was held up no newer than it is",
      reports: [
        { afterMs: 0, data: counting(0, 1_000_000, 200_056) },
        { afterMs: 1_000, data: counting(700, 1_000_002, 200_064) },
      ],
      state: "unconfirmed",
    },
    {
      title: "a report held up for longer than the late one before it proves nothing",
      reports: [
        { afterMs: 15_000, data: counting(0, 1_000_002, 200_065) },
        { afterMs: 20_000, data: counting(700, 1_000_003, 200_069) },
      ],
      state: "unconfirmed",
    },
    {
      title: "a device whose count stood still for ten minutes proves with its second report after that",
      reports: [
        { afterMs: 600_000, data: counting(0, 1_000_002, 200_070) },
        { afterMs: 5_000, data: counting(700, 1_000_003, 200_075) },
      ],
      state: "confirmed",
    },
  ])("[S17-8, CM-6] $title", async ({ reports, state: wanted }) => {
    const { owner, device, viewer } = await watched();
    const { state } = await unconfirmedAfter(device, owner, { milliamps: 0, target: "on" });
    for (const { afterMs, data } of reports) {
      await product.advance(afterMs);
      await emit(device.serial, { data });
      await arrive();
    }
    expect(await state()).toBe(wanted);
    viewer.close();
  });

  test("[S17-8] word of an update that comes late does not hold a device that has reported since", async () => {
    const { owner, device, viewer } = await watched();
    await product.advance(20_000);
    await emit(device.serial, { data: report(700, 1_000_000) });
    const late = { name: "spark/status", data: "auto-update", publishedAt: product.clock.now() - 15_000 };
    await emit(device.serial, late);
    await arrive();
    expect((await seenDevice(owner, device.id)).status).toBe("online");
    await emit(device.serial, { ...late, publishedAt: product.clock.now() });
    await arrive();
    expect((await seenDevice(owner, device.id)).status).toBe("connecting");
    viewer.close();
  });

  test.each([
    ["an hour", 3_600_000, "events_unreadable_total"],
    ["90 s", 90_000, "ingest_dropped_total"],
  ])("[S17-8] a report from %s in the future is dropped and counted", async (_much, aheadMs, counter) => {
    const { owner, device, viewer } = await watched();
    const before = await metric(product, counter);
    const shown = await seenDevice(owner, device.id);
    await emit(device.serial, { data: report(700, 1_000_000), publishedAt: product.clock.now() + aheadMs });
    await arrive();
    expect(await metric(product, counter)).toBe(before + 1);
    expect(await seenDevice(owner, device.id)).toEqual(shown);
    // What comes in time afterwards still counts, with a lower sequence than the liar's.
    await press(device, "on");
    await product.advance(1_500);
    await arrive();
    expect((await seenDevice(owner, device.id)).relays[0]?.state).toBe("on");
    viewer.close();
  });

  test("[S17-8, C4] one report with a number far too high makes no device deaf: heard at once, believed within a minute", async () => {
    const { owner, device, viewer } = await watched();
    const at = product.clock.now();
    await emit(device.serial, { data: report(700, 900_000_000), publishedAt: at });
    await arrive();
    const lie = await deviceRow(product, device.id);
    expect(lie).toMatchObject({ lastSequence: 900_000_000, lastHeardAt: at });
    await product.advance(30_000);
    await emit(device.serial, { data: report(0, 6_000), publishedAt: at + 30_000 });
    await arrive();
    expect(await deviceRow(product, device.id)).toMatchObject({ lastSequence: 900_000_000, lastHeardAt: at + 30_000 });
    expect((await seenDevice(owner, device.id)).relays[0]?.state).toBe("on");
    await product.advance(60_000);
    await emit(device.serial, { data: report(0, 6_001), publishedAt: at + 90_000 });
    await arrive();
    expect((await deviceRow(product, device.id)).lastSequence).toBeLessThan(10_000);
    expect((await seenDevice(owner, device.id)).relays[0]?.state).toBe("off");
    expect(viewer.world().devices[0]).toEqual(await seenDevice(owner, device.id));
    viewer.close();
  });

  test("[S17-8] an event of a foreign device moves nothing and is told to nobody", async () => {
    const { owner, device, viewer } = await watched();
    const other = await watched();
    const droppedBefore = await metric(product, "ingest_dropped_total");
    const shown = await seenDevice(owner, device.id);
    await emit("e00fce68aaaaaaaaaaaaaaaa", { data: report(700, 1_000_000) });
    await emit("P0SIM0199", { data: report(700, 1_000_000) });
    await arrive();
    expect(await metric(product, "ingest_dropped_total")).toBe(droppedBefore + 2);
    await emit(other.device.serial, { data: report(700, 1_000_000) });
    await until(() => other.viewer.ofKind("device").length > 0);
    await quiet();
    expect(await seenDevice(owner, device.id)).toEqual(shown);
    expect(viewer.ofKind("device")).toEqual([]);
    viewer.close();
    other.viewer.close();
  });

  test("[S17-8] malformed events are counted, change nothing, and the next good one is taken", async () => {
    const { owner, device, viewer } = await watched();
    const countersNow = async () => [
      await metric(product, "events_unreadable_total"),
      await metric(product, "ingest_dropped_total"),
    ];
    const [unreadable = 0, dropped = 0] = await countersNow();
    const shown = await seenDevice(owner, device.id);
    await eventFault(device, { kind: "garbage" });
    await emit(device.serial, { data: report(700, 1_000_000) });
    const nonsense = ["", "{", "null", "[]", '{"i":"many"}', '{"i":[1e999,-1,"5",null]}', { i: [{}, [], true] }, { seq: 1 }];
    for (const data of nonsense) await emit(device.serial, { data });
    await arrive();
    expect(await countersNow()).toEqual([unreadable + 1, dropped + nonsense.length]);
    expect(await seenDevice(owner, device.id)).toEqual(shown);
    expect(viewer.ofKind("device")).toEqual([]);
    await emit(device.serial, { data: report(700, 1_000_001) });
    await until(() => viewer.ofKind("device").length === 1);
    expect((await seenDevice(owner, device.id)).relays[0]).toMatchObject({ state: "on", milliamps: 700 });
    viewer.close();
  });
});

const pings = (device: OwnedDevice) =>
  product.simulator.control.requests().filter((call) => call.operation === "ping" && call.device === device.providerId);

describe.each(commandDoors)("$name", (door) => {
  test("[S17-9, C4] online says the cloud, silent is the device: its age is shown, one probe is asked, nothing is switched", async () => {
    const { owner, device, viewer } = await watched(door.kind);
    const { lastHeardAt } = await seenDevice(owner, device.id);
    await product.door("PATCH", `/devices/${device.serial}`, { powered: false });
    await product.age(6 * 60_000);
    await until(() => viewer.ofKind("device").length > 0);
    expect(present(viewer.ofKind("device").at(-1), "Told").device).toMatchObject({
      status: "online",
      freshness: "stale",
      lastHeardAt,
    });
    expect(await seenDevice(owner, device.id)).toMatchObject({
      status: "online",
      isConnected: true,
      freshness: "stale",
      lastHeardAt,
    });
    const said = await product.whileTimePasses(
      door.send(owner, { deviceId: device.id, validUntil: toInstant(product.clock.now() + 30_000) }),
    );
    expect(said).toMatchObject({ status: 409, answer: { state: "failed", code: "DEVICE_NOT_CONNECTED" } });
    expect((await traceOf(product, { deviceId: device.id, commandId: said.answer.commandId })).row?.sentAt).toBeNull();
    expect([pings(device).length, callsTo(product, device).length]).toEqual([1, 0]);
    expect(await seenDevice(owner, device.id)).toMatchObject({ status: "offline", isConnected: false, lastHeardAt });
    // Known to be gone, it is not asked again.
    const next = await door.send(owner, { deviceId: device.id });
    expect(next).toMatchObject({ status: 409, answer: { state: null, commandId: null, code: "DEVICE_NOT_CONNECTED" } });
    expect(pings(device)).toHaveLength(1);
    viewer.close();
  });

  test("[S17-9, C4] silent for long but there: one probe, then the switch; heard again, it is not probed", async () => {
    const { owner, device, viewer } = await watched(door.kind);
    await product.door("PATCH", `/devices/${device.serial}`, { telemetry: false });
    await product.age(6 * 60_000);
    const validUntil = toInstant(product.clock.now() + 30_000);
    const said = await product.whileTimePasses(door.send(owner, { deviceId: device.id, validUntil }));
    expect(said).toMatchObject({ status: 200, answer: { state: "acknowledged" } });
    await until(async () => (await seenDevice(owner, device.id)).freshness === "fresh");
    expect(await door.send(owner, { deviceId: device.id, target: "off" })).toMatchObject({ status: 200 });
    expect([pings(device).length, callsTo(product, device).length]).toEqual([1, 2]);
    viewer.close();
  });

  test("[S17-9, C1, C4] heard again without a report, its relays stay what was last known", async () => {
    const { owner, device, viewer } = await watched(door.kind);
    const current = async () => new Set((await seenDevice(owner, device.id)).relays.map(({ isCurrent }) => isCurrent));
    expect(await current()).toEqual(new Set([true]));
    await product.door("PATCH", `/devices/${device.serial}`, { telemetry: false });
    await product.age(6 * 60_000);
    const validUntil = toInstant(product.clock.now() + 30_000);
    await product.whileTimePasses(door.send(owner, { deviceId: device.id, validUntil }));
    await until(async () => (await seenDevice(owner, device.id)).freshness === "fresh");
    expect(await current()).toEqual(new Set([false]));
    viewer.close();
  });
});

test("[S17-9] when the cloud notices at last, the device is offline on every door and its age stays true", async () => {
  const { owner, device, viewer } = await watched();
  const { lastHeardAt } = await seenDevice(owner, device.id);
  await product.door("PATCH", `/devices/${device.serial}`, { powered: false, presenceLagMs: 120_000 });
  await product.advance(119_000);
  expect(await seenDevice(owner, device.id)).toMatchObject({ status: "online" });
  await product.advance(2_000);
  await arrive();
  expect(await seenDevice(owner, device.id)).toMatchObject({ status: "offline", lastHeardAt });
  expect(viewer.world().devices[0]).toEqual(await seenDevice(owner, device.id));
  for (const door of [powerOneDoor, rpcDoor]) {
    expect(await door.send(owner, { deviceId: device.id })).toMatchObject({ status: 409, answer: { commandId: null } });
  }
  expect(pings(device)).toHaveLength(0);
  viewer.close();
});

test("[TI-1, S17-9] what a clock that was ahead noted of a device goes with the device's next word", async () => {
  const { owner, device, viewer } = await watched();
  const hour = 3_600_000;
  assert(product.clock instanceof ManualClock, "Its time is moved by hand");
  product.clock.jumpWall(hour);
  await product.door("PATCH", `/devices/${device.serial}`, { powered: false, notice: true });
  await product.app.listener.reconcile();
  await arrive();
  expect((await seenDevice(owner, device.id)).status).toBe("offline");
  product.clock.jumpWall(-hour);
  await product.door("PATCH", `/devices/${device.serial}`, { powered: true });
  await product.advance(60_000);
  await arrive();
  expect(await seenDevice(owner, device.id)).toMatchObject({ status: "online", freshness: "fresh" });
  viewer.close();
});
