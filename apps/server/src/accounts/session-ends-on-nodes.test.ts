/** Two nodes on one database: a session that ends on one of them has ended on the other within a second. [SE-5] */
import { silentLog } from "@relaydeck/kit/log";
import { systemRandom } from "@relaydeck/kit/random";
import { findCommandByKey } from "@relaydeck/db/relays/commands";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApp, type App } from "../app.ts";
import { addAccount, sessionCookie } from "../testing/accounts.ts";
import { adminBrowser } from "../testing/admins.ts";
import { callsTo, rpcDoor } from "../testing/commanding.ts";
import { Browser } from "../testing/http-client.ts";
import { addDevice, share, signedIn, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";
import { makeWebFolder } from "../testing/web-folder.ts";

let product: Product;
let close: () => Promise<void>;
let second: App;
let port: number;
const webFolder = makeWebFolder();
beforeAll(async () => {
  ({ product, close } = await startProduct({ database: "postgres", clock: "real" }));
  port = await freePort();
  second = await openApp({
    settings: { ...product.settings, port },
    clock: product.clock,
    random: systemRandom(),
    log: silentLog,
    cloud: { url: product.cloudUrl, token: product.settings.provider.token ?? "" },
    webFolder,
    version: "0.0.0-test",
  });
});
afterAll(async () => {
  await second.close();
  await close();
  rmSync(webFolder, { recursive: true, force: true });
});

/** The same site behind the other node's port. */
const atSecond = { host: () => new URL(product.origin).host, url: () => `ws://127.0.0.1:${port}/trpc` };

const onSecond = (person: Person) => Viewer.connect(product, person, { url: atSecond.url(), headers: { host: atSecond.host() } });

test("[SE-5] signed out on one node: sockets of the other close with 4401, its doors answer 401, unsent commands die", async () => {
  const owner = await addAccount(product);
  const device = await addDevice(product, owner);
  const maria = await addAccount(product);
  const other = await signedIn(product, maria);
  await share(product, { owner, deviceId: device.id }, { person: maria, permission: "control" });
  await product.fault({ match: { device: device.serial, operation: "function" }, effect: { kind: "delay", ms: 3_000 } });
  const first = rpcDoor.send(owner, { deviceId: device.id, target: "on" });
  await until(() => callsTo(product, device).length === 1);
  const waiting = rpcDoor.send(maria, { deviceId: device.id, target: "off", key: "unsent" });
  const unsent = () => findCommandByKey(product.store.read, { actorId: maria.userId, key: "unsent" });
  await until(async () => (await unsent())?.state === "requested");
  const cookie = sessionCookie(product, maria);
  const socket = await onSecond(maria);
  const there = new Browser(`http://127.0.0.1:${port}`);
  const asked = () => there.get("/api/auth/user", { cookie, host: atSecond.host() });
  expect([(await asked()).status, socket.closeCode]).toEqual([200, null]);

  const endedAt = product.clock.monotonic();
  expect((await other.browser.mutate("auth.endOtherSessions")).status).toBe(200);
  await until(() => socket.closeCode !== null);
  expect(socket.closeCode).toBe(4401);
  expect((await asked()).status).toBe(401);
  expect(await unsent()).toMatchObject({ state: "cancelled", reasonCode: "ACCESS_ENDED" });
  expect(product.clock.monotonic() - endedAt).toBeLessThan(1_000);
  await Promise.all([first, waiting]);
  expect(callsTo(product, device)).toHaveLength(1);
});

test("[SE-5, AD-5, AD-7] an administrator's deletion or transfer on one node takes effect on the other within a second", async () => {
  const [owner, next] = [await addAccount(product), await addAccount(product)];
  const device = await addDevice(product, owner);
  const admin = await adminBrowser(product);
  const socket = await onSecond(owner);
  socket.subscribe(1);
  await until(() => socket.items.length > 0);
  const transferredAt = product.clock.monotonic();
  expect((await admin.mutate("admin.updateDevice", { deviceId: device.id, ownerId: next.userId })).status).toBe(200);
  await until(() => socket.ofKind("access-ended").some((item) => item.deviceId === device.id));
  expect(product.clock.monotonic() - transferredAt).toBeLessThan(1_000);
  const deletedAt = product.clock.monotonic();
  expect((await admin.mutate("admin.removeUser", { userId: owner.userId })).status).toBe(200);
  await until(() => socket.closeCode !== null);
  expect(socket.closeCode).toBe(4401);
  const there = new Browser(`http://127.0.0.1:${port}`);
  const asked = await there.get("/api/auth/user", { cookie: sessionCookie(product, owner), host: atSecond.host() });
  expect(asked.status).toBe(401);
  expect(product.clock.monotonic() - deletedAt).toBeLessThan(1_000);
});
