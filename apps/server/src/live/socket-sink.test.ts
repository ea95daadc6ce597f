/** What a sink lets out once its socket has room again, turn by turn: the socket is a list here, the feed is the product's. [WS-6] */
import { newId } from "@relaydeck/contract/ids";
import { toInstant } from "@relaydeck/contract/instants";
import { socketLimits } from "@relaydeck/contract/limits";
import { toLiveEvent } from "@relaydeck/api/live/append";
import type { LiveMessage } from "@relaydeck/api/live/item";
import type { Viewer } from "@relaydeck/api/live/viewer";
import { present } from "@relaydeck/kit/assert";
import { systemRandom } from "@relaydeck/kit/random";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { tellEntries } from "../testing/told-entries.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";
import { SocketSink, type Outlet, type SinkOwner } from "./socket-sink.ts";
import { TurnWriter } from "./turn-writer.ts";

let product: Product;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ product, close } = await startProduct());
});
afterAll(() => close());

/** A stream of the product's feed into a socket that is full when the test says so. */
class Reader implements SinkOwner, Outlet {
  readonly sink: SocketSink;
  readonly told: string[] = [];
  /** Bytes of each. */
  readonly writes: number[] = [];
  /** Bytes of a write that the system takes at once. */
  room = Number.POSITIVE_INFINITY;
  writable = true;
  writableLength = 0;
  readonly #person: Person;
  #viewer: Viewer | null = null;

  constructor(person: Person) {
    this.#person = person;
    this.sink = new SocketSink("1", { outlet: this, writer: new TurnWriter(product.deps.turn), owner: this });
  }

  async open(lastEventId: string | null): Promise<void> {
    this.#viewer = await product.deps.feed.open(this.#person.caller, lastEventId, this.sink);
  }

  write(bytes: Buffer): void {
    this.writes.push(bytes.length);
    this.writableLength += Math.max(0, bytes.length - this.room);
    for (const [, kind = ""] of bytes.toString("latin1").matchAll(/"data":\{"kind":"([a-z-]+)"/g)) this.told.push(kind);
  }

  resync(): void {
    product.deps.feed.leave(this.#current);
    void this.open("");
  }

  seenNow(_requestId: string, message: LiveMessage): LiveMessage | null {
    return product.deps.feed.seenNow(this.#current, message);
  }

  get #current(): Viewer {
    return present(this.#viewer, "The session holds");
  }

  drain(): void {
    this.writableLength = 0;
    this.sink.drained();
  }

  wrote(): void {}
  ended(): void {}
}

/** With the snapshot told. */
async function openReader(person: Person): Promise<Reader> {
  const reader = new Reader(person);
  await reader.open(null);
  await quiet();
  reader.writes.length = 0;
  return reader;
}

/** A command of this device's first relay, as the log tells it. */
function commandRow(device: OwnedDevice, owner: Person, of: { id: string; second: number; state: "unconfirmed" | "failed" }) {
  const at = toInstant(product.clock.now() + of.second * 1_000);
  const ended = { acknowledgedAt: null, confirmedAt: null, endedAt: null, disagrees: false, reason: null, reasonCode: null };
  const given = { commandId: of.id, acceptedOrder: of.second, deviceId: device.id, relayNumber: 1, state: of.state };
  const wish = { ...given, target: "on" as const };
  const times = { requestedAt: at, validUntil: at, sentAt: at };
  const command = { ...wish, ...ended, ...times, returnValue: null, actorId: owner.userId, actorName: null };
  return toLiveEvent({ deviceId: device.id, userId: null, body: { kind: "command", command } });
}

async function report(device: OwnedDevice): Promise<void> {
  const data = { i: [300, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: 1_000_001, up: 100_000 };
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data });
  await quiet();
  await product.deps.ingest.idle();
}

/** Entries of this person's log, all in one turn. */
async function say(owner: Person, messages: readonly string[]): Promise<void> {
  await tellEntries(product, owner, messages);
  await quiet(20);
}

/** More history than is held. */
function overflow(owner: Person): Promise<void> {
  return say(
    owner,
    Array.from({ length: socketLimits.heldHistory + 1 }, (_, index) => `lost ${index}`),
  );
}

/** Entries of 40 kB each: three fit into one write. */
function large(count: number): readonly string[] {
  return Array.from({ length: count }, () => "x".repeat(40_000));
}

test("[WS-6, G1] a turn leaves an empty socket in one write of at most 128 KiB; behind what waits it is held", async () => {
  const owner = await addPerson(product);
  const reader = await openReader(owner);
  await say(owner, large(3));
  expect(reader.writes).toEqual([expect.any(Number)]);
  expect(reader.writes[0]).toBeGreaterThan(120_000);
  await say(owner, large(4));
  expect(reader.writes).toHaveLength(3);
  expect(Math.max(...reader.writes)).toBeLessThanOrEqual(128 * 1024);
  reader.writableLength = 1;
  await say(owner, large(3));
  expect(reader.writes).toHaveLength(3);
  reader.drain();
  expect(reader.told.filter((kind) => kind === "activity")).toHaveLength(10);
});

test("[WS-6] where the system takes the first write of a turn only in part, the rest of the turn is held", async () => {
  const owner = await addPerson(product);
  const reader = await openReader(owner);
  reader.room = 50_000;
  await say(owner, large(7));
  expect(reader.writes).toHaveLength(1);
  expect(reader.writableLength).toBeGreaterThan(70_000);
  reader.room = Number.POSITIVE_INFINITY;
  reader.drain();
  expect(reader.told.filter((kind) => kind === "activity")).toHaveLength(7);
});

test("[WS-6, WS-8] after an overflow the first item is the resync, also when an event was gathered in the turn of the drain", async () => {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const reader = await openReader(owner);
  expect(reader.told).toEqual(["snapshot"]);
  reader.writableLength = socketLimits.waitingBytes;
  await overflow(owner);
  expect(reader.told).toEqual(["snapshot"]);
  // Called after the feed's own listener: what the event's row made of it waits for the end of this very turn.
  const stop = product.store.onLive((events) => {
    if (events.some(({ kind }) => kind === "device")) reader.drain();
  });
  await report(device);
  await until(() => reader.told.includes("resync"));
  stop();
  await quiet();
  expect(reader.told[1]).toBe("resync");
  expect(reader.told.filter((kind) => kind === "resync")).toHaveLength(1);
});

test("[WS-6, C1] the end of a command that a newer one covers is not lost on a slow reader", async () => {
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const reader = await openReader(owner);
  reader.writableLength = socketLimits.waitingBytes;
  const [lost, refused] = [newId("command", systemRandom()), newId("command", systemRandom())];
  await product.store.write((tx) =>
    tx.live([
      commandRow(device, owner, { id: lost, second: 1, state: "unconfirmed" }),
      commandRow(device, owner, { id: refused, second: 2, state: "failed" }),
      commandRow(device, owner, { id: refused, second: 2, state: "failed" }),
    ]),
  );
  await quiet(20);
  reader.told.length = 0;
  reader.drain();
  await quiet();
  expect(reader.told).toEqual(["command", "command"]);
});
