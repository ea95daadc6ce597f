/** Administration in German: its sign-in, every tab and dialog of the console, the operations, and an administrator's own sign-in. [A15] */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openHouse, visit, type House } from "./house.ts";
import { inGerman, type WordlessState } from "./in-german.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const shown = (page: Page, what: string) => page.locator(what).first().waitFor();
const gone = (page: Page, what: string) => page.locator(what).first().waitFor({ state: "detached" });
const press = (page: Page, what: string) => page.locator(what).first().click();
const dialog = "[role=dialog]";
/** On the console's address, until this stands there. */
const goes = (address: string, what = "main [data-thing]") => ({
  part: "body",
  async open(page: Page) {
    await page.goto(`/admin/dashboard?${address}`);
    await shown(page, what);
    // The figures above, and what waits for the language's own words.
    await shown(page, ".summary-cards[aria-busy=false]");
    await page.waitForLoadState("networkidle");
  },
});
/** Opened by that, over the page. */
const opens = (button: string, part = dialog) => ({
  part,
  async open(page: Page) {
    await press(page, button);
    await shown(page, part);
  },
});
const leave = (page: Page, part = dialog) => page.keyboard.press("Escape").then(() => gone(page, part));

/** What was typed is about to be lost; then it is. */
const discards = (name: string): WordlessState => ({
  name,
  part: dialog,
  async open(page) {
    await page.keyboard.press("Escape");
    await shown(page, ".discard");
  },
});
const discard = async (page: Page) => {
  await press(page, ".discard [data-kind=danger]");
  await gone(page, dialog);
};

const states: readonly WordlessState[] = [
  { name: "users", ...goes("tab=users") },
  { name: "columns", ...opens(".list-tools button", "[role=menu]") },
  {
    name: "a user is edited, field missing",
    part: dialog,
    async open(page) {
      await leave(page, "[role=menu]");
      await press(page, "main [data-thing] [aria-haspopup=dialog]");
      await page.locator(`${dialog} input`).first().fill("");
      await press(page, `${dialog} [role=switch]`);
      await press(page, `${dialog} [type=submit]`);
      await shown(page, `${dialog} .field-error`);
    },
  },
  discards("a user is edited, about to be lost"),
  {
    name: "a user is deleted",
    part: "body",
    async open(page) {
      await discard(page);
      await press(page, "main [data-thing] .list-buttons button:last-child");
      await shown(page, ".list-strip");
      await shown(page, ".toast");
    },
  },
  { name: "the bin", ...goes("tab=users&show=deleted") },
  {
    name: "the bin is empty",
    part: "body",
    async open(page) {
      await press(page, "main [data-thing] button");
      await gone(page, "main [data-thing]");
    },
  },
  { name: "no user found", ...goes("tab=users&q=xyzxyz", "main .list-region .empty") },
  { name: "devices", ...goes("tab=devices&sort=name&order=asc") },
  {
    name: "a device is edited",
    part: dialog,
    async open(page) {
      await press(page, "main [data-thing] [aria-haspopup=dialog]");
      await page.locator(`${dialog} select`).first().selectOption("connecting");
      await page.locator(`${dialog} .owner-field input`).fill("alex");
      await shown(page, ".owner-offers button");
    },
  },
  discards("a device is edited, about to be lost"),
  {
    name: "devices are chosen",
    part: ".bulk-bar",
    async open(page) {
      await discard(page);
      await page.locator("tbody .list-check").first().check();
      await shown(page, ".bulk-bar");
    },
  },
  { name: "devices are assigned", ...opens(".bulk-bar [aria-haspopup=dialog]") },
  { name: "activity", ...goes("tab=activity") },
  { name: "more filters", ...opens(".list-filters [aria-haspopup=dialog]") },
  { name: "no entry found", ...goes("tab=activity&q=xyzxyz&type=error", "main .list-region .empty") },
  { name: "audit", ...goes("tab=audit") },
  { name: "an entry of the audit", ...opens("main tbody .list-buttons button") },
  { name: "nothing older", ...goes("tab=audit&before=1", "main .list-region .empty") },
  { name: "to the analytics", ...goes("tab=analytics", ".tab-panel a") },
  { name: "the administrator's menu", ...opens(".avatar", "[role=menu]") },
  {
    name: "operations",
    part: "body",
    async open(page) {
      await page.goto("/admin/operations");
      await shown(page, ".ops-panels");
      await page.waitForLoadState("networkidle");
    },
  },
  {
    name: "one's own sign-in, fields missing",
    part: "body",
    async open(page) {
      await page.goto("/admin/change-password");
      await press(page, "main form [type=submit]");
      await shown(page, ".field-error");
    },
  },
  {
    name: "two-step sign-in, who asks",
    part: "body",
    async open(page) {
      await page.locator("main section").nth(1).locator("button").first().click();
      await page.locator("main section").nth(1).locator("[name=currentPassword]").waitFor();
    },
  },
];

const signIn: readonly WordlessState[] = [
  {
    name: "sign-in, session ended",
    part: "body",
    async open(page) {
      await page.goto("/admin/login?message=session-ended");
      await shown(page, ".notice");
    },
  },
  {
    name: "sign-in, fields missing",
    part: "body",
    async open(page) {
      await press(page, "form [type=submit]");
      await shown(page, ".field-error");
    },
  },
  {
    name: "sign-in refused",
    part: "body",
    async open(page) {
      await page.goto("/admin/login");
      await page.locator("[name=username]").fill("nobody");
      await page.locator("[name=password]").fill("not the password");
      await press(page, "form [type=submit]");
      await shown(page, ".toast");
    },
  },
];

/** The same in both languages, or nobody's to translate: names of devices and people, addresses, codes of the audit, versions. */
const isForAll =
  /^(Relaydeck|Name|Status|System|Online|Offline|English|Deutsch|Simulation|Administrator|Admin|CSV|PowerOne|K|admin|email|Mail|Token|SQLite|trpc|rest|system|Node [\d.]+|\d+ min|.+ · \S+|Cabin|Gate|Boat|Garage|Porch light|Pump house|Workshop|Greenhouse|Maria Lind|Alex Berg|\S+@\S+|[a-z-]+\.[a-z-]+|\S*[_\d]\S*)$/;

test("[A15] what an administrator opens fits and is German", async () => {
  const { wrong, same, count } = await inGerman({ states, enter: administrator, isForAll });
  expect(wrong).toEqual([]);
  expect(same).toEqual([]);
  expect(count).toBeGreaterThan(500);
});

test("[A15] an administrator's sign-in fits and is German", async () => {
  const enter = (locale: "en-GB" | "de-DE") => visit(browser, house, { locale });
  const { wrong, same, count } = await inGerman({ states: signIn, enter, isForAll });
  expect(wrong).toEqual([]);
  expect(same).toEqual([]);
  expect(count).toBeGreaterThan(20);
});

async function administrator(locale: "en-GB" | "de-DE") {
  const visitor = await visit(browser, house, { locale });
  await visitor.page.request.post("/demo/session", { data: { as: "admin" } });
  return visitor;
}
