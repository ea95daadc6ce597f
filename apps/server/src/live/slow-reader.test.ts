/** A reader that reads no more: bounded memory, the newest of everything, at most one resync, and an end. [WS-6] */
import { socketLimits } from "@relaydeck/contract/limits";
import { present } from "@relaydeck/kit/assert";
import type { Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDevice, addPerson, share, type OwnedDevice, type Person } from "../testing/people.ts";
import { tellEntries } from "../testing/told-entries.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";
import { takenBytes } from "./taken-bytes.ts";

let product: Product;
let close: () => Promise<void>;
/** The server's ends of all connections, in order. */
const ends: Socket[] = [];
beforeAll(async () => {
  ({ product, close } = await startProduct());
  product.app.http.server.on("connection", (socket: Socket) => ends.push(socket));
});
afterAll(() => close());

interface Scene {
  readonly owner: Person;
  readonly device: OwnedDevice;
  readonly viewer: Viewer;
  /** The server's end of the viewer's connection. */
  readonly end: Socket;
}

async function scene(): Promise<Scene> {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const viewer = await Viewer.connect(product, owner);
  const end = present(ends.at(-1), "The viewer's connection is the last one");
  viewer.subscribe(1);
  await until(() => viewer.items.length === 1);
  return { owner, device, viewer, end };
}

/** Entries of one person's log, told to that person's streams. */
async function say(owner: Person, messages: readonly string[]): Promise<void> {
  await tellEntries(product, owner, messages);
  await quiet(4);
}

/** A look each second, and the time to take the goodbye. */
const goodbyeAndLookMs = 5_000;

const padding = "x".repeat(40_000);

/** Stops reading, and fills what the system buffers between the two ends, until bytes stay with us. Gives how many entries that took. */
async function stopReading({ viewer, owner, end }: Scene): Promise<number> {
  viewer.ws.pause();
  for (let entries = 1; entries < 2_000; entries += 1) {
    await say(owner, [`fill ${entries} ${padding}`]);
    if (end.writableLength === 0) continue;
    await quiet();
    if (end.writableLength > 0) return entries;
  }
  throw new Error(
    `The system took everything; closed with ${viewer.closeCode}, the server's end: ${end.destroyed ? "gone" : "there"}`,
  );
}

let sequence = 1_000_000;

async function report(device: OwnedDevice, milliamps: number): Promise<void> {
  sequence += 1;
  const data = { i: [milliamps, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: sequence, up: 100_000 };
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data });
  await quiet();
  await product.deps.ingest.idle();
}

const numberOf = (id: string) => Number(id.split("-")[1]);
/** What `say` told, without the news of devices. */
function entriesOf(viewer: Viewer): string[] {
  const told = viewer.ofKind("activity").filter(({ entry }) => entry.deviceId === null);
  return told.map(({ entry }) => entry.message.slice(0, 12).trim());
}

async function expectTruth(viewer: Viewer, owner: Person): Promise<void> {
  const fresh = await Viewer.watch(product, owner);
  await quiet();
  const { serverTime: _told, status: _status, ...world } = viewer.world();
  const { serverTime: _now, status: _freshStatus, ...truth } = fresh.world();
  expect(world).toEqual(truth);
  fresh.close();
}

test("[WS-6] above 64 KiB only the newest of a device is held, marked collapsed, and history stays whole and in order", async () => {
  const on = await scene();
  const { viewer, owner, device, end } = on;
  const filled = await stopReading(on);
  // What still fits below the mark leaves as it is; the first that does not is held.
  let sent = -1;
  for (let waiting = -1; waiting < end.writableLength; sent += 1) {
    waiting = end.writableLength;
    await report(device, 100 + sent);
    await quiet();
  }
  for (const milliamps of [0, 300, 400]) await report(device, milliamps);
  await say(owner, ["after 1", "after 2"]);
  for (let round = 0; round < 40; round += 1) {
    viewer.ws.ping("x".repeat(100));
    viewer.ws.send("PING");
    await report(device, 500 + round);
    expect(end.writableLength).toBeLessThan(socketLimits.waitingBytes + 2_000);
  }
  await say(owner, ["after 3"]);
  viewer.ws.resume();
  await until(() => entriesOf(viewer).at(-1) === "after 3");
  await until(() => viewer.frames.filter((frame) => frame === "PONG").length === 40);
  expect(viewer.frames.slice(-40)).toEqual(Array.from({ length: 40 }, () => "PONG"));
  const told = viewer.ofKind("device");
  expect(told).toHaveLength(sent + 1);
  expect(told.at(-1)).toMatchObject({ collapsed: true, device: { relays: [{ milliamps: 539 }, {}, {}, {}] } });
  expect(told.filter((item) => item.collapsed === true)).toHaveLength(1);
  expect(entriesOf(viewer)).toHaveLength(filled + 3);
  const numbers = viewer.items.map(({ id }) => numberOf(id));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  // Read again, it is a reader like any other: nothing is collapsed any more.
  await report(device, 50);
  await until(() => viewer.ofKind("device").length === sent + 2);
  expect(viewer.ofKind("device").at(-1)?.collapsed).toBeUndefined();
  await expectTruth(viewer, owner);
  viewer.close();
});

test.each<[string, (given: { owner: Person; shareId: string }) => Promise<unknown>]>([
  ["was revoked", ({ owner, shareId }) => owner.browser.mutate("shares.revoke", { shareId })],
  ["ended by time", () => product.advance(21_000)],
])("[WS-5, WS-6, C6] of a share that %s meanwhile nothing leaves that was held, only the notice", async (_how, end) => {
  const owner = await addPerson(product);
  const [lost, kept] = [await addDevice(product, owner), await addDevice(product, owner)];
  const on = await scene();
  const to = { person: on.owner, permission: "view" } as const;
  const given = await share(product, { owner, deviceId: lost.id }, { ...to, expiresInMs: 20_000 });
  await share(product, { owner, deviceId: kept.id }, to);
  await until(() => on.viewer.ofKind("access-granted").length === 2);
  await stopReading(on);
  await say(on.owner, [`fill more ${padding}`, `fill more ${padding}`]);
  for (const milliamps of [300, 400, 777]) for (const device of [lost, kept]) await report(device, milliamps);
  await end({ owner, shareId: given.id });
  on.viewer.ws.resume();
  await until(() => on.viewer.ofKind("access-ended").length > 0);
  await report(kept, 50);
  const reportsOf = ({ id }: OwnedDevice) => on.viewer.ofKind("device").filter(({ device }) => device.id === id);
  await until(() => reportsOf(kept).at(-1)?.collapsed === undefined);
  expect(reportsOf(lost)).toEqual([]);
  expect(reportsOf(kept).map(({ collapsed }) => collapsed)).toEqual([true, undefined]);
  expect(on.viewer.ofKind("activity").filter(({ entry }) => entry.deviceId === lost.id)).toEqual([]);
  expect(on.viewer.ofKind("access-ended")).toEqual([{ kind: "access-ended", deviceId: lost.id }]);
  on.viewer.close();
});

test("[WS-6] more than 1,000 entries of history are not kept: one resync says how things are, and the stream goes on", async () => {
  const on = await scene();
  const { viewer, owner, device, end } = on;
  await stopReading(on);
  for (let portion = 0; portion < 12; portion += 1)
    await say(
      owner,
      Array.from({ length: 100 }, (_, index) => `lost ${portion} ${index}`),
    );
  await report(device, 300);
  expect(end.writableLength).toBeLessThanOrEqual(socketLimits.waitingBytes);
  viewer.ws.resume();
  await until(() => viewer.ofKind("resync").length > 0);
  await say(owner, ["after"]);
  await report(device, 400);
  await until(() => entriesOf(viewer).at(-1) === "after" && viewer.ofKind("device").length === 1);
  expect(viewer.ofKind("resync")).toHaveLength(1);
  expect(entriesOf(viewer).filter((message) => message.startsWith("lost"))).toEqual([]);
  await expectTruth(viewer, owner);
  viewer.close();
});

test("[WS-6] 30 s without progress close with 1013, and what was missed comes by resuming", async () => {
  const on = await scene();
  const { viewer, owner } = on;
  const filled = await stopReading(on);
  await product.advance(socketLimits.noProgressMs - 1_000);
  expect(viewer.closeCode).toBeNull();
  await product.advance(2_000);
  await say(owner, ["missed"]);
  viewer.ws.resume();
  await until(() => viewer.closeCode !== null);
  expect(viewer.closeCode).toBe(1013);
  const again = await Viewer.watch(product, owner, { lastEventId: viewer.lastEventId });
  await until(() => entriesOf(again).at(-1) === "missed");
  const heard = [...entriesOf(viewer), ...entriesOf(again)];
  expect(heard).toHaveLength(filled + 1);
  expect(new Set(heard).size).toBe(filled + 1);
  again.close();
});

test("[WS-6] one that reads slowly, but reads, is kept", async () => {
  const on = await scene();
  const { viewer, end } = on;
  await stopReading(on);
  for (let round = 0; round < 4; round += 1) {
    const before = viewer.items.length;
    await product.advance(20_000);
    viewer.ws.resume();
    await until(() => viewer.items.length > before + 20);
    viewer.ws.pause();
    viewer.ws.pong();
    await stopReading(on);
  }
  expect(viewer.closeCode).toBeNull();
  await expectLetGo(viewer, end);
});

/**
 * It reads nothing any more. Its pongs are unasked ones: the question waits behind what it does not read, and without an answer
 * WS-7 would end it first.
 */
async function expectLetGo(viewer: Viewer, end: Socket): Promise<void> {
  let taken = takenBytes(end);
  let sinceMs = 0;
  while (!end.destroyed) {
    viewer.ws.pong();
    await quiet();
    await product.advance(1_000);
    // The system may take a last part of its own, and the span begins anew.
    sinceMs = end.destroyed || takenBytes(end) === taken ? sinceMs + 1_000 : 0;
    if (!end.destroyed) taken = takenBytes(end);
    expect(sinceMs).toBeLessThan(socketLimits.noProgressMs + goodbyeAndLookMs);
  }
  expect(sinceMs).toBeGreaterThanOrEqual(socketLimits.noProgressMs);
  viewer.close();
}

test("[WS-6] one that takes minutes over a single large message is kept while it reads, and closed when it does not", async () => {
  const { viewer, owner, end } = await scene();
  viewer.ws.pause();
  // Larger than all that the system buffers between the two ends and a few rounds of reading take.
  await say(owner, ["x".repeat(64 * 1024 * 1024)]);
  await until(() => end.writableLength > 0);
  for (let round = 0; round < 3; round += 1) {
    await quiet();
    const before = takenBytes(end);
    const waiting = end.writableLength;
    await product.advance(20_000);
    expect(end.destroyed).toBe(false);
    viewer.ws.resume();
    await until(() => takenBytes(end) > before);
    viewer.ws.pause();
    viewer.ws.pong();
    expect(end.writableLength).toBeGreaterThanOrEqual(waiting);
  }
  await expectLetGo(viewer, end);
});

test("[WS-3, WS-6] pings of one that does not read are not answered into our memory, and a flood of them ends it", async () => {
  const started = await startProduct({ environment: { RATE_LIMIT_FACTOR: "1" } });
  const owner = await addPerson(started.product);
  const viewer = await Viewer.watch(started.product, owner);
  for (let sent = 0; sent < 59; sent += 1) viewer.ws.ping();
  await quiet();
  expect(viewer.closeCode).toBeNull();
  viewer.ws.ping();
  await until(() => viewer.closeCode !== null);
  expect(viewer.closeCode).toBe(1008);
  await started.close();
});
