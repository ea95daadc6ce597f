/**
 * What breaks while it is drawn: a tile alone, or the page with its error id. Both are reached as people reach them: without a network
 * what is fetched only now cannot come. [A1, brief 5.1]
 */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";
import { axeFindings, sidewaysScroll } from "./inspection.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const tile = (page: Page, name: RegExp) => page.getByRole("region", { name });
const tileWords = "This part of the page broke. The rest keeps working.";

describe.each(["light", "dark"] as const)("%s", (theme) => {
  test("[A1] a tile that cannot be fetched says so in its place, and the others stay", async () => {
    const visitor = await visit(browser, house, { theme, width: 360, height: 480 });
    await enterDemo(visitor);
    const { page, context } = visitor;
    await page.getByRole("article", { name: "Workshop" }).waitFor();
    await context.setOffline(true);
    for (const name of [/^System Status$/, /^Activity Log$/]) {
      await tile(page, name).scrollIntoViewIfNeeded();
      await tile(page, name).getByText(tileWords).waitFor();
    }
    expect(
      await tile(page, /^My Devices/)
        .getByRole("article")
        .count(),
    ).toBeGreaterThanOrEqual(6);
    expect(await page.getByRole("heading", { level: 1, name: "Dashboard" }).count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await context.setOffline(false);
    await page.reload();
    await tile(page, /^System Status$/).scrollIntoViewIfNeeded();
    await tile(page, /^System Status$/)
      .getByText("Browser to server")
      .waitFor();
    await context.close();
  });

  test.each([320, 768, 1280])(
    "[A1] an area that cannot be fetched: its error id, its details and nothing secret, a way back; %s px",
    async (width) => {
      const { page, context } = await visit(browser, house, { theme, width });
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto("/login");
      await page.getByLabel("Email").fill("maria@example.com");
      await page.getByLabel("Password", { exact: true }).fill("nine red tractors");
      await context.setOffline(true);
      await page.evaluate(() => history.pushState(null, "", "/admin/login?token=mailed-secret"));
      await page.getByRole("heading", { level: 1, name: "Something broke on this page." }).waitFor();
      const [, id] = /^Error id (\w{8})$/.exec((await page.getByText(/^Error id /).textContent()) ?? "") ?? [];
      expect(await axeFindings(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toBe(0);
      await page.getByRole("button", { name: "Copy details" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      const details = await page.evaluate(() => navigator.clipboard.readText());
      expect(details.split("\n")[0]).toBe(`${id} /admin/login`);
      expect(details).toMatch(/Unable to preload CSS for \S+\/assets\/admin/);
      for (const secret of ["mailed-secret", "nine red tractors", "maria@example.com"]) expect(details).not.toContain(secret);
      await context.setOffline(false);
      await page.getByRole("button", { name: "Reload" }).click();
      await page.getByRole("button", { name: "Sign in" }).waitFor();
      await context.close();
    },
  );
});

test("[A1] the same in German", async () => {
  const { page, context } = await visit(browser, house, { locale: "de-DE", width: 360, height: 480 });
  await page.goto("/login");
  await context.setOffline(true);
  await page.evaluate(() => history.pushState(null, "", "/admin/login"));
  await page.getByRole("heading", { level: 1, name: "Auf dieser Seite ist etwas kaputtgegangen." }).waitFor();
  await page.getByText(/^Fehlernummer \w{8}$/).waitFor();
  // What the browser does not let be copied is said, and there to be copied by hand.
  await context.grantPermissions([]);
  await page.getByRole("button", { name: "Einzelheiten kopieren" }).click();
  await page.getByRole("button", { name: "Kopieren ging hier nicht" }).waitFor();
  expect(await page.getByRole("textbox", { name: "Einzelheiten" }).inputValue()).toMatch(/^\w{8} \/admin\/login\n/);
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await context.close();
});
