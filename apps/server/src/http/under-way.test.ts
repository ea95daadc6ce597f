/** Too much at once at the HTTP door: numbers give way before reads, and nothing that switches, revokes or signs out does. [BP-1] */
import Fastify from "fastify";
import { connect, type AddressInfo, type Socket } from "node:net";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { adminBrowser } from "../testing/admins.ts";
import { callsTo, commandDoors } from "../testing/commanding.ts";
import { holdWrites } from "../testing/held-writes.ts";
import { Browser } from "../testing/http-client.ts";
import { addDevice, addPerson, share, signedIn } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { boundUnderWay, mostUnderWay } from "./under-way.ts";

const secret = "a secret of the device cloud";
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function opened(): Promise<Product> {
  const { product, close } = await startProduct({ environment: { PROVIDER_WEBHOOK_SECRET: secret } });
  ends.push(close);
  return product;
}

interface Asking {
  readonly path: string;
  readonly count: number;
  /** A header line. */
  readonly more?: string;
}

/** So many requests, each on a connection of its own; nobody reads the answers. */
function crowd(browser: Browser, { path, count, more = "" }: Asking): Socket[] {
  const { host, port } = new URL(browser.origin);
  return Array.from({ length: count }, () => {
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${browser.cookie}\r\n${more}\r\n`);
    return socket;
  });
}

function leave(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

const isFull = (browser: Browser, path: string) => until(async () => (await browser.get(path)).status === 503);
const hasRoom = (browser: Browser, path: string) => until(async () => (await browser.get(path)).status === 200);

test("[BP-1] with 20 of an administrator's questions under way the next is 503, while everything else is read", async () => {
  const product = await opened();
  const admin = await adminBrowser(product);
  const maria = await addPerson(product);
  const letGo = await holdWrites(product);
  // Each tries an empty write, so each waits. An answer line by line begins before that, and is under way as well.
  const waiting = crowd(admin, { path: "/trpc/admin.operations", count: mostUnderWay.numbers - 5 });
  waiting.push(...crowd(admin, { path: "/trpc/admin.operations?batch=1", count: 5, more: "trpc-accept: application/jsonl\r\n" }));
  const more = "/api/admin/users";
  await isFull(admin, more);
  for (const path of [
    "/api/admin/users.csv",
    "/api/analytics/dashboard",
    "/trpc/admin.summary",
    "/trpc/admin%2Esummary",
    "/trpc/devices.list,analytics.overview?batch=1&input=%7B%7D",
  ]) {
    const { status, json, headers } = await admin.get(path);
    expect([path, status, json, headers["retry-after"]]).toEqual([
      path,
      503,
      { message: "The server is busy. Try again in a moment.", code: "OVERLOADED", retryAfterSeconds: 2 },
      "2",
    ]);
  }
  for (const path of ["/api/devices", "/trpc/devices.list,status.get?batch=1&input=%7B%7D", "/api/system-stats"])
    expect([path, (await maria.browser.get(path)).status]).toEqual([path, 200]);
  expect((await maria.browser.query("analytics.mine", { timeZone: "Europe/Berlin" })).status).toBe(200);
  expect((await admin.get("/api/admin/auth")).status).toBe(200);

  leave(waiting.slice(0, 1));
  await hasRoom(admin, more);
  const last = crowd(admin, { path: "/trpc/admin.operations", count: 1 });
  await isFull(admin, more);
  await letGo();
  await hasRoom(admin, more);
  leave([...waiting, ...last]);
});

test("[BP-1, SE-5, WS-5] with 500 reads under way the next is 503; telemetry, commands, revocations and signing out go on", async () => {
  const product = await opened();
  const owner = await addPerson(product);
  const elsewhere = await signedIn(product, owner);
  const alex = await addPerson(product);
  const devices = await Promise.all(commandDoors.map(({ kind }) => addDevice(product, owner, kind)));
  const [device] = devices;
  const shared = await share(product, { owner, deviceId: device?.id ?? "" }, { person: alex, permission: "control" });
  const admin = await adminBrowser(product);
  const letGo = await holdWrites(product);
  // A wrong link is counted in the database, so it waits.
  const waiting = crowd(product.browser(), { path: "/api/verify-email?token=unknown", count: mostUnderWay.reads });
  await isFull(owner.browser, "/api/devices");
  for (const path of ["/trpc/devices.list", "/trpc/relays.command,status.get?batch=1&input=%7B%7D", "/api/system-stats"])
    expect([path, (await owner.browser.get(path)).status]).toEqual([path, 503]);

  const event = { event: "powerone/data", data: "{}", coreid: device?.providerId, published_at: "2026-03-01T10:00:01.123Z" };
  const delivered = await product.browser().post("/hooks/provider", event, { "x-relaydeck-secret": secret });
  expect(delivered.status).toBe(204);
  expect((await product.browser().get("/healthz")).status).toBe(200);
  expect((await owner.browser.query("relays.command", { key: "nobody's" })).status).toBe(404);
  const going = [
    ...commandDoors.map((door, index) => door.send(owner, { deviceId: devices[index]?.id ?? "" })),
    owner.browser.mutate("shares.revoke", { shareId: shared.id }),
    elsewhere.browser.mutate("auth.endOtherSessions"),
    elsewhere.browser.post("/api/auth/logout"),
    admin.post("/api/admin/logout"),
  ];
  await letGo();
  expect((await Promise.all(going)).map(({ status }) => status)).toEqual(going.map(() => 200));
  expect(devices.map((each) => callsTo(product, each).length)).toEqual([1, 1, 1]);
  await hasRoom(alex.browser, "/api/devices");
  leave(waiting);
});

test("[BP-1] connections that die leave their places, and so do answers that nobody takes; a file is under way until its end", async () => {
  const app = Fastify();
  boundUnderWay(app);
  const large = Buffer.alloc(16 * 1024 * 1024);
  const files: Readable[] = [];
  app.get("/api/admin/large", (_request, reply) => reply.send(large));
  app.get("/api/admin/never", () => new Promise(() => {}));
  app.get("/api/admin/file", (_request, reply) => {
    files.push(new Readable({ read() {} }));
    return reply.send(files.at(-1));
  });
  app.get("/api/admin/small", (_request, reply) => reply.send("small"));
  await app.listen({ port: 0, host: "127.0.0.1" });
  ends.push(() => app.close());
  const browser = new Browser(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);

  const untaken = crowd(browser, { path: "/api/admin/large", count: mostUnderWay.numbers }).map((socket) => socket.pause());
  expect((await browser.get("/api/admin/small")).status).toBe(200);
  const dying = crowd(browser, { path: "/api/admin/never", count: mostUnderWay.numbers });
  await isFull(browser, "/api/admin/small");
  leave(dying);
  await hasRoom(browser, "/api/admin/small");
  const reading = crowd(browser, { path: "/api/admin/file", count: mostUnderWay.numbers });
  await isFull(browser, "/api/admin/small");
  for (const file of files) file.push(null);
  await hasRoom(browser, "/api/admin/small");
  leave([...untaken, ...reading]);
});
