/** What was deleted is found again: by its words, from where it is missed, and many are brought back at once. [D23, A2] */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askedIn, enterConsole, namesIn, rowOf, settled, toastOf, toldByRest, writtenBy } from "./console-page.ts";
import { comeToTheFront } from "./focus.ts";
import { openGateway, type Gateway } from "./gateway.ts";
import { openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";

let gateway: Gateway;
let house: House;
let browser: Browser;
beforeAll(async () => {
  gateway = await openGateway();
  const environment = { PUBLIC_URL: gateway.url };
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0], environment }), openBrowser()]);
  gateway.leadTo(house.serverUrl);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});

async function beforeDevices(): Promise<Visit> {
  const visitor = await visit(browser, house);
  await enterConsole(visitor, "/admin/dashboard?tab=devices");
  await settled(visitor.page, "Devices");
  return visitor;
}

/** As another administrator does it. */
async function removeElsewhere(page: Page, name: string): Promise<void> {
  const id = (await toldByRest(page, house, "devices")).find((device) => device["name"] === name)?.["id"];
  const answer = await page.request.delete(`${house.url}/api/admin/devices/${String(id)}`, { headers: { origin: house.url } });
  expect(answer.ok()).toBe(true);
}

/** As time does it; less than nothing takes it back. */
function letPass(name: string, days: number): void {
  const database = new DatabaseSync(join(house.folder, "data/relaydeck.db"), { timeout: 10_000 });
  database.prepare("update devices set deleted_at = deleted_at - ? where name = ?").run(days * 86_400_000, name);
  database.close();
}

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
  await page.getByRole("button", { name: "Restore 3" }).press("Enter");
  await toastOf(page, "3 restored").waitFor();
  await page.getByText("Nothing was deleted in the last 30 days.").waitFor();
  // Nothing is left of the list that had the focus.
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(written.map(({ procedure }) => procedure)).toEqual(["admin.removeDevices", "admin.restoreDevices"]);
  expect(await toldByRest(page, house, "devices")).toHaveLength(before);
  expect(complaints).toEqual([]);
  await context.close();
});

test("[D23] the offer to look among the deleted comes below what stands there already", async () => {
  const { page, complaints, context } = await beforeDevices();
  await removeElsewhere(page, "Greenhouse");
  const offer = gateway.holdNext("admin.deleted");
  await page.getByRole("searchbox").fill("greenhouse");
  const clear = page.getByRole("button", { name: "Clear filter" });
  await clear.waitFor();
  await offer.isHeld;
  const before = await clear.boundingBox();
  offer.letGo();
  await page.getByRole("button", { name: "Look in Recently deleted" }).waitFor();
  expect(await clear.boundingBox()).toEqual(before);
  expect(complaints).toEqual([]);
  await context.close();
});

test("[D23] what others delete meanwhile leaves the choice in Recently deleted", async () => {
  const { page, complaints, context } = await beforeDevices();
  await removeElsewhere(page, "Pump house");
  await page.getByRole("button", { name: "Recently deleted" }).click();
  const bin = await settled(page, "Recently deleted");
  await page.getByRole("checkbox", { name: "Choose Pump house" }).check();
  await removeElsewhere(page, "Boat");
  await comeToTheFront(page);
  await rowOf(bin, "Boat").waitFor();
  expect(await page.getByRole("checkbox", { name: "Choose Pump house" }).isChecked()).toBe(true);
  expect(complaints).toEqual([]);
  await context.close();
});

test("[D23] in Recently deleted only what can come back is chosen", async () => {
  const { page, complaints, context } = await beforeDevices();
  for (const name of ["Cabin", "Gate"]) await removeElsewhere(page, name);
  letPass("Gate", 31);
  await page.goto("/admin/dashboard?tab=devices&show=deleted");
  const bin = await settled(page, "Recently deleted");
  await rowOf(bin, "Gate").getByText("The 30 days are over").waitFor();
  expect(await page.getByRole("checkbox", { name: "Choose Gate" }).count()).toBe(0);
  const others = (await namesIn(bin)).filter((name) => name !== "Gate");
  expect(others).toContain("Cabin");
  const all = page.getByRole("checkbox", { name: "Choose all on this page" });
  await all.check();
  await page.getByRole("button", { name: `Restore ${others.length}` }).click();
  await toastOf(page, `${others.length} restored`).waitFor();
  await expect.poll(() => namesIn(bin)).toEqual(["Gate"]);
  await expect.poll(() => all.count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("[D23] what could not come back meanwhile is not chosen again by itself", async () => {
  const { page, complaints, context } = await beforeDevices();
  await removeElsewhere(page, "Cabin");
  await page.goto("/admin/dashboard?tab=devices&show=deleted");
  const bin = await settled(page, "Recently deleted");
  const choice = page.getByRole("checkbox", { name: "Choose Cabin" });
  await choice.check();
  letPass("Cabin", 31);
  await comeToTheFront(page);
  await rowOf(bin, "Cabin").getByText("The 30 days are over").waitFor();
  letPass("Cabin", -31);
  await comeToTheFront(page);
  await choice.waitFor();
  expect(await choice.isChecked()).toBe(false);
  expect(complaints).toEqual([]);
  await context.close();
});
