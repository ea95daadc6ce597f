/** The analytics in German. [A15] */
import { numbersScene } from "@relaydeck/server/testing/numbers-scene";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAnalytics, type AnalyticsHouse } from "./analytics-house.ts";
import { clippedTexts } from "./fitting.ts";
import { sidewaysScroll } from "./inspection.ts";

let house: AnalyticsHouse;
let device: string;
beforeAll(async () => {
  house = await openAnalytics({
    fill: async (product) => {
      device = (await numbersScene(product)).deviceIds[0] ?? "";
    },
  });
});
afterAll(() => house.close());

/** The same in both languages, or nobody's to translate: names, codes, numbers and units. */
const isForAll =
  /^(Relaydeck|API|Limit|\/v1\/\S+|GET|PUT|POST|[\d.,:/ ]*(%|KB|ms|mA)|p\d\d|P0TEST\d+|dev_\w+|Battery at .*|Notice \d+|Device \d+|Relay \d|[\d:]+:( Relay \d \d+,?)+|UTC|PowerOne)$/;

test("[A15] in German it fits, narrow and wide, and says nothing in English", async () => {
  const addresses = ["", "?tab=device", `?tab=device&device=${device}`, "?tab=api"];
  const english = await wordsAt(addresses, "en-GB");
  const german = await wordsAt(addresses, "de-DE");
  expect(german.wrong).toEqual([]);
  expect(german.words.filter((word) => english.words.includes(word) && !isForAll.test(word))).toEqual([]);
  expect(german.words.length).toBeGreaterThan(80);
});

async function wordsAt(addresses: readonly string[], locale: "en-GB" | "de-DE") {
  const { page, context } = await house.enter({ locale });
  const words: string[] = [];
  const wrong: string[] = [];
  for (const address of addresses) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/admin/analytics${address}`);
    await page.locator(".panel").first().waitFor();
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const pushed = await sidewaysScroll(page);
      wrong.push(...(pushed > 0 ? [`${address}, ${width} px: can be pushed ${pushed} px sideways`] : []));
      wrong.push(...(await clippedTexts(page, undefined)).map((text) => `${address}, ${width} px: ${text}`));
    }
    words.push(...(await wordsOn(page)));
  }
  await context.close();
  return { words, wrong };
}

/** What is read and what is heard. */
function wordsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
    const words: string[] = [];
    while (walker.nextNode() !== null) words.push(walker.currentNode.nodeValue?.trim() ?? "");
    const named = [...document.querySelectorAll("main [aria-label]")].map((element) => element.getAttribute("aria-label") ?? "");
    return [...words, ...named].filter((word) => /\p{L}{2}/u.test(word));
  });
}
