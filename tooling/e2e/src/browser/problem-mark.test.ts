/** The browser's tab tells how many devices need a person, in its title and its icon, as long as the dashboard is shown. [interface 4] */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const greenhouse = (state: object) => house.sim("PATCH /devices/P0SIM0006", { ...state, notice: true });

/** Title and icon; of an icon that is drawn for the moment, what is written in it. */
const tab = (page: Page) =>
  page.evaluate(() => {
    const href = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute("href") ?? "";
    const isDrawn = href.startsWith("data:image/svg+xml,");
    return [
      document.title,
      isDrawn ? decodeURIComponent(href).replaceAll(/^[^<]*|<[^>]*>/g, "") : new URL(href, location.href).pathname,
    ];
  });

test("a device that goes offline is counted in the tab until it is back, or another page is shown", async () => {
  const visitor = await visit(browser, house);
  const { page, context, complaints } = visitor;
  await enterDemo(visitor, "alex");
  const quiet = ["Dashboard · Relaydeck", "/favicon.svg"];
  const marked = ["(1) Dashboard · Relaydeck", "1"];
  await page.getByRole("article", { name: "Greenhouse" }).getByText("Online", { exact: true }).waitFor();
  await expect.poll(() => tab(page)).toEqual(quiet);
  await greenhouse({ powered: false });
  await expect.poll(() => tab(page)).toEqual(marked);
  // The browser draws it, and the policy of the page lets it. [HD-1]
  const width = await page.evaluate(async () => {
    const image = new Image();
    image.src = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? "";
    await image.decode();
    return image.naturalWidth;
  });
  expect(width).toBeGreaterThan(0);
  await page.getByRole("button", { name: /user menu/ }).click();
  await page.getByRole("menuitem", { name: "Your profile" }).click();
  await page.getByRole("heading", { level: 1, name: "Your profile" }).waitFor();
  await expect.poll(() => tab(page)).toEqual(["Your profile · Relaydeck", "/favicon.svg"]);
  await page.goBack();
  await expect.poll(() => tab(page)).toEqual(marked);
  await greenhouse({ powered: true });
  await expect.poll(() => tab(page)).toEqual(quiet);
  expect(complaints).toEqual([]);
  await context.close();
});
