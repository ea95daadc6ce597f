/**
 * Administration while it waits for the server, when it could not read, and when the way breaks after it has read: every page
 * and list, with nothing for axe to find and nothing sideways: in `npm run test:full` in both themes at three widths, in
 * `npm test` axe sees each at one width and theme, rotated. [A1, A6, HD-1]
 */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openGatedHouse } from "./gated-house.ts";
import type { Gateway } from "./gateway.ts";
import { openBrowser, visit, type House } from "./house.ts";
import { rounds, themeOf, wrongIn } from "./turns.ts";

const places = [
  "/admin/dashboard?tab=users",
  "/admin/dashboard?tab=users&show=deleted",
  "/admin/dashboard?tab=devices",
  "/admin/dashboard?tab=activity",
  "/admin/dashboard?tab=audit",
  "/admin/analytics",
  "/admin/analytics?tab=device",
  "/admin/analytics?tab=api",
  "/admin/operations",
];
const own = "/admin/change-password";

let gateway: Gateway;
let house: House;
let browser: Browser;
beforeAll(async () => {
  [{ gateway, house }, browser] = await Promise.all([openGatedHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});

/** As a link of the page leads: what is known of the session stays. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, "", to), path);
}

const waits = (page: Page) => page.locator(".list-loading, .analytics-loading, [aria-busy=true]").first().waitFor();
const again = (page: Page) => page.getByRole("button", { name: "Try again" }).first().waitFor();
const isRead = async (page: Page) => {
  await page.locator(".list-region, .panel, .ops-panel").first().waitFor();
  await page.waitForFunction(() => document.querySelector(".list-loading, .analytics-loading") === null);
};

/** Each begins on the page of the own sign-in, with an open way. */
const troubles: Readonly<Record<string, (page: Page, path: string) => Promise<void>>> = {
  async "is read for the first time"(page, path) {
    gateway.setWayToApi("slow");
    await go(page, path);
    await waits(page);
  },
  async "could not be read"(page, path) {
    gateway.setWayToApi("wordless");
    await go(page, path);
    await again(page);
  },
  async "was read, and the way is broken since"(page, path) {
    await go(page, path);
    await isRead(page);
    await go(page, own);
    await page.getByRole("button", { name: "Set up two-step sign-in" }).waitFor();
    gateway.setWayToApi("silent");
    await go(page, path);
    await again(page);
  },
};

describe.each(rounds)("[A1, A6, HD-1] %s", (round) => {
  const theme = themeOf(round);

  test.each(Object.keys(troubles))("what %s", async (name) => {
    const { page, context, complaints } = await visit(browser, house, { theme });
    await page.request.post("/demo/session", { data: { as: "admin" }, headers: { origin: house.url } });
    const wrong: string[] = [];
    for (const [turn, path] of places.entries()) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(own);
      await page.getByRole("button", { name: "Set up two-step sign-in" }).waitFor();
      await troubles[name]?.(page, path);
      wrong.push(...(await wrongIn(page, { name: path }, turn)));
      gateway.setWayToApi("open");
    }
    expect(wrong).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a page of which not even the session could be read", async () => {
    const { page, context, complaints } = await visit(browser, house, { theme });
    await page.request.post("/demo/session", { data: { as: "admin" }, headers: { origin: house.url } });
    const wrong: string[] = [];
    for (const [turn, way] of (["slow", "silent"] as const).entries()) {
      gateway.setWayToApi(way);
      await page.goto("/admin/dashboard");
      await (way === "slow" ? page.locator(".admin-page").waitFor() : again(page));
      // The first picture is not there for assistive technology, so nothing stands in its landmarks.
      const isOfPicture = (finding: string) => way === "slow" && finding.includes("moderate ");
      wrong.push(...(await wrongIn(page, { name: way }, turn)).filter((finding) => !isOfPicture(finding)));
      gateway.setWayToApi("open");
    }
    expect(wrong).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
