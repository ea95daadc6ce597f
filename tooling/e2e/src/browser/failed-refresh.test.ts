/** What was asked for while the server was gone and could not be had: said as long as that is so, and no longer. [brief 4] */
import type { Browser } from "playwright";
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

test("[brief 4] the words of a failed refresh go by themselves when the server is back", async () => {
  const maria = await visit(browser, house);
  const { page } = maria;
  await enterDemo(maria);
  const log = page.getByRole("region", { name: "Activity Log", exact: true });
  await log.getByRole("region", { name: "Activity entries" }).waitFor();
  await house.stop("SIGKILL");
  await page.getByText(/^No connection to the server since/).waitFor();
  await page.keyboard.press("r");
  const words = [page.getByText("Failed to refresh devices"), log.getByText(/^Could not refresh\. Showing data from/)];
  for (const said of words) await said.waitFor();
  await house.start();
  await page.getByRole("button", { name: /^Connected/ }).waitFor({ timeout: 60_000 });
  for (const said of words) await said.waitFor({ state: "detached", timeout: 10_000 });
  expect(await page.getByText(/^No connection to the server since/).count()).toBe(0);
  expect(maria.complaints).toEqual([]);
  await maria.context.close();
});
