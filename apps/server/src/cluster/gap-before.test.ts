/** A time in which nobody listened is one gap with its true bounds, whatever the server that begins after it comes to. [C3, S17-11] */
import { newestLiveAt } from "@relaydeck/db/live/read";
import { openStore } from "@relaydeck/db/open";
import type { Store } from "@relaydeck/db/store";
import { openTestStore } from "@relaydeck/db/testing/stores";
import { StorageFull } from "@relaydeck/db/trouble";
import { silentLog } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { listGaps, openGap } from "@relaydeck/db/telemetry/gaps";
import { afterEach, describe, expect, test } from "vitest";
import { addDevice, addPerson } from "../testing/people.ts";
import { holdWrites } from "../testing/held-writes.ts";
import { pacedUntil } from "../testing/paced.ts";
import { startProduct, type Product, type StartedProduct } from "../testing/product.ts";
import { findHeard, noteHeard } from "./gap-before.ts";
import { openLeadership } from "./leadership.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Between two bytes of a cloud that has nothing to say, or two renewals of the lead. */
const beatMs = 10 * second;

let started: StartedProduct | null = null;
afterEach(() => started?.close());

async function listening(database: "sqlite" | "postgres"): Promise<Product> {
  // Devices that say nothing of themselves, not even to others.
  started = await startProduct({ database, simulator: { devices: 1, simple: 1, telemetryMs: 24 * hour } });
  await untilConnected(started.product);
  return started.product;
}

async function untilConnected(product: Product): Promise<void> {
  await product.passUntil(() => product.deps.link.stream.state === "connected");
  await product.app.listener.settled();
}

async function pass(product: Product, ms: number): Promise<void> {
  const end = product.clock.monotonic() + ms;
  await pacedUntil(product, () => product.clock.monotonic() >= end);
}

/** What its database says and is told while no server is there. */
async function whileStopped<R>({ settings, clock }: Product, work: (store: Store) => Promise<R>): Promise<R> {
  const store = await openStore({ url: settings.databaseUrl, clock, report: () => {} });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const gapsOf = (product: Product) => listGaps(product.store.read, { from: 0, to: product.clock.now(), limit: 9 });

describe.each(["sqlite", "postgres"] as const)("on %s", (database) => {
  test("[S17-11, C3] a server that begins, hears nothing and is stopped again hides nothing of the time before it", async () => {
    const product = await listening(database);
    // By the time of the next start it has gone quiet, which is the first thing that server writes.
    await addDevice(product, await addPerson(product));
    // While the stop waits for the database the hand-moved clock goes on, and nothing is heard any more.
    const stoppedAt = product.clock.now();
    await product.stop();
    await product.advance(hour);
    await product.fault({ match: { operation: "stream" }, effect: { kind: "hang" }, times: 0 });
    await product.start();
    await pass(product, 8 * second);
    await product.stop();
    await product.door("DELETE", "/faults");
    await product.advance(20 * second);
    await product.start();
    await untilConnected(product);
    const gaps = await gapsOf(product);
    expect(gaps).toMatchObject([{ to: product.deps.link.stream.since }]);
    expect(stoppedAt - (gaps[0]?.from ?? 0)).toBeLessThan(beatMs);
  });

  test("[S17-11, C3] a server that is stopped while the stream is silent was heard until that silence began", async () => {
    const product = await listening(database);
    await pass(product, minute);
    const heardAt = product.app.listener.heardAt;
    await product.door("POST", "/stream/stall", { ms: hour });
    // Too short to be told as a break.
    await pass(product, 40 * second);
    await product.stop();
    await product.advance(30 * second);
    await product.start();
    await untilConnected(product);
    expect(await gapsOf(product)).toMatchObject([{ from: heardAt, to: product.deps.link.stream.since }]);
  });

  test("[S17-11, C3] a server that is killed when a break has just ended was heard since that end: no gap is told twice", async () => {
    const product = await listening(database);
    await pass(product, minute);
    await product.fault({ match: { operation: "stream" }, effect: { kind: "hang" }, times: 1 });
    await product.door("POST", "/stream/cut");
    await product.passUntil(() => product.deps.link.stream.state !== "connected");
    await untilConnected(product);
    const [broken] = await gapsOf(product);
    const heardAt = await findHeard(product.store.read);
    await product.stop();
    // As a kill leaves it: nothing of what a stop notes.
    await whileStopped(product, (store) => store.write((tx) => noteHeard(tx, heardAt)));
    await product.advance(hour);
    await product.start();
    await untilConnected(product);
    expect(await gapsOf(product)).toMatchObject([broken, { from: broken?.to, to: product.deps.link.stream.since }]);
  });

  test("[S17-11, C3, DA-1] after a restore, which brings the log and not who listened, nobody listened since the end of the log", async () => {
    const product = await listening(database);
    await addDevice(product, await addPerson(product));
    await product.stop();
    const from = await whileStopped(product, async (store) => {
      await store.write(({ db, t }) => db.delete(t.leases));
      return newestLiveAt(store.read);
    });
    await product.advance(hour);
    await product.start();
    await untilConnected(product);
    expect(await gapsOf(product)).toMatchObject([{ from, to: product.deps.link.stream.since }]);
  });
});

test("[S17-11, C3, BP-2] what comes while a stop stores what came before is not heard any more, so the gap begins before it", async () => {
  const product = await listening("sqlite");
  const { app } = product;
  await addDevice(product, await addPerson(product));
  const [device = ""] = product.simulator.control.devices().map(({ serial }) => serial);
  const say = () => product.door("POST", "/emit", { device, name: "spark/status", data: "online" });
  const letGo = await holdWrites(product);
  await say();
  await product.advance(second);
  const closing = app.close();
  // The doors are closed, and what was said waits to be stored.
  await product.advance(5 * second);
  const saidAt = product.clock.now();
  await say();
  await product.advance(second);
  await letGo();
  await product.whileTimePasses(closing);
  await product.stop();
  await product.advance(hour);
  await product.start();
  await untilConnected(product);
  const [gap] = await gapsOf(product);
  expect(gap?.from).toBeLessThan(saidAt);
});

test("[S17-11, C3] where no device has anything to report: a short stop is no gap, and a long one is one of its length", async () => {
  const product = await listening("sqlite");
  await product.advance(5 * minute);
  await product.restart();
  await untilConnected(product);
  expect(await gapsOf(product)).toEqual([]);
  await product.advance(15 * minute);
  await product.stop();
  const stoppedAt = product.clock.now();
  await product.advance(hour);
  await product.start();
  await untilConnected(product);
  const gaps = await gapsOf(product);
  expect(gaps).toMatchObject([{ to: product.deps.link.stream.since }]);
  expect(stoppedAt - (gaps[0]?.from ?? 0)).toBeLessThan(beatMs);
});

test("[S17-11, C3, ST-1] a start at which nothing can be stored goes on with the gap that is open, so that the first byte ends it", async () => {
  const { store, close } = await openTestStore();
  const clock = new ManualClock();
  const from = clock.now() - second;
  await store.write((tx) => openGap(tx, { id: "gap", from, reason: "The event stream broke" }));
  const full: Store = { ...store, write: () => Promise.reject(new StorageFull("The disk of the database is full")) };
  const leadership = await openLeadership({ store: full, clock, random: systemRandom(), log: silentLog, holder: "only" });
  const begun: (number | null)[] = [];
  const duty = {
    begin: (since: number | null) => void begun.push(since),
    end: async () => {},
    heardAt: () => null,
    standBy: () => {},
  };
  void leadership.run(duty);
  await leadership.stop();
  expect(begun).toEqual([from]);
  await close();
});
