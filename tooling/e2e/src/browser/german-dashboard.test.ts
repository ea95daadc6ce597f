/** What opens on the dashboard in German: it fits, narrow and wide, and says nothing that it says in English. [A15] */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clippedTexts } from "./fitting.ts";
import { openBrowser, openHouse, visit, type House } from "./house.ts";
import { sidewaysScroll } from "./inspection.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

interface WordlessState {
  readonly name: string;
  /** Where its words stand. */
  readonly part: string;
  readonly widths?: readonly number[];
  readonly open: (page: Page) => Promise<unknown>;
}

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
  const english = await wordsIn("en-GB");
  const german = await wordsIn("de-DE");
  expect(german.wrong).toEqual([]);
  const same = [...german.words].flatMap(([name, words]) =>
    words
      .filter((word) => english.words.get(name)?.includes(word) === true && !isForAll.test(word))
      .map((word) => `${name}: ${word}`),
  );
  expect(same).toEqual([]);
});

async function wordsIn(locale: "en-GB" | "de-DE") {
  const visitor = await visit(browser, house, { locale });
  const { page } = visitor;
  await page.goto("/");
  await page.request.post("/demo/session", { data: { as: "demo" }, headers: { origin: house.url } });
  const words = new Map<string, readonly string[]>();
  const wrong: string[] = [];
  for (const { name, part, widths = [1280, 320], open } of states) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page);
    words.set(name, await wordsAt(page, part));
    for (const width of locale === "de-DE" ? widths : []) {
      await page.setViewportSize({ width, height: 900 });
      const found = await clippedTexts(page, part);
      if ((await sidewaysScroll(page)) > 0) found.push("can be pushed sideways");
      wrong.push(...found.map((finding) => `${name}, ${width} px: ${finding}`));
    }
  }
  expect(visitor.complaints).toEqual([]);
  await visitor.context.close();
  return { words, wrong };
}

function wordsAt(page: Page, part: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const root = document.querySelector(selector);
    if (root === null) throw new Error(`${selector} is on the page`);
    const found: string[] = [];
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) found.push(node.nodeValue ?? "");
    for (const element of root.querySelectorAll("[aria-label], [placeholder]"))
      found.push(element.getAttribute("aria-label") ?? "", element.getAttribute("placeholder") ?? "");
    return found.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text));
  }, part);
}
