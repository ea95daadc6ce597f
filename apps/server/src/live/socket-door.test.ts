/** The socket's door with the limits as they are in production, and what is thrown at it. [checklist 4] */
import { socketLimits } from "@relaydeck/contract/limits";
import { listHistory } from "@relaydeck/db/relays/history";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsTo } from "../testing/commanding.ts";
import { holdWrites } from "../testing/held-writes.ts";
import { connectionsOf, expectAlone, expectLife, openWitness, type Witness } from "../testing/messages/witness.ts";
import { addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";
import { clientFrame, RawSocket } from "../testing/raw-socket.ts";
import { metric } from "../testing/seeing.ts";
import { Viewer } from "../testing/viewer.ts";

let product: Product;
let close: () => Promise<void>;
let maria: Person;
let device: OwnedDevice;
let witness: Witness;
beforeAll(async () => {
  ({ product, close } = await startProduct({ environment: { RATE_LIMIT_FACTOR: "1" } }));
  witness = await openWitness(product);
  ({ person: maria, device } = witness);
});
afterAll(() => close());

const errorsOf = (viewer: Viewer) =>
  viewer.frames.flatMap((frame) => {
    const { id, error } = JSON.parse(frame) as {
      id: unknown;
      error?: { message: string; data: { code: string; httpStatus: number } };
    };
    return error === undefined ? [] : [{ id, code: error.data.code, status: error.data.httpStatus, message: error.message }];
  });

describe("the upgrade", () => {
  const cases: readonly [string, Readonly<Record<string, string | null>>, string][] = [
    ["without session", { cookie: null }, "401 SESSION_REQUIRED"],
    ["with a made-up session", { cookie: `relaydeck_session=${"x".repeat(43)}` }, "401 SESSION_REQUIRED"],
    ["from another origin", { origin: "http://evil.example" }, "403 ORIGIN_REFUSED"],
    ["from origin null", { origin: "null" }, "403 ORIGIN_REFUSED"],
    ["from a sibling port", { origin: "http://localhost:1" }, "403 ORIGIN_REFUSED"],
    ["cross-site by its own word", { origin: null, "sec-fetch-site": "cross-site" }, "403 ORIGIN_REFUSED"],
    ["same-site only", { "sec-fetch-site": "same-site" }, "403 ORIGIN_REFUSED"],
    ["to a foreign host name", { host: "evil.example" }, "421 WRONG_HOST"],
    ["at another path", { path: "/api/devices" }, "404 NOT_FOUND"],
    ["with a second host", { Host: "evil.example" }, "400 VALIDATION"],
    ["with a body", { "content-length": "5" }, "400 VALIDATION"],
    ["with a body in chunks", { "transfer-encoding": "chunked" }, "400 VALIDATION"],
    ["without a key", { "sec-websocket-key": null }, "400 VALIDATION"],
    ["in a version of before", { "sec-websocket-version": "7" }, "400 VALIDATION"],
    ["with a long address", { path: `/trpc?${"a".repeat(5_000)}` }, "414 URL_TOO_LONG"],
  ];

  test.each(cases)("[WS-1] %s: %j is plain HTTP and no socket: %s", async (_what, headers, expected) => {
    const [status, code] = expected.split(" ");
    const before = await metric(product, "live_sockets");
    const raw = RawSocket.open(product, maria, headers);
    const answer = await raw.answer();
    expect(answer.status).toBe(Number(status));
    expect(JSON.parse(answer.body)).toEqual({ code, message: expect.any(String) });
    await raw.closed();
    expect(await metric(product, "live_sockets")).toBe(before);
  });

  test("[WS-1] 2,000 headers, no key, a wrong version: refused, and the process lives", async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`x-${index}`, "1"]));
    const some = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x-${index}`, "1"]));
    const statuses = [];
    for (const headers of [many, some, { "sec-websocket-key": null }, { "sec-websocket-version": "7" }, { upgrade: "h2c" }]) {
      const raw = RawSocket.open(product, maria, headers);
      await raw.closed();
      statuses.push((await raw.answer()).status);
    }
    expect(statuses).toEqual([431, 431, 400, 400, 400]);
    await expectLife(witness);
  });

  test.each([{ cookie: null }, { "sec-websocket-version": "7" }])(
    "[WS-1, WS-3] refused with %j, a client that never ends its side holds no connection",
    async (headers) => {
      const raw = RawSocket.open(product, maria, headers);
      raw.socket.allowHalfOpen = true;
      await until(() => raw.text.includes("\r\n\r\n{"));
      await expectAlone(witness);
      expect(raw.isClosed).toBe(false);
      raw.socket.destroy();
    },
  );

  test("[WS-1] connections reset before, during and after the upgrade end nothing but themselves", async () => {
    for (let round = 0; round < 10; round += 1) {
      const early = RawSocket.open(product, maria);
      early.socket.resetAndDestroy();
      const late = RawSocket.open(product, maria);
      await late.answer();
      late.socket.write(clientFrame('{"id":1,"method":"subscription","params":{"path":"live.stream","input":{}}}'));
      late.socket.resetAndDestroy();
      await late.closed();
    }
    await until(() => product.app.sockets.size === 1);
    await expectLife(witness);
    expect(product.deps.feed.viewers).toBe(1);
  });

  test("[WS-3] compression is off, also for a client that offers it", async () => {
    const raw = RawSocket.open(product, maria, { "sec-websocket-extensions": "permessage-deflate; client_max_window_bits" });
    const { status, headers } = await raw.answer();
    expect(status).toBe(101);
    expect(headers).not.toContain("sec-websocket-extensions");
    raw.socket.destroy();
    await until(() => product.app.sockets.size === 1);
  });
});

describe("frames", () => {
  const frames: readonly [string, Buffer, number][] = [
    ["a reserved bit", clientFrame("{}", 0xc1), 1002],
    ["an unknown kind of frame", clientFrame("{}", 0x83), 1002],
    ["no mask", Buffer.from([0x81, 0x02, 0x7b, 0x7d]), 1002],
    ["a control frame that is too long", clientFrame("x".repeat(126), 0x89), 1002],
    ["text that is not UTF-8", clientFrame(Buffer.from([0xff, 0xfe])), 1007],
    ["17 KiB", clientFrame("x".repeat(17 * 1024)), 1009],
    ["bytes instead of text", clientFrame("{}", 0x82), 1008],
  ];

  test.each(frames)("[WS-1, WS-3] %s closes the socket with its code, and only that one", async (_what, bytes, code) => {
    const raw = RawSocket.open(product, maria);
    await raw.answer();
    raw.socket.write(bytes);
    await until(() => raw.text.includes("\x88\x02"));
    const close = Buffer.from(raw.text.slice(raw.text.indexOf("\x88\x02") + 2), "latin1");
    expect(close.readUInt16BE(0)).toBe(code);
    raw.socket.destroy();
    await expectLife(witness);
  });

  test("[WS-1] wrong connection parameters and nonsense are answered with named errors; the socket serves on", async () => {
    const viewer = await Viewer.connect(product, maria);
    for (const said of [
      "",
      "{",
      "null",
      "7",
      '"text"',
      "[]",
      "[[]]",
      '{"id":{}}',
      '{"id":1}',
      '{"id":1,"method":"subscription"}',
    ]) {
      viewer.ws.send(said);
    }
    viewer.send({ method: "connectionParams", data: { token: 7, __proto: [] } });
    viewer.send({ method: "connectionParams" });
    viewer.ws.send('{"id":3,"method":"subscription","params":{"path":"live.stream","input":{"__proto__":{"x":1}}}}');
    viewer.send({ id: 4, method: "subscription", params: { path: "live.stream", input: { limit: 1 } } });
    viewer.subscribe(5);
    await until(() => viewer.items.length === 1);
    const errors = errorsOf(viewer);
    expect(new Set(errors.map(({ code }) => code))).toEqual(new Set(["VALIDATION"]));
    expect(errors.filter(({ id }) => id === 4)).toHaveLength(1);
    expect(viewer.frames.join()).not.toMatch(/stack|\.ts:|node_modules/);
    viewer.close();
  });
});

test("[WS-2, C2] a query or mutation on the socket is refused by name and does nothing", async () => {
  const viewer = await Viewer.connect(product, maria);
  const input = { deviceId: device.id, relayNumber: 1, target: "on", key: "by-socket" };
  viewer.send({ id: 1, method: "mutation", params: { path: "relays.switch", input } });
  viewer.send({ id: 2, method: "query", params: { path: "devices.list" } });
  viewer.send({ id: 3, method: "subscription", params: { path: "relays.switch", input } });
  viewer.send([{ id: 4, method: "mutation", params: { path: "auth.logout" } }]);
  await until(() => errorsOf(viewer).length === 4);
  expect(errorsOf(viewer).map(({ id, code, status }) => [id, code, status])).toEqual([
    [1, "METHOD_NOT_ALLOWED", 405],
    [2, "METHOD_NOT_ALLOWED", 405],
    [3, "NOT_FOUND", 404],
    [4, "METHOD_NOT_ALLOWED", 405],
  ]);
  await quiet();
  expect(callsTo(product, device)).toEqual([]);
  expect(await listHistory(product.store.read, { deviceId: device.id, limit: 10 })).toEqual([]);
  expect((await maria.browser.get("/api/auth/user")).status).toBe(200);
  viewer.close();
});

describe("numbers", () => {
  test("[WS-3] eleven messages in one frame close with 1008, ten do not", async () => {
    const viewer = await Viewer.connect(product, maria);
    const stops = (count: number) => Array.from({ length: count }, (_, id) => ({ id, method: "subscription.stop" }));
    viewer.send(stops(10));
    await quiet();
    expect(viewer.closeCode).toBeNull();
    viewer.send(stops(11));
    await until(() => viewer.closeCode !== null);
    expect(viewer.closeCode).toBe(1008);
  });

  test("[WS-3] the 31st subscription of a socket is an error, and one more after another was stopped is not", async () => {
    const viewer = await Viewer.connect(product, maria);
    for (let id = 1; id <= 31; id += 1) viewer.subscribe(id);
    await until(() => viewer.items.length === 30 && errorsOf(viewer).length === 1);
    expect(errorsOf(viewer)).toMatchObject([{ id: 31, code: "RATE_LIMITED", status: 429 }]);
    expect(viewer.closeCode).toBeNull();
    viewer.send({ id: 7, method: "subscription.stop" });
    viewer.subscribe(32);
    await until(() => viewer.items.length === 31);
    viewer.close();
    await until(() => product.deps.feed.viewers === 1);
  });

  test("[WS-3] the 61st message within 10 s closes with 1008; later ones do not count together", async () => {
    const viewer = await Viewer.connect(product, maria);
    viewer.subscribe(1);
    for (let sent = 1; sent < 60; sent += 1) viewer.ws.send("PING");
    await until(() => viewer.frames.filter((frame) => frame === "PONG").length === 59);
    await product.advance(socketLimits.windowMs);
    for (let sent = 0; sent < 60; sent += 1) viewer.ws.send("PING");
    await until(() => viewer.frames.filter((frame) => frame === "PONG").length === 119);
    expect(viewer.closeCode).toBeNull();
    viewer.ws.send("PING");
    await until(() => viewer.closeCode !== null);
    expect(viewer.closeCode).toBe(1008);
  });

  test("[WS-3] pongs that nobody asked for are messages", async () => {
    const viewer = await Viewer.connect(product, maria);
    viewer.subscribe(1);
    for (let sent = 0; sent < 60; sent += 1) viewer.ws.pong();
    await until(() => viewer.closeCode !== null);
    expect(viewer.closeCode).toBe(1008);
  });

  test("[WS-3] ten sockets of one person, forty of one address; the next upgrade is 429 until one closes", async () => {
    await until(() => product.app.sockets.size === 1);
    const people = [maria, await addPerson(product), await addPerson(product), await addPerson(product)];
    const viewers: Viewer[] = [];
    for (const person of people) {
      for (let count = person === maria ? 1 : 0; count < 10; count += 1) viewers.push(await Viewer.connect(product, person));
      if (viewers.length > 30) break;
      const eleventh = await RawSocket.open(product, person).answer();
      expect(eleventh).toMatchObject({ status: 429, headers: expect.stringMatching(/retry-after: \d+/) });
    }
    expect(viewers.every(({ closeCode }) => closeCode === null)).toBe(true);
    const late = await addPerson(product);
    expect(await RawSocket.open(product, late).answer()).toMatchObject({ status: 429 });
    viewers.at(-1)?.close();
    await until(() => product.app.sockets.size === 39);
    const admitted = await Viewer.connect(product, late);
    expect(admitted.closeCode).toBeNull();
    for (const viewer of [...viewers, admitted]) viewer.close();
    await until(() => product.app.sockets.size === 1);
  });
});

describe("silence", () => {
  test("[WS-7] without a subscription a socket is closed after 10 s, with one it stays", async () => {
    const idle = await Viewer.connect(product, maria);
    const watching = await Viewer.watch(product, maria);
    await product.advance(socketLimits.firstSubscriptionMs - 100);
    expect(idle.closeCode).toBeNull();
    await product.advance(1_100);
    await until(() => idle.closeCode !== null);
    expect(idle.closeCode).toBe(1008);
    await product.advance(300_000);
    expect(watching.closeCode).toBeNull();
    watching.close();
  });

  test("[WS-7] who is let go and does not say goodbye is cut off", async () => {
    const mute = RawSocket.open(product, maria);
    expect((await mute.answer()).status).toBe(101);
    await product.advance(socketLimits.firstSubscriptionMs + 1_000);
    await quiet();
    expect(mute.isClosed).toBe(false);
    await product.advance(4_000);
    await mute.closed();
  });

  test("[WS-7] a peer that gives no pong in 2 x 25 s is cut off, also when it gave some before", async () => {
    const dead = await Viewer.connect(product, maria, { autoPong: false });
    dead.subscribe(1);
    await until(() => dead.items.length === 1);
    await product.advance(socketLimits.pingEveryMs + 1_000);
    dead.ws.pong();
    await quiet();
    await product.advance(2 * socketLimits.pingEveryMs - 1_100);
    expect(dead.closeCode).toBeNull();
    await product.advance(2_100);
    await until(() => dead.closeCode !== null);
    expect(product.deps.feed.viewers).toBe(1);
  });
});

describe("who goes on after a limit was broken", () => {
  test("[WS-3] 100,000 pings at once end their own socket, and nobody waits for them", async () => {
    const flood = RawSocket.open(product, maria);
    expect((await flood.answer()).status).toBe(101);
    flood.socket.write(Buffer.concat(Array.from({ length: 100_000 }, () => clientFrame("", 0x89))));
    await until(() => flood.text.includes("\x88\x02\x03\xf0"));
    await expectLife(witness);
    // It never says goodbye.
    await product.advance(4_000);
    await flood.closed();
  });

  test("[WS-3] each message of a frame counts, and so does an opening whose stream was stopped", async () => {
    const viewer = await Viewer.connect(product, maria);
    const stop = (id: number) => ({ id, method: "subscription.stop" });
    const five = (round: number) => [0, 1, 2, 3, 4].map((n) => round * 5 + n + 1);
    for (let round = 0; round < 6; round += 1) viewer.send(five(round).flatMap((id) => [streamWish(id), stop(id)]));
    await quiet();
    expect(viewer.closeCode).toBeNull();
    viewer.send(streamWish(99));
    await until(() => viewer.closeCode !== null);
    expect(viewer.closeCode).toBe(1008);
  });

  test("[WS-6] a reader of nothing that goes on asking is cut, whatever waits for it", async () => {
    const deaf = RawSocket.open(product, maria);
    expect((await deaf.answer()).status).toBe(101);
    deaf.socket.write(clientFrame(JSON.stringify(streamWish(1))));
    await until(() => product.deps.feed.viewers === 2);
    deaf.socket.pause();
    const input = { ["x".repeat(1_500)]: 1 };
    const wrong = (id: number) => ({ id, method: "subscription", params: { path: "live.stream", input } });
    const frame = clientFrame(JSON.stringify(Array.from({ length: 10 }, (_, id) => wrong(id + 2))));
    for (let window = 0; product.app.sockets.size > 1 && window < 200; window += 1) {
      for (let count = 0; count < 5; count += 1) deaf.socket.write(frame);
      await quiet();
      await product.advance(socketLimits.windowMs);
      deaf.socket.write(clientFrame("", 0x8a));
    }
    expect(product.app.sockets.size).toBe(1);
    deaf.socket.destroy();
  });

  test("[WS-1, WS-3] a connection that is reset while its session is looked up holds no place", async () => {
    await product.advance(61_000);
    const letGo = await holdWrites(product);
    const early = Array.from({ length: socketLimits.perUser }, () => RawSocket.open(product, maria));
    await until(async () => (await connectionsOf(product.app.http.server)) === 1 + early.length);
    await quiet();
    for (const { socket } of early) socket.resetAndDestroy();
    await until(async () => (await connectionsOf(product.app.http.server)) === 1);
    await letGo();
    const viewers: Viewer[] = [];
    for (let count = 1; count < socketLimits.perUser; count += 1) viewers.push(await Viewer.connect(product, maria));
    await quiet();
    expect(viewers.map(({ closeCode }) => closeCode)).toEqual(viewers.map(() => null));
    for (const viewer of viewers) viewer.close();
    await until(() => product.app.sockets.size === 1);
  });
});

const streamWish = (id: number) => ({ id, method: "subscription", params: { path: "live.stream", input: {} } });
