/** The numbers and names in charts: whole and apart from each other at every width and size of text, in both languages. [A6, A15, A20] */
import { numbersScene } from "@relaydeck/server/testing/numbers-scene";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAnalytics, type AnalyticsHouse } from "./analytics-house.ts";
import { openBrowser, openHouse, visit, type House } from "./house.ts";
import { inLargeText, misfits } from "./lenses.ts";

const widths = [1280, 768, 360, 320];

/** One line for each thing that is wrong with the charts that stand, at 100 % and at 200 % text. */
async function wrongIn(page: Page, { name, within }: { name: string; within?: string }): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const normal = await misfits(page, within);
    const large = await inLargeText(page, within);
    wrong.push(...normal.map((finding) => `${name}, ${width} px: ${finding}`));
    wrong.push(...large.map((finding) => `${name}, ${width} px, 200 %: ${finding}`));
  }
  return wrong;
}

describe.each(["en-GB", "de-DE"] as const)("[A6] in %s", (locale) => {
  describe("analytics", () => {
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

    test.each([
      { address: "?days=7", charts: 5 },
      { address: "?days=30", charts: 5 },
      { address: "?tab=device&device=", charts: 4 },
      { address: "?tab=api&period=hour", charts: 1 },
      { address: "?tab=api&period=week", charts: 1 },
      { address: "?tab=api&period=year", charts: 1 },
    ])("$address", async ({ address, charts }) => {
      const { page, context } = await house.enter({ locale });
      await page.goto(`/admin/analytics${address}${address.endsWith("=") ? device : ""}`);
      await page
        .locator(".plot-box svg")
        .nth(charts - 1)
        .waitFor();
      expect(await wrongIn(page, { name: address })).toEqual([]);
      await context.close();
    });
  });

  describe("the history of a device", () => {
    let house: House;
    let browser: Browser;
    beforeAll(async () => {
      [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
    });
    afterAll(async () => {
      await browser.close();
      await house.close();
    });

    test.each(["1h", "24h", "7d"])("%s", async (range) => {
      const { page, context } = await visit(browser, house, { locale });
      await page.request.post("/demo/session", { data: { as: "demo" }, headers: { origin: house.url } });
      await page.goto("/dashboard");
      const id = await page.locator("[data-device]:has(.vitals)").first().getAttribute("data-device");
      await page.goto(`/dashboard?device=${id}&view=history&range=${range}`);
      await page.locator(".plot-box svg").nth(2).waitFor();
      expect(await wrongIn(page, { name: range, within: ".dialog" })).toEqual([]);
      await context.close();
    });
  });
});
