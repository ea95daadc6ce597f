/** What opens on the dashboard in German: it fits, narrow and wide, and says nothing that it says in English. [A15] */
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
const leave = async (page: Page, what: string) => {
  await page.keyboard.press("Escape");
  await page.locator(what).waitFor({ state: "detached" });
};
/** A fresh page with all that it fetches, the keys among it; nothing has the focus. */
const begin = async (page: Page) => {
  await page.goto("/dashboard");
  await shown(page, "main [data-device]");
  await page.waitForLoadState("networkidle");
};

const states: readonly WordlessState[] = [
  {
    name: "palette",
    part: ".dialog",
    async open(page) {
      await begin(page);
      await page.keyboard.press("Control+k");
      await shown(page, ".palette-item");
    },
  },
  {
    name: "palette, nothing matches",
    part: ".dialog",
    async open(page) {
      await page.locator(".palette input").fill("xyzxyz");
      await shown(page, ".palette-none");
    },
  },
  {
    name: "keys",
    part: ".dialog",
    async open(page) {
      await begin(page);
      await page.keyboard.press("?");
      await shown(page, ".keys");
    },
  },
  {
    name: "layouts of the headline",
    part: ".menu",
    async open(page) {
      await begin(page);
      await page.locator(".layout-choice").click();
      await shown(page, "[role=menuitemradio]");
    },
  },
  {
    name: "layout editor",
    part: ".dialog",
    async open(page) {
      await leave(page, ".menu");
      await page.locator("[data-shortcut=edit]").click();
      await shown(page, ".saved-layouts");
    },
  },
  {
    name: "a new layout without a name, about to be lost",
    part: ".dialog",
    async open(page) {
      await page.locator(".saved-head button").click();
      await page.locator(".component-rows [role=switch]").first().click();
      await page.locator(".dialog-actions button[data-kind=primary]").click();
      await shown(page, ".field-error");
      await page.locator(".dialog-head button").click();
      await shown(page, ".discard");
    },
  },
  {
    name: "arranging the page",
    part: ".arrange",
    widths: [1280],
    async open(page) {
      await page.locator(".discard button").first().click();
      await page.locator(".dialog-actions button").nth(4).click();
      await shown(page, ".arrange-bar");
    },
  },
  {
    name: "share dialog",
    part: ".dialog",
    async open(page) {
      await page.evaluate(() => localStorage.clear());
      await begin(page);
      await page.locator(".compact-line button.button:not([data-icon-only])").first().click();
      await shown(page, ".sharing");
    },
  },
  {
    name: "history",
    part: ".dialog",
    async open(page) {
      const id = await page.locator("[data-device]:has(.vitals)").first().getAttribute("data-device");
      await page.goto(`/dashboard?device=${id}&view=history`);
      await shown(page, ".history [role=slider]");
    },
  },
  {
    name: "email alerts",
    part: "[data-device][data-open]",
    async open(page) {
      await begin(page);
      await page.locator("[data-open] .alerts-toggle").click();
      await shown(page, "[data-open] select");
    },
  },
];

/** The same in both languages, or nobody's to translate: names of devices and people, addresses, units, keys. */
const isForAll =
  /^(System|Online|Offline|Name|CSV|PowerOne|Signal|Ctrl K|Strg K|Cabin|Gate|Boat|Garage|Porch light|Pump house|Workshop|Greenhouse|Maria Lind|Alex Berg|Well pump|Heater|Light|Boiler|Lamps?|Fan|Door|mA|Relay \d|\S+@\S+|[\d.,:%+–\s]*\d[\d.,:%+–\s]*( ?(mA|%|V|h|d))?|\S*\d\S*)$/;

test("[A15] it fits and is German", async () => {
  const { wrong, same, count } = await inGerman({ states, enter, isForAll });
  expect(wrong).toEqual([]);
  expect(same).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

async function enter(locale: "en-GB" | "de-DE") {
  const visitor = await visit(browser, house, { locale });
  await visitor.page.goto("/");
  await visitor.page.request.post("/demo/session", { data: { as: "demo" }, headers: { origin: house.url } });
  return visitor;
}
