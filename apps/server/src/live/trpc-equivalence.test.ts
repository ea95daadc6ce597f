/**
 * One scenario, watched by two unmodified tRPC clients at once: one on our socket with its shared frames, one on tRPC's own
 * adapter behind the same procedures. They must not be able to tell the difference, to the letter of each frame. [architecture 6]
 */
import { logRetention } from "@relaydeck/contract/limits";
import type { AppRouter } from "@relaydeck/api/router";
import { createTRPCClient, createTRPCUntypedClient, createWSClient, wsLink, type WebSocketClientOptions } from "@trpc/client";
import type { Socket } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { rpcDoor } from "../testing/commanding.ts";
import { addDevice, addPerson, share, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";
import { openStockDoor, type StockDoor } from "../testing/stock-door.ts";
import { socketUrl } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
let stock: StockDoor;
const ends = new Set<Socket>();
beforeAll(async () => {
  ({ product, close } = await startProduct());
  product.app.http.server.on("connection", (socket: Socket) => ends.add(socket));
  stock = await openStockDoor(product);
});
afterAll(async () => {
  await stock.close();
  await close();
});

type Options = Omit<Partial<WebSocketClientOptions>, "url" | "WebSocket">;

/** A stock client and all that it and its application are told. */
class Observer {
  readonly seen: unknown[] = [];
  /** What the server sent, frame by frame, over all connections. */
  readonly frames: string[] = [];
  readonly states: string[] = [];
  readonly #client: ReturnType<typeof createWSClient>;
  readonly #api;
  readonly #untyped;

  constructor(at: { url: string; cookie: string }, options: Options) {
    const { frames } = this;
    class SignedIn extends WebSocket {
      constructor(url: string | URL) {
        super(url, { headers: { cookie: at.cookie } });
        this.addEventListener("message", (event) => frames.push(String(event.data)));
      }
    }
    this.#client = createWSClient({ retryDelayMs: () => 1, ...options, url: at.url, WebSocket: SignedIn });
    this.#api = createTRPCClient<AppRouter>({ links: [wsLink({ client: this.#client })] });
    this.#untyped = createTRPCUntypedClient<AppRouter>({ links: [wsLink({ client: this.#client })] });
  }

  watch(name = "stream", lastEventId?: string): { unsubscribe(): void } {
    return this.#api.live.stream.subscribe(lastEventId === undefined ? {} : { lastEventId }, {
      onStarted: () => this.seen.push([name, "started"]),
      onData: (item) => this.seen.push([name, "data", item]),
      onError: (error) => this.seen.push([name, "error", error.message, error.shape]),
      onStopped: () => this.seen.push([name, "stopped"]),
      onComplete: () => this.seen.push([name, "complete"]),
      onConnectionStateChange: ({ state, error }) => this.states.push(`${state}${error === null ? "" : " after an error"}`),
    });
  }

  /** Subscribes to whatever it is told to, as a program without our types could. */
  watchRaw(path: string, input: unknown): void {
    this.#untyped.subscription(path, input, {
      onStarted: () => this.seen.push([path, "started"]),
      onData: (item) => this.seen.push([path, "data", item]),
      onError: (error) => this.seen.push([path, "error", error.message, error.shape]),
    });
  }

  get items(): { id: string; data: { kind: string } }[] {
    return this.seen.flatMap((entry) => {
      const [, what, item] = entry as [string, string, { id: string; data: { kind: string } }];
      return what === "data" ? [item] : [];
    });
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

const open: Observer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((observer) => observer.close()));
  await until(() => product.deps.feed.viewers === 0);
});

function observers(person: Person, options: Options = {}): { ours: Observer; stocks: Observer } {
  const { cookie } = person.browser;
  const ours = new Observer({ url: socketUrl(product), cookie }, options);
  const stocks = new Observer({ url: stock.url, cookie }, options);
  open.push(ours, stocks);
  return { ours, stocks };
}

async function scene(options: Options = {}) {
  const owner = await addPerson(product);
  return { owner, device: await addDevice(product, owner), ...observers(owner, options) };
}

let sequence = 1_000_000;

async function report(device: OwnedDevice): Promise<void> {
  sequence += 1;
  const data = { i: [sequence % 500, 0, 0, 0], ps: 1, bat: 80, cell: 60, seq: sequence, up: 100_000 };
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data });
  await quiet(20);
  await product.deps.ingest.idle();
}

/** Both have been told so much; then nothing more comes. */
async function toldBoth(pair: { ours: Observer; stocks: Observer }, items: number): Promise<void> {
  await until(() => pair.ours.items.length >= items && pair.stocks.items.length >= items);
  await quiet();
}

function expectEqual({ ours, stocks }: { ours: Observer; stocks: Observer }): void {
  expect(ours.seen).toEqual(stocks.seen);
  expect(ours.frames).toEqual(stocks.frames);
  expect(ours.states).toEqual(stocks.states);
}

/** Ends every connection at the server's side, without a word. */
function cutBoth(): void {
  for (const socket of ends) socket.resetAndDestroy();
  ends.clear();
  stock.cut();
}

describe("a stock tRPC client cannot tell our socket from tRPC's own", () => {
  test("[C3, C13] snapshot, telemetry, a command's whole life, gap, status, sharing, and the end of the subscription", async () => {
    const { owner, device, ...pair } = await scene();
    const alex = await addPerson(product);
    const both = [pair.ours.watch(), pair.stocks.watch()];
    await toldBoth(pair, 1);
    await report(device);
    const said = await rpcDoor.send(owner, { deviceId: device.id, relayNumber: 2 });
    expect(said.status).toBe(200);
    await product.advance(12_000);
    await share(product, { owner, deviceId: device.id }, { person: alex, permission: "view" });
    await product.door("POST", "/stream/cut");
    await product.passUntil(() => product.deps.link.stream.state === "connected", 10_000);
    await product.app.listener.settled();
    await report(device);
    await toldBoth(pair, 15);
    await until(() => pair.ours.items.length === pair.stocks.items.length);
    const kinds = new Set(pair.ours.items.map((item) => item.data.kind));
    expect(kinds).toEqual(new Set(["snapshot", "device", "command", "activity", "status", "shares", "gap"]));
    for (const subscription of both) subscription.unsubscribe();
    await until(() => [pair.ours, pair.stocks].every(({ frames }) => frames.at(-1)?.includes('"stopped"')));
    await report(device);
    expectEqual(pair);
  });

  test("[C6] the same for somebody whom the device is shared with: granted, seen, ended", async () => {
    const { owner, device } = await scene();
    const alex = await addPerson(product);
    const pair = observers(alex);
    for (const observer of [pair.ours, pair.stocks]) observer.watch();
    await toldBoth(pair, 1);
    const given = await share(product, { owner, deviceId: device.id }, { person: alex, permission: "view" });
    await report(device);
    await rpcDoor.send(owner, { deviceId: device.id });
    await owner.browser.mutate("shares.revoke", { shareId: given.id });
    await report(device);
    await toldBoth(pair, 5);
    expect(pair.ours.items.at(-1)?.data.kind).toBe("access-ended");
    expectEqual(pair);
  });

  test("[US-1, WS-8] cut at the server's side three times: each event once, in order, resumed by the client itself", async () => {
    const { device, ...pair } = await scene();
    for (const observer of [pair.ours, pair.stocks]) observer.watch();
    await toldBoth(pair, 1);
    for (let round = 1; round <= 3; round += 1) {
      await report(device);
      await toldBoth(pair, 3 * round - 1);
      cutBoth();
      await report(device);
      await report(device);
      await toldBoth(pair, 3 * round + 1);
    }
    expect(pair.ours.items.map(({ id }) => id)).toEqual([...new Set(pair.ours.items.map(({ id }) => id))]);
    expect(pair.ours.items.filter((item) => item.data.kind === "device")).toHaveLength(9);
    expect(pair.ours.items.slice(1).every((item) => item.data.kind !== "snapshot" && item.data.kind !== "resync")).toBe(true);
    expect(pair.ours.seen).toEqual(pair.stocks.seen);
    expect(pair.ours.frames).toEqual(pair.stocks.frames);
  });

  test("[WS-8, WS-9] an id from beyond the log, somebody else's, a good one and none: the same beginning", async () => {
    const { device, ...pair } = await scene();
    const stranger = await scene();
    stranger.ours.watch();
    for (const observer of [pair.ours, pair.stocks]) observer.watch("first");
    await report(device);
    await toldBoth(pair, 2);
    await until(() => stranger.ours.items.length === 1);
    const [snapshot] = pair.ours.items;
    for (const [name, id] of [
      ["good", snapshot?.id],
      ["made up", "x-1"],
      ["foreign", stranger.ours.items[0]?.id],
    ] as const) {
      for (const observer of [pair.ours, pair.stocks]) {
        observer.watch(name, id);
        await until(() => observer.seen.some((entry) => (entry as [string, string]).slice(0, 2).join() === `${name},data`));
      }
    }
    await product.age(logRetention.ms + 1_000);
    await report(device);
    for (const observer of [pair.ours, pair.stocks]) observer.watch("old", snapshot?.id);
    const resyncs = (observer: Observer) =>
      observer.seen.flatMap((entry) => {
        const [name, what, item] = entry as [string, string, { data: { kind: string } }];
        return what === "data" && item.data.kind === "resync" ? [name] : [];
      });
    await until(() => [pair.ours, pair.stocks].every((observer) => resyncs(observer).includes("old")));
    await quiet();
    const begins = resyncs(pair.ours);
    expect(begins).toEqual(["made up", "foreign", "old"]);
    // Which of several subscriptions on one socket is written first within a turn is nobody's promise.
    const told = (observer: Observer, name: string) => observer.seen.filter((entry) => (entry as [string])[0] === name);
    for (const name of ["first", "good", "made up", "foreign", "old"])
      expect(told(pair.ours, name)).toEqual(told(pair.stocks, name));
    expect(pair.ours.frames.toSorted()).toEqual(pair.stocks.frames.toSorted());
  });

  test("[IN-5] a wrong input and an unknown path are the same errors", async () => {
    const { ...pair } = await scene();
    for (const observer of [pair.ours, pair.stocks]) {
      observer.watchRaw("live.stream", { limit: 1 });
      observer.watchRaw("live.stream", { lastEventId: 7 });
      observer.watchRaw("live.stream", { lastEventId: "x".repeat(50) });
      observer.watchRaw("live.nothing", {});
    }
    await until(() => pair.ours.seen.length === 4 && pair.stocks.seen.length === 4);
    const sorted = (list: readonly unknown[]) => list.map((entry) => JSON.stringify(entry)).toSorted();
    expect(sorted(pair.ours.seen)).toEqual(sorted(pair.stocks.seen));
    expect(pair.ours.frames.toSorted()).toEqual(pair.stocks.frames.toSorted());
  });

  test.each<[string, Options]>([
    ["connection parameters", { connectionParams: { token: "none" } }],
    ["a lazy connection", { lazy: { enabled: true, closeMs: 0 } }],
    ["its own keep-alive", { keepAlive: { enabled: true, intervalMs: 15, pongTimeoutMs: 5_000 } }],
  ])("with %s it works alike", async (what, options) => {
    const { device, ...pair } = await scene(options);
    for (const observer of [pair.ours, pair.stocks]) observer.watch();
    await toldBoth(pair, 1);
    await report(device);
    await toldBoth(pair, 2);
    const isKeptAlive = what === "its own keep-alive";
    if (isKeptAlive)
      await until(() => [pair.ours, pair.stocks].every(({ frames }) => frames.filter((frame) => frame === "PONG").length >= 3));
    const spoken = ({ frames }: Observer) => frames.filter((frame) => frame !== "PONG");
    expect(spoken(pair.ours)).toEqual(spoken(pair.stocks));
    expect(pair.ours.seen).toEqual(pair.stocks.seen);
    expect(pair.ours.states).toEqual(pair.stocks.states);
  });
});
