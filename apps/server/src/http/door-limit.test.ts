/** What strangers read from an address keeps nobody behind it from the calls that have limits of their own. [checklist 5] */
import { insertUser } from "@relaydeck/db/accounts/store";
import { newId } from "@relaydeck/contract/ids";
import { afterEach, describe, expect, test } from "vitest";
import { accountDoors, type AccountDoor } from "../testing/account-doors.ts";
import type { Browser } from "../testing/http-client.ts";
import { startProduct, type Product, type StartedProduct } from "../testing/product.ts";

let started: StartedProduct | null = null;
afterEach(() => started?.close());

const maria = { email: "maria@relaydeck.test", password: "pump house at the lake" };

async function withMaria(): Promise<Product> {
  started = await startProduct({ environment: { RATE_LIMIT_FACTOR: "1" } });
  const { product } = started;
  const { deps } = product;
  const now = deps.clock.now();
  const passwordHash = await deps.passwords.hash(maria.password);
  const user = { id: newId("user", deps.random), email: maria.email, firstName: "Maria", lastName: "Lind", passwordHash };
  await deps.store.write((tx) => insertUser(tx, { ...user, emailVerified: true, createdAt: now, updatedAt: now }));
  return product;
}

/** Seventy calls of a stranger at the same address, junk that changes something among them; the last is refused. */
async function flood(product: Product): Promise<void> {
  const stranger = product.browser();
  for (let index = 0; index < 69; index += 1) {
    if (index % 3 === 0) await stranger.post("/api/devices", {});
    else await stranger.get(index % 3 === 1 ? "/api/devices" : "/trpc/devices.list");
  }
  expect((await stranger.get("/api/devices")).status).toBe(429);
}

async function knownBrowser(product: Product, door: AccountDoor): Promise<Browser> {
  const browser = product.browser();
  expect((await door.ask(browser, "login", maria)).status).toBe(200);
  for (const name of browser.cookies.keys()) if (name.includes("session")) browser.cookies.delete(name);
  expect(browser.cookies.size).toBe(1);
  return browser;
}

describe.each(accountDoors)("after seventy reads from the same address, over $name", (door) => {
  test("[RL-1] the right password is answered 200, from a known browser and from an unknown one", async () => {
    const product = await withMaria();
    const known = await knownBrowser(product, door);
    await flood(product);
    expect((await door.ask(known, "login", maria)).status).toBe(200);
    expect((await door.ask(product.browser(), "login", maria)).status).toBe(200);
  });

  test("[RL-1] registering, and the ways by mail, meet only their own limits", async () => {
    const product = await withMaria();
    await flood(product);
    const alex = { email: "alex@relaydeck.test", password: "water mill by the wood", firstName: "Alex", lastName: "Berg" };
    expect((await door.ask(product.browser(), "register", alex)).status).toBeLessThan(202);
    for (const call of ["forgotPassword", "resendVerification"] as const)
      expect([call, (await door.ask(product.browser(), call, { email: alex.email })).status]).toEqual([call, 200]);
    expect((await door.ask(product.browser(), "verifyEmail", { token: "unknown" })).status).toBe(400);
    const reset = { token: "unknown", newPassword: "another house at the lake" };
    expect((await door.ask(product.browser(), "resetPassword", reset)).status).toBe(400);
  });
});
