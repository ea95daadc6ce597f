/** What was asked for while the server was gone and could not be had: said as long as that is so, and no longer. [brief 4] */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { axeFindings } from "./inspection.ts";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";
import { keepLayout } from "./layouts-page.ts";

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

test("[brief 4, 5.7] history and numbers of before stay, with when they were read and that they are last known; both come anew with the link", async () => {
  const maria = await visit(browser, house);
  const { page, context } = maria;
  await enterDemo(maria);
  const numbers = page.getByRole("region", { name: "Analytics Overview" });
  await keepLayout(page, {
    name: "Numbers",
    tiles: [
      { id: "devices", type: "device-list", at: [0, 0, 12, 4] },
      { id: "numbers", type: "analytics-overview", at: [0, 4, 12, 4] },
    ],
  });
  await numbers.getByText(/coming soon|My commands today/).waitFor();
  const history = page.getByRole("dialog", { name: "History of Pump house" });
  const open = async () => {
    await page.getByRole("button", { name: "More for Pump house" }).click();
    await page.getByRole("menuitem", { name: "History" }).click();
    await history.getByRole("heading", { name: "Who switched" }).waitFor();
  };
  await open();
  await page.keyboard.press("Escape");
  await context.setOffline(true);
  await page.getByText(/^No connection to the server since/).waitFor();
  await page.keyboard.press("r");
  await page.getByText("Failed to refresh devices").waitFor();
  await numbers.getByText(/^Could not refresh\. Showing data from/).waitFor();
  await numbers
    .getByText(/^last known \d/)
    .first()
    .waitFor();
  await open();
  const stale = history.getByText(/^Could not refresh\. Showing data from/);
  await stale.waitFor();
  await history.getByText(/^last known \d/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await context.setOffline(false);
  await stale.waitFor({ state: "detached", timeout: 60_000 });
  await history.getByText(/^last known \d/).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await expect.poll(() => numbers.getByText(/Could not refresh|last known/).count()).toBe(0);
  expect(maria.complaints).toEqual([]);
  await context.close();
});
