/** What only reads changes nothing, whatever the path: everything stored is the same before and after. [XS-4] */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAccount, mailedToken, password, sessionCookie } from "../testing/accounts.ts";
import { csvPaths } from "../rest/csv-routes.ts";
import { adminBrowser } from "../testing/admins.ts";
import { addProgram } from "../testing/programs.ts";
import { dumpOf } from "../testing/database-dump.ts";
import { startDemoProduct, type DemoProduct } from "../testing/demo-product.ts";
import { procedures, routePaths } from "../testing/every-call.ts";
import type { Browser } from "../testing/http-client.ts";
import { addDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product, type StartedProduct } from "../testing/product.ts";
import { quiet } from "../testing/quiet.ts";

const safe = ["GET", "HEAD", "OPTIONS"] as const;
let started: StartedProduct;
let demo: DemoProduct;
let product: Product;
let maria: Person;
let deviceId: string;
beforeAll(async () => {
  started = await startProduct({ environment: { PROVIDER_WEBHOOK_SECRET: "a lake behind the pump house" } });
  demo = await startDemoProduct();
  ({ product } = started);
  maria = await addAccount(product);
  deviceId = (await addDevice(product, maria)).id;
  // Time stands still from here, so nothing is written by itself.
  await product.deps.sessionActivity.write(product.store);
});
afterAll(async () => {
  await started.close();
  await demo.close();
});

/** Inputs that the procedures with this field would take: so that only the method is wrong. */
const inputs = () => [
  undefined,
  { deviceId },
  { email: maria.email },
  { email: maria.email, password },
  { deviceId, relayNumber: 1, target: "on", key: "a key" },
  { currentPassword: password },
];

async function callAll(browser: Browser, paths: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of paths) for (const method of safe) statuses.push((await browser.call(method, path)).status);
  await quiet();
  return statuses;
}

/** A way to Google is not begun where Google is not set up; google-routes.test.ts holds its exception. */
function everyPath(): readonly string[] {
  const pages = ["/", "/dashboard", "/profile", "/admin/dashboard", "/admin/analytics", "/nothing"];
  return [...routePaths(product.app.http), `/api/devices/${deviceId}/powerone-data`, ...pages];
}

test("[XS-4] no path and no procedure changes anything for GET, HEAD and OPTIONS, whoever calls", async () => {
  const program = await addProgram(product, maria);
  await program.browser.get("/api/devices");
  const paths = everyPath();
  expect(paths).toEqual(
    expect.arrayContaining(["/api/auth/logout", "/trpc/auth.endAllSessions", "/hooks/provider", "/api/verify-email"]),
  );
  const before = await dumpOf(product.store);
  for (const browser of [maria.browser, product.browser(), program.browser]) await callAll(browser, paths);
  expect(await dumpOf(product.store)).toBe(before);
  expect((await maria.browser.get("/api/auth/user")).status).toBe(200);
});

test("[XS-4, AD-8] nor for an administrator, but that each file that was taken is in the audit, which is meant", async () => {
  const admin = await adminBrowser(product);
  // The audit counts its rows.
  const rows = async () => (await dumpOf(product.store)).split("\n").filter((row) => !row.startsWith('counters {"name":"audit"'));
  const before = await rows();
  const statuses = await callAll(admin, everyPath());
  // It is an administrator who asked, not somebody refused.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(csvPaths.length);
  const after = await rows();
  expect(before.filter((row) => !after.includes(row))).toEqual([]);
  const added = after.filter((row) => !before.includes(row)).map((row) => /^auditLog .*"action":"([^"]*)"/.exec(row)?.[1] ?? row);
  const files = ["activity", "audit", "devices", "fleet", "users"];
  expect(added.toSorted()).toEqual(files.map((name) => `${name}.exported`));
  expect((await admin.get("/api/admin/auth")).json).toMatchObject({ isAuthenticated: true });
});

test("[XS-4] a mutation asked for by GET is 405 with every input, refused in a batch, and does nothing", async () => {
  const admin = await adminBrowser(product);
  const before = await dumpOf(product.store);
  for (const [name, { type }] of procedures) {
    if (type !== "mutation") continue;
    for (const browser of [maria.browser, admin]) {
      for (const input of inputs()) {
        const answer = await browser.query(name, input);
        expect([name, answer.status]).toEqual([name, 405]);
      }
      const batch = `/trpc/devices.list,${name}?batch=1&input=${encodeURIComponent(JSON.stringify({ 1: { deviceId } }))}`;
      expect([name, [400, 405]]).toEqual([name, expect.arrayContaining([(await browser.get(batch)).status])]);
    }
  }
  await quiet();
  expect(await dumpOf(product.store)).toBe(before);
});

test("[XS-4] only a GET verifies by its token, and only once does that change anything", async () => {
  const person = { email: "safe@relaydeck.test", password: "pump house at the lake", firstName: "Vera", lastName: "Safe" };
  await product.browser().post("/api/auth/register", person);
  const link = `/api/verify-email?token=${await mailedToken(product, person.email, "verify-email")}`;
  const before = await dumpOf(product.store);
  for (const method of ["HEAD", "OPTIONS"]) expect((await product.browser().call(method, link)).status).toBe(405);
  // The page behind the link in the mail verifies by a call of its own, never by being opened.
  expect((await product.browser().get(link.replace("/api", ""))).status).toBe(200);
  expect(await dumpOf(product.store)).toBe(before);
  expect((await product.browser().get(link)).status).toBe(200);
  expect(await dumpOf(product.store)).not.toBe(before);
});

test("[XS-4] the demo's doors neither begin a session nor start over", async () => {
  const browser = demo.browser();
  expect((await browser.post("/demo/session")).status).toBe(200);
  const world = async () => (await browser.get("/demo/sim/devices")).text;
  const [stored, devices] = [await dumpOf(demo.app.store), await world()];
  const paths = routePaths(demo.app.http).filter((path) => path.startsWith("/demo/"));
  expect(paths).toEqual(expect.arrayContaining(["/demo/session", "/demo/reset", "/demo/mailbox"]));
  await callAll(browser, [
    ...paths,
    ...["devices", "reset", "faults", "emit", "clock", "load", "stream/cut"].map((call) => `/demo/sim/${call}`),
  ]);
  const visitor = demo.browser();
  await callAll(visitor, paths);
  expect(visitor.cookies.size).toBe(0);
  expect(await dumpOf(demo.app.store)).toBe(stored);
  expect(await world()).toBe(devices);
});

test("[XS-4] the socket's handshake changes nothing by itself", async () => {
  const before = await dumpOf(product.store);
  const cookie = sessionCookie(product, maria);
  for (const path of ["/trpc", "/api/devices", "/"])
    await product.browser().get(path, { cookie, connection: "Upgrade", upgrade: "websocket" });
  await quiet();
  expect(await dumpOf(product.store)).toBe(before);
});
