/** The first picture of a page of administration has the header of the page that comes: nothing below it moves. [A3] */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openGatedHouse } from "./gated-house.ts";
import type { Gateway } from "./gateway.ts";
import { openBrowser, visit, type House } from "./house.ts";
import { widths } from "./screens.ts";

let gateway: Gateway;
let house: House;
let browser: Browser;
beforeAll(async () => {
  [{ gateway, house }, browser] = await Promise.all([openGatedHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});

const looks = [...widths, 360].flatMap((width) => (["en-GB", "de-DE"] as const).map((locale) => ({ width, locale })));

const headerHeight = (page: Page) => page.locator(".admin-header").evaluate((header) => header.getBoundingClientRect().height);

test.each(looks)("[A3] at $width px, $locale", async ({ width, locale }) => {
  const { page, context } = await visit(browser, house, { width, locale });
  await page.request.post("/demo/session", { data: { as: "admin" }, headers: { origin: house.url } });
  gateway.setWayToApi("slow");
  await page.goto("/admin/dashboard", { waitUntil: "commit" });
  const first = page.locator(".admin-page[aria-busy=true]");
  await first.waitFor();
  await page.waitForLoadState("load");
  const before = await headerHeight(page);
  gateway.setWayToApi("open");
  await first.waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await headerHeight(page)).toBe(before);
  await context.close();
});
