/** The demo stays a demo, whatever its visitors and its administrator do to its people and devices. */
import type { Device } from "@relaydeck/contract/devices";
import { storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { present } from "@relaydeck/kit/assert";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startDemoProduct, type DemoProduct } from "../testing/demo-product.ts";
import type { Browser } from "../testing/http-client.ts";
import { demoPassword } from "./demo-seed.ts";

let product: DemoProduct;
beforeEach(async () => {
  product = await startDemoProduct();
});
afterEach(() => product.close());

async function enterAs(who: "demo" | "alex" | "admin"): Promise<Browser> {
  const browser = product.browser();
  const { status, json } = await browser.post("/demo/session", { as: who });
  expect([who, status, json]).toMatchObject([who, 200, {}]);
  return browser;
}

/** Names of what this person has and is given. */
async function seenBy(browser: Browser): Promise<readonly string[]> {
  const paths = ["/api/devices", "/api/shared-devices"];
  const lists = await Promise.all(paths.map(async (path) => (await browser.get(path)).json as readonly Device[]));
  return [...new Set(lists.flat().map(({ name }) => name))].toSorted();
}

/** Somebody who came to the demo by registering, with a device that is none of the demo's. */
async function addVisitor(): Promise<{ browser: Browser; deviceId: string }> {
  const { store, clock, sessions } = product.app.deps;
  const at = clock.now();
  const user = await storedUser(store, { createdAt: at, updatedAt: at });
  const device = await storedDevice(store, { ownerId: user.id, name: "Éclair", ownedSince: at });
  const session = await store.write((tx) => sessions.create(tx, { userId: user.id, client: "c", address: "a" }));
  const browser = product.browser();
  browser.cookies.set("relaydeck_session", session.token);
  return { browser, deviceId: device.id };
}

const ofMaria = ["Boat", "Cabin", "Garage", "Gate", "Greenhouse", "Porch light", "Pump house", "Workshop"];

async function deleteByAdmin(admin: Browser, firstNames: readonly string[]): Promise<void> {
  const users = (await admin.get("/api/admin/users")).json as readonly { id: string; firstName: string }[];
  for (const name of firstNames) {
    const user = present(
      users.find(({ firstName }) => firstName === name),
      "The demo has this person",
    );
    expect((await admin.call("DELETE", `/api/admin/users/${user.id}`)).status).toBe(200);
  }
}

test.each([["Maria"], ["Alex"], ["Maria", "Alex"]].map((names) => ({ names })))(
  "$names deleted by an administrator: the next visitor finds the demo as it was, and it can start over",
  async ({ names }) => {
    const admin = await enterAs("admin");
    expect(await seenBy(await enterAs("demo"))).toEqual(ofMaria);
    await deleteByAdmin(admin, names);
    const alex = await enterAs("alex");
    const maria = await enterAs("demo");
    expect([await seenBy(maria), await seenBy(alex)]).toEqual([ofMaria, ["Garage", "Greenhouse"]]);
    expect((await maria.post("/demo/reset", {})).status).toBe(200);
    expect(await seenBy(await enterAs("demo"))).toEqual(ofMaria);
  },
);

test("Maria deletes herself, and a visitor has one of her devices by then: it stays theirs until the demo starts over", async () => {
  const maria = await enterAs("demo");
  const gone = await maria.mutate("auth.deleteAccount", { currentPassword: demoPassword });
  expect([gone.status, gone.json]).toMatchObject([200, {}]);
  const alex = await enterAs("alex");
  const taken = await alex.post("/api/register-device", { serialNumber: "P0SIM0002", deviceName: "Mine now" });
  expect([taken.status, taken.json]).toMatchObject([201, { name: "Mine now" }]);
  expect(await seenBy(await enterAs("demo"))).toEqual(ofMaria.filter((name) => name !== "Workshop"));
  expect(await seenBy(alex)).toContain("Mine now");
  expect((await alex.post("/demo/reset", {})).status).toBe(200);
  expect(await seenBy(await enterAs("demo"))).toEqual(ofMaria);
});

test("a device that an administrator took from everybody comes back when the demo starts over, under its name and serial", async () => {
  const admin = await enterAs("admin");
  const maria = await enterAs("demo");
  const devices = (await maria.get("/api/devices")).json as readonly Device[];
  const boat = present(
    devices.find(({ name }) => name === "Boat"),
    "Maria has it",
  );
  const patch = (body: object) => admin.call("PATCH", `/api/admin/devices/${boat.id}`, { body });
  expect((await patch({ ownerId: null, serialNumber: "P0OTHER99" })).status).toBe(200);
  expect(await seenBy(maria)).not.toContain("Boat");
  expect((await maria.post("/demo/reset", {})).status).toBe(200);
  const again = await enterAs("demo");
  expect(await seenBy(again)).toEqual(ofMaria);
  expect((await again.get("/api/devices")).json).toContainEqual(
    expect.objectContaining({ name: "Boat", serialNumber: boat.serialNumber }),
  );
});

test("serial numbers that an administrator gave to others are no obstacle", async () => {
  const admin = await enterAs("admin");
  const devices = (await (await enterAs("demo")).get("/api/devices")).json as readonly Device[];
  const rename = async (name: string, serialNumber: string) => {
    const { id } = present(
      devices.find((device) => device.name === name),
      "Maria has it",
    );
    expect((await admin.call("PATCH", `/api/admin/devices/${id}`, { body: { serialNumber } })).status).toBe(200);
  };
  await rename("Pump house", "P0SIM0091");
  await rename("Workshop", "P0SIM0001");
  await deleteByAdmin(admin, ["Maria"]);
  const maria = await enterAs("demo");
  expect(await seenBy(maria)).toEqual(ofMaria);
  expect((await maria.post("/demo/reset", {})).status).toBe(200);
});

test("[AZ-2, D48] what a visitor shared with the demo's people ends with them when the demo starts over, and so do their alerts", async () => {
  const { browser: carol, deviceId } = await addVisitor();
  const maria = await enterAs("demo");
  for (const email of ["demo@relaydeck.test", "alex@relaydeck.test"])
    expect((await carol.post("/api/device-shares", { deviceId, sharedWithEmail: email, permission: "control" })).status).toBe(
      201,
    );
  expect(await seenBy(maria)).toContain("Éclair");
  const alert = { deviceId, alertType: "power_on", emailAddress: "demo@relaydeck.test" };
  expect((await maria.post("/api/email-alerts", alert)).status).toBe(201);
  const sharesOf = async () => (await carol.get(`/api/devices/${deviceId}/shares`)).json;
  expect(await sharesOf()).toHaveLength(2);
  expect((await maria.post("/demo/reset", {})).status).toBe(200);
  expect(await sharesOf()).toEqual([]);
  expect(await seenBy(await enterAs("demo"))).toEqual(ofMaria);
  const { db } = product.app.deps.store.read;
  const { emailAlerts } = product.app.deps.store.t;
  const alive = (await db.select().from(emailAlerts)).filter(({ enabled, deletedAt }) => enabled && deletedAt === null);
  expect(alive).toEqual([]);
});

test("the bin holds what the last fresh start of the demo took away, and nothing of those before", async () => {
  const admin = await enterAs("admin");
  for (let times = 0; times < 3; times += 1) expect((await admin.post("/demo/reset", {})).status).toBe(200);
  const totals = [];
  for (const kind of ["users", "devices"]) {
    const { json } = await admin.query("admin.deleted", { kind });
    totals.push((json as { result: { data: { total: number } } }).result.data.total);
  }
  expect(totals).toEqual([2, 8]);
});
