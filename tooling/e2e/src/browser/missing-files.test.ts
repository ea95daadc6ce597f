/** A file of the application that does not come while the server is there, as one of another version: what needs it says so, and the rest stays. [A2, brief 4] */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { enterConsole, settled, type ConsoleTab } from "./console-page.ts";
import { focusOf } from "./focus.ts";
import { openGatedHouse } from "./gated-house.ts";
import type { Gateway } from "./gateway.ts";
import { enterDemo, openBrowser, visit, type House, type Visit } from "./house.ts";
import { axeFindings } from "./inspection.ts";
import { keepDraft } from "./layouts-page.ts";
import { toastsOf } from "./toasts.ts";

let gateway: Gateway;
let house: House;
let browser: Browser;
let maria: Visit;
let page: Page;
beforeAll(async () => {
  [{ gateway, house }, browser] = await Promise.all([openGatedHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), gateway.close()]);
});
beforeEach(async () => {
  maria = await visit(browser, house);
  ({ page } = maria);
});
afterEach(async () => {
  gateway.withhold(null);
  await maria.context.close();
  if (maria.complaints.length > 0) throw new Error(maria.complaints.join("\n"));
});

const words = "This part could not be loaded.";
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const isTold = () => toastsOf(page).filter({ hasText: words }).waitFor();
/** The frame of every dialog. */
const frame = /dialog-content/;

test.each<{ tab: ConsoleTab; path: string; opener: string | RegExp; title: string | RegExp }>([
  { tab: "Users", path: "/admin/dashboard", opener: "Edit Maria Lind", title: "Edit Maria Lind" },
  { tab: "Devices", path: "/admin/dashboard?tab=devices", opener: "Edit Boat", title: "Edit Boat" },
  { tab: "Audit", path: "/admin/dashboard?tab=audit", opener: /^Details of entry/, title: /^Audit entry/ },
])("[brief 4, A2] $tab: a row that could not be opened opens with the next press", async ({ tab, path, opener, title }) => {
  gateway.withhold(frame);
  await enterConsole(maria, path);
  await settled(page, tab);
  const press = button(opener).first();
  await press.click();
  await isTold();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect((await focusOf(page)).name).toMatch(opener);
  gateway.withhold(null);
  await press.click();
  await page.getByRole("dialog", { name: title }).waitFor();
});

test("[HD-4, A2] a kept draft whose dialog has no frame waits on, and comes when it is asked for again", async () => {
  // From the first page on, which fetches it by itself after a while.
  gateway.withhold(frame);
  await enterDemo(maria);
  await keepDraft(page, "Half done");
  await page.reload();
  const goOn = button("Continue editing “Half done”");
  await goOn.click();
  await isTold();
  await goOn.waitFor();
  expect((await focusOf(page)).name).toBe("Customize Layout");
  gateway.withhold(null);
  await goOn.click();
  const editor = page.getByRole("dialog", { name: "Dashboard Layout Editor" });
  expect(await editor.getByLabel("Layout name").inputValue()).toBe("Half done");
});

describe("after a second failure in a row a reload is offered, as for browsers that keep a failure for the life of the page", () => {
  const again = "The new try failed, too. Reloading the page may help.";
  async function reload(): Promise<void> {
    gateway.withhold(null);
    await Promise.all([page.waitForEvent("load"), button("Reload").click()]);
    await button(/Connected/).waitFor();
  }

  test("[brief 4] in the place of a part", async () => {
    await enterDemo(maria);
    gateway.withhold(/alerts-body/);
    const card = page.getByRole("article", { name: "Pump house", exact: true });
    await card.getByRole("button", { name: /Email Alerts/ }).click();
    await card.getByText(words).waitFor();
    expect(await card.getByText(again).count()).toBe(0);
    expect(await button("Reload").count()).toBe(0);
    await card.getByRole("button", { name: "Try again" }).click();
    await card.getByText(again).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await reload();
  });

  test("[brief 4] in the toast of a dialog", async () => {
    await enterDemo(maria);
    gateway.withhold(/share-dialog/);
    await button("Share Pump house").click();
    await isTold();
    expect(await button("Reload").count()).toBe(0);
    await button("Share Pump house").click();
    await toastsOf(page)
      .filter({ hasText: `${words} ${again}` })
      .waitFor();
    await reload();
  });

  test("[brief 4] in the menu of layouts", async () => {
    await enterDemo(maria);
    gateway.withhold(/layout-choices/);
    const menu = button("Default Layout, choose another layout");
    await menu.click();
    await page.getByRole("menuitem", { name: words }).click();
    await menu.click();
    await page.getByRole("menuitem", { name: again }).waitFor();
    gateway.withhold(null);
    await Promise.all([page.waitForEvent("load"), page.getByRole("menuitem", { name: "Reload", exact: true }).click()]);
    await menu.click();
    const chosen = page.getByRole("menuitemradio", { name: "Default Layout" });
    await chosen.waitFor();
    expect(await chosen.isChecked()).toBe(true);
  });
});

describe("a whole page that does not come leaves its frame", () => {
  const title = "This page could not be loaded";
  async function comesAgain(heading: string): Promise<void> {
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    gateway.withhold(null);
    await button("Try again").click();
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await expect.poll(async () => (await focusOf(page)).name).toBe(heading);
  }

  test("[brief 4, A2] in the signed-in area", async () => {
    await enterDemo(maria);
    gateway.withhold(/profile-page/);
    await page.evaluate(() => history.pushState(null, "", "/profile"));
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(await button(/Connected/).count()).toBe(1);
    await comesAgain("Your profile");
  });

  test("[brief 4, A2] in administration", async () => {
    await enterConsole(maria);
    gateway.withhold(/analytics-page/);
    await page.getByRole("link", { name: "Analytics" }).click();
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(await page.getByRole("link", { name: "Console" }).count()).toBe(1);
    await comesAgain("Analytics");
  });

  test("[brief 4, A2] among the public pages, also the first of a visit", async () => {
    await page.goto("/login");
    await button("Sign in").waitFor();
    gateway.withhold(/forgot-password-page/);
    await page.evaluate(() => history.pushState(null, "", "/forgot-password"));
    await comesAgain("Forgot your password?");
    gateway.withhold(/reset-password-page/);
    await page.goto("/reset-password?token=mailed");
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    expect(await page.getByRole("contentinfo").count()).toBe(1);
  });
});
