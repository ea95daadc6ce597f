/** What was deleted is found again: by its words, from where it is missed, and many are brought back at once. [D23, A2] */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askedIn, enterConsole, namesIn, settled, toastOf, toldByRest, writtenBy } from "./console-page.ts";
import { openBrowser, openHouse, visit, type House } from "./house.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

test("[D23] a search that finds nobody leads to the deleted whom it finds; many are chosen there and brought back", async () => {
  const { page, complaints, context } = await visit(browser, house);
  const written = writtenBy(page);
  await enterConsole({ page }, "/admin/dashboard?tab=devices&q=house");
  await settled(page, "Devices");
  const before = (await toldByRest(page, house, "devices")).length;
  const id = (await toldByRest(page, house, "devices")).find(({ name }) => name === "Pump house")?.["id"];
  await page.getByRole("searchbox").fill("");
  await page.waitForURL((url) => !url.searchParams.has("q"));
  await settled(page, "Devices");
  for (const name of ["Pump house", "Cabin", "Boat"]) await page.getByRole("checkbox", { name: `Choose ${name}` }).check();
  await page.getByRole("button", { name: "Delete 3" }).click();
  await toastOf(page, "3 devices deleted").waitFor();

  await page.goto(`/admin/dashboard?tab=devices&q=${String(id)}`);
  await page.getByText(`Nothing matches “${String(id)}”.`).waitFor();
  await page.getByText("1 match in Recently deleted.").waitFor();
  await page.getByRole("button", { name: "Look in Recently deleted" }).focus();
  await page.keyboard.press("Enter");
  const bin = await settled(page, "Recently deleted");
  expect(await namesIn(bin)).toEqual(["Pump house"]);
  expect(askedIn(page)).toEqual({ tab: "devices", show: "deleted", q: String(id) });
  const search = page.getByRole("searchbox");
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  await search.fill("no such thing");
  await page.getByText("Nothing matches “no such thing”.").waitFor();
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect.poll(async () => (await namesIn(bin)).toSorted()).toEqual(["Boat", "Cabin", "Pump house"]);

  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByRole("button", { name: "Restore 3" }).click();
  await toastOf(page, "3 restored").waitFor();
  await page.getByText("Nothing was deleted in the last 30 days.").waitFor();
  expect(written.map(({ procedure }) => procedure)).toEqual(["admin.removeDevices", "admin.restoreDevices"]);
  expect(await toldByRest(page, house, "devices")).toHaveLength(before);
  expect(complaints).toEqual([]);
  await context.close();
});
