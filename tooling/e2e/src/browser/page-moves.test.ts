/** A page that moves by itself under a finger on its way, or stands still under one: its relays take no press then. [HD-5, C2] */
import type { Browser, Locator } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { switchesIn } from "./cloud-calls.ts";
import { pressedIn, relayControl, untilReady } from "./controls.ts";
import { openGatedHouse } from "./gated-house.ts";
import type { Gateway } from "./gateway.ts";
import { enterDemo, openBrowser, visit, type House, type Visit } from "./house.ts";

let gateway: Gateway;
let house: House;
let browser: Browser;
let visitor: Visit;
let control: Locator;
beforeAll(async () => {
  [{ gateway, house }, browser] = await Promise.all([openGatedHouse(), openBrowser()]);
});
beforeEach(async () => {
  visitor = await visit(browser, house, { width: 390 });
  await enterDemo(visitor);
  control = await relayControl(visitor.page, "Pump house", "Well pump");
  await untilReady(control);
});
afterEach(() => visitor.context.close());
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});

/** In milliseconds. */
interface Moments {
  readonly moved: number;
  readonly ready: number;
}

/**
 * Watches from now on; the answer says when the page moved, which is when what matches `banner` came or went last, and when the
 * relay took presses again after that.
 */
async function watchMove(banner: string): Promise<() => Promise<Moments>> {
  const watch = await control.evaluateHandle((group, selector) => {
    const device = group.closest("[data-device]")?.getAttribute("data-device") ?? "";
    const isThere = () => document.querySelector(selector) !== null;
    let before = isThere();
    let moved: number | null = null;
    let tell = (_moments: Moments) => {};
    const moments = new Promise<Moments>((resolve) => (tell = resolve));
    new MutationObserver(() => {
      const now = performance.now();
      if (isThere() !== before) moved = now;
      before = isThere();
      // Fewer devices may be shown as cards: then the relay has another element.
      const isReady = document.querySelector(`[data-device="${device}"] .relay-control [aria-disabled=false]`) !== null;
      if (moved !== null && isReady) tell({ moved, ready: now });
    }).observe(document, { subtree: true, childList: true, attributes: true });
    return { moments };
  }, banner);
  return () => watch.evaluate(({ moments }) => moments);
}

/** Of the half second, what is surely left of it when it is looked at. */
const leastMs = 400;

test("[HD-5] the word of a lost link goes, and the page moves up", async () => {
  const { page } = visitor;
  gateway.setWayToApi("silent");
  gateway.setWayToStream("closed");
  await page.getByText("Switching is paused").first().waitFor();
  const moments = await watchMove("main .banner");
  gateway.setWayToApi("open");
  gateway.setWayToStream("open");
  const { moved, ready } = await moments();
  expect(ready - moved).toBeGreaterThan(leastMs);
  expect(visitor.complaints).toEqual([]);
});

test("[HD-5, D25] a device goes that was removed elsewhere, and others take its place", async () => {
  const { page } = visitor;
  const headers = { origin: gateway.url };
  const devices = (await (await page.request.get("/api/devices")).json()) as { id: string; name: string }[];
  const cabin = devices.find(({ name }) => name === "Cabin");
  const moments = await watchMove("[data-ended-access]");
  const removed = await page.request.delete(`/api/devices/${cabin?.id}`, { headers });
  expect(removed.status()).toBe(200);
  const { moved, ready } = await moments();
  expect(ready - moved).toBeGreaterThan(leastMs);

  const back = await watchMove("[data-ended-access]");
  expect((await page.request.post(`/api/devices/${cabin?.id}/restore`, { headers })).status()).toBe(200);
  const returned = await back();
  expect(returned.ready - returned.moved).toBeGreaterThan(leastMs);
  expect(visitor.complaints).toEqual([]);
});

test("[C2] what was pressed while the page stood still is not sent when it goes on", async () => {
  const { page } = visitor;
  const wanted = (await pressedIn(control)) === "on" ? "Off" : "On";
  const calls = await switchesIn(house);
  // From the finger's touch on, so that its lifting, which is the press, has to wait.
  await control.evaluate((group, ms) => {
    const standStill = () => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    };
    group.addEventListener("pointerdown", standStill, { once: true });
  }, standstillMs);
  await control.getByRole("button", { name: wanted, exact: true }).hover();
  await Promise.all([page.mouse.down(), page.mouse.up()]);
  await page.getByText("The page stood still for a moment. Nothing was sent; press again.").first().waitFor();
  expect(await switchesIn(house)).toBe(calls);

  await control.getByRole("button", { name: wanted, exact: true }).click();
  await expect.poll(() => switchesIn(house)).toBe(calls + 1);
  expect(visitor.complaints).toEqual([]);
});

/** Longer than a press may wait, shorter than a page may hear nothing. */
const standstillMs = 3_000;
