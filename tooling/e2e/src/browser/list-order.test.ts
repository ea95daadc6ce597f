/** The list stands still while somebody looks at it; problems come up when asked, and whenever somebody comes to look. [A3, D39] */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comeToTheFront } from "./focus.ts";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";
import { mostShift, shiftsOf, watchShifts } from "./shifts.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const asked = "Sort, problems first";
const due = "Sort again, problems first: something has changed";
const sortButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const names = (page: Page) => page.getByRole("article").getByRole("heading", { level: 3 }).allTextContents();
const power = (serial: string, powered: boolean) => house.sim(`PATCH /devices/${serial}`, { powered, notice: true });

test.each([1280, 360])("at %d px a device that goes leaves every card in its place until the list is sorted", async (width) => {
  const maria = await visit(browser, house, { width });
  const { page } = maria;
  await watchShifts(page);
  await enterDemo(maria);
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  const porch = page.getByRole("article", { name: "Porch light" });
  await porch.getByText("Online", { exact: true }).first().waitFor();
  await sortButton(page, asked).waitFor();
  // Six cards are drawn at once, the last one is drawn a frame later.
  await page.getByRole("article", { name: "Workshop" }).waitFor();
  const before = await names(page);
  const settled = (await shiftsOf(page)).total;
  await power("R1SIM0001", false);
  await porch.getByText("Offline", { exact: true }).first().waitFor();
  await sortButton(page, due).waitFor();
  expect(await names(page)).toEqual(before);
  const { total, moved } = await shiftsOf(page);
  expect(total - settled <= mostShift ? [] : moved).toEqual([]);
  await sortButton(page, due).click();
  await sortButton(page, asked).waitFor();
  expect((await names(page)).indexOf("Porch light")).toBeLessThan(before.indexOf("Porch light"));
  await power("R1SIM0001", true);
  await porch.getByText("Online", { exact: true }).first().waitFor();
  await sortButton(page, due).waitFor();
  await comeToTheFront(page);
  await sortButton(page, asked).waitFor();
  expect(await names(page)).toEqual(before);
  await maria.context.close();
});

test("who comes back to a page that lost its link meanwhile finds it sorted by what is so now", async () => {
  const maria = await visit(browser, house);
  const { page, context } = maria;
  await enterDemo(maria);
  const other = await visit(browser, house);
  await enterDemo(other);
  const said = (of: Page, word: string) =>
    of.getByRole("article", { name: "Porch light" }).getByText(word, { exact: true }).first();
  for (const each of [page, other.page]) await said(each, "Online").waitFor();
  const before = await names(page);
  await context.setOffline(true);
  await page.getByText(/^No connection to the server since/).waitFor();
  await power("R1SIM0001", false);
  await said(other.page, "Offline").waitFor();
  await comeToTheFront(page);
  await context.setOffline(false);
  await said(page, "Offline").waitFor();
  await expect.poll(async () => (await names(page)).indexOf("Porch light")).toBeLessThan(before.indexOf("Porch light"));
  await power("R1SIM0001", true);
  await said(other.page, "Online").waitFor();
  for (const each of [maria, other]) await each.context.close();
});

test("under a filter nothing leaves by itself and newcomers stand at the end: the next press meets what was seen", async () => {
  const maria = await visit(browser, house, { width: 390 });
  const { page } = maria;
  await enterDemo(maria);
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  const card = (name: string) => page.getByRole("article", { name });
  await card("Porch light").getByText("Online", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: /online$/ }).click();
  await sortButton(page, asked).waitFor();
  const before = await names(page);
  expect(before).toContain("Porch light");
  await power("R1SIM0001", false);
  await card("Porch light").getByText("Offline", { exact: true }).first().waitFor();
  await sortButton(page, due).waitFor();
  expect(await names(page)).toEqual(before);
  await sortButton(page, due).click();
  await sortButton(page, asked).waitFor();
  expect(await names(page)).toEqual(before.filter((name) => name !== "Porch light"));
  await power("R1SIM0001", true);
  await card("Porch light").getByText("Online", { exact: true }).first().waitFor();
  expect((await names(page)).at(-1)).toBe("Porch light");
  await maria.context.close();
});
