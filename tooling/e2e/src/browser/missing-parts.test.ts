/** What is fetched only when it is wanted, wanted while the network is gone: it alone is missing, and comes when it is wanted again. [A2, brief 4] */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { focusOf } from "./focus.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { axeFindings } from "./inspection.ts";
import { keepDraft } from "./layouts-page.ts";
import { fetchMenus } from "./menus.ts";
import { toastsOf } from "./toasts.ts";
import { openWire } from "./wire.ts";

let house: House;
let browser: Browser;
let maria: Visit;
let page: Page;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});
beforeEach(async () => {
  maria = await visit(browser, house);
  ({ page } = maria);
  await enterDemo(maria);
  // What is in menus is about something else.
  await fetchMenus(button("More for Pump house"));
});
afterEach(async () => {
  await maria.context.close();
  if (maria.complaints.length > 0) throw new Error(maria.complaints.join("\n"));
});

const words = "This part could not be loaded.";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const down = () => page.getByText(/^No connection to the server since/);

async function lose(): Promise<void> {
  await maria.context.setOffline(true);
  await down().waitFor();
}
async function find(): Promise<void> {
  await maria.context.setOffline(false);
  await down().waitFor({ state: "detached", timeout: 60_000 });
}
/** Each stylesheet that the page names is here. */
const looks = () =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
    const here = new Set(links.filter(({ sheet }) => sheet !== null).map(({ href }) => href));
    return links.filter(({ href }) => !here.has(href)).map(({ href }) => href);
  });
async function everythingElseStands(): Promise<void> {
  expect(await page.getByRole("heading", { level: 1, name: "Dashboard" }).count()).toBe(1);
  expect(await page.getByRole("article").count()).toBeGreaterThanOrEqual(8);
}

describe.each([
  ["Share", "Share Pump house", () => button("Share Pump house").click()],
  ["Customize Layout", "Dashboard Layout Editor", () => button("Customize Layout").click()],
  ["Ctrl K", "Search or run", () => page.keyboard.press("ControlOrMeta+k")],
  ["?", "Keyboard shortcuts", () => page.keyboard.press("?")],
  [
    "Rename",
    "Rename Pump house",
    async () => {
      await button("More for Pump house").click();
      await page.getByRole("menuitem", { name: "Rename" }).click();
    },
  ],
  [
    "History",
    "History of Pump house",
    async () => {
      await button("More for Pump house").click();
      await page.getByRole("menuitem", { name: "History" }).click();
    },
  ],
] as const)("%s", (_, title, press) => {
  test("[brief 4] without a network a toast says so and the page stands; with it, the next press opens it", async () => {
    await lose();
    await press();
    await toastsOf(page).filter({ hasText: words }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await everythingElseStands();
    await find();
    await press();
    await page.getByRole("dialog", { name: title }).waitFor();
    expect(await looks()).toEqual([]);
  });
});

test("[brief 4, A2] what stands in a card says it in its place, and Try again brings it there with the focus in the card", async () => {
  await lose();
  const card = page.getByRole("article", { name: "Pump house", exact: true });
  await card.getByRole("button", { name: /Email Alerts/ }).click();
  const alerts = card.locator(".alerts-panel");
  await alerts.getByText(words).waitFor();
  await everythingElseStands();
  expect(await axeFindings(page)).toEqual([]);
  await find();
  await alerts.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  await alerts.getByRole("button", { name: "Add alert" }).waitFor();
  expect((await focusOf(page)).name).toBe("Pump house");
  expect(await looks()).toEqual([]);
});

test("[brief 4] the names of other layouts and the form for a device say it, too, and come later", async () => {
  await lose();
  await button("Default Layout, choose another layout").click();
  await page.getByRole("menuitem", { name: words }).click();
  await button("Add a device").click();
  const form = page.locator(".register");
  await form.getByText(words).waitFor();
  await everythingElseStands();
  await find();
  await form.getByRole("button", { name: "Try again" }).click();
  await form.getByLabel("Serial number").waitFor();
  await button("Default Layout, choose another layout").click();
  await page.getByRole("menuitemradio", { name: "Default Layout" }).waitFor();
  expect(await looks()).toEqual([]);
});

test("[brief 4, A2] a dialog that was waited for and does not come gives the focus back to what opened it", async () => {
  const wire = await openWire();
  const held = await visit(browser, house, { wire });
  await enterDemo(held);
  // The frame of dialogs comes with the first one.
  await held.page.keyboard.press("?");
  const dialog = held.page.getByRole("dialog");
  await dialog.waitFor();
  await held.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  wire.hold();
  await held.page.getByRole("button", { name: "Share Pump house", exact: true }).click();
  await dialog.waitFor();
  wire.cut();
  await toastsOf(held.page).filter({ hasText: words }).waitFor();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(async () => (await focusOf(held.page)).name).toBe("Share Pump house");
  expect(held.complaints).toEqual([]);
  await held.context.close();
  await wire.close();
});

test("[HD-4, A2] a kept draft that cannot be gone on with waits on, and comes when it is asked for again", async () => {
  await keepDraft(page, "Half done");
  await page.reload();
  const goOn = button("Continue editing “Half done”");
  await goOn.waitFor();
  await lose();
  await goOn.click();
  await toastsOf(page).filter({ hasText: words }).waitFor();
  await goOn.waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect((await focusOf(page)).name).toBe("Customize Layout");
  await find();
  await goOn.click();
  const editor = page.getByRole("dialog", { name: "Dashboard Layout Editor" });
  expect(await editor.getByLabel("Layout name").inputValue()).toBe("Half done");
  expect(await looks()).toEqual([]);
});

test("[brief 4] a part has its looks also where it shares them with another that was missing before", async () => {
  await lose();
  await page.keyboard.press("ControlOrMeta+k");
  await toastsOf(page).filter({ hasText: words }).waitFor();
  await find();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  expect(await looks()).toEqual([]);
});

test("[brief 4] what was missing in several places comes in all of them when it is fetched for one", async () => {
  const panels = ["Pump house", "Workshop"].map((name) => page.getByRole("article", { name, exact: true }));
  await page.getByRole("button", { name: "Workshop", exact: true, expanded: false }).click();
  await lose();
  for (const card of panels) {
    await card.getByRole("button", { name: /^Email Alerts/ }).click();
    await card.locator(".alerts-panel").getByText(words).waitFor();
  }
  await find();
  await panels[0]?.locator(".alerts-panel").getByRole("button", { name: "Try again" }).click();
  for (const card of panels) await card.getByRole("button", { name: "Add alert" }).waitFor();
  expect(await page.locator(".alerts-panel").getByText(words).count()).toBe(0);
});

test("[brief 4] a layout that cannot be arranged on the page stays in its dialog, and comes when it is asked for again", async () => {
  await button("Customize Layout").click();
  const editor = page.getByRole("dialog", { name: "Dashboard Layout Editor" });
  await editor.getByRole("button", { name: "Create New" }).click();
  const arrange = editor.getByRole("button", { name: "Arrange on the page" });
  await arrange.waitFor();
  await lose();
  await arrange.click();
  await toastsOf(page).filter({ hasText: words }).waitFor();
  await arrange.waitFor();
  await find();
  await arrange.click();
  await button("Move System Status").waitFor();
  expect(await editor.count()).toBe(0);
  expect(await looks()).toEqual([]);
});

test("[brief 4, A2] the simulator's drawer says it itself, and Try again fills it", async () => {
  // With the frame of dialogs, which comes with the first one, only what is in the drawer is missing.
  await button("Share Pump house").click();
  await page.getByRole("dialog", { name: "Share Pump house" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await lose();
  await button("What can I try?").click();
  const drawer = page.getByRole("dialog");
  await drawer.getByText(words).waitFor();
  await everythingElseStands();
  await find();
  await drawer.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  await drawer.getByRole("button", { name: "Cut the power silently" }).waitFor();
  expect((await focusOf(page)).name).not.toBe("the page");
});

test("[brief 4, A2] a tile that could not be fetched comes with Try again, and the focus is not lost", async () => {
  const phone = await visit(browser, house, { width: 360, height: 480 });
  await enterDemo(phone);
  const tile = phone.page.getByRole("region", { name: /^System Status$/ });
  await phone.page.getByRole("article", { name: "Workshop" }).waitFor();
  await phone.context.setOffline(true);
  await tile.scrollIntoViewIfNeeded();
  await tile.getByText("This part of the page broke. The rest keeps working.").waitFor();
  await phone.context.setOffline(false);
  await tile.getByRole("button", { name: "Try again" }).focus();
  await phone.page.keyboard.press("Enter");
  await tile.getByText("Browser to server").waitFor();
  expect((await focusOf(phone.page)).name).not.toBe("the page");
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});

test.each([
  {
    path: "/admin/dashboard",
    title: "Admin console",
    tab: "Devices",
    partOf: (there: Page) => there.getByRole("region", { name: "Devices, list" }),
  },
  {
    path: "/admin/analytics",
    title: "Analytics",
    tab: "API Analytics",
    partOf: (there: Page) => there.getByRole("slider", { name: "Calls to the device cloud" }),
  },
])("[brief 4, A2] $path: a tab that could not be fetched is missing alone", async ({ path, title, tab, partOf }) => {
  const admin = await visit(browser, house);
  const there = admin.page;
  await there.request.post("/demo/session", { data: { as: "admin" } });
  await there.goto(path);
  await there.getByRole("tab", { name: tab, exact: true }).waitFor();
  await admin.context.setOffline(true);
  await there.getByRole("tab", { name: tab, exact: true }).click();
  await there.getByRole("tabpanel", { name: tab }).getByText(words).waitFor();
  expect(await there.getByRole("heading", { level: 1, name: title }).count()).toBe(1);
  expect(await there.getByRole("tab").count()).toBeGreaterThanOrEqual(3);
  expect(await axeFindings(there)).toEqual([]);
  await admin.context.setOffline(false);
  await there.getByRole("button", { name: "Try again" }).focus();
  await there.keyboard.press("Enter");
  await partOf(there).waitFor();
  expect((await focusOf(there)).name).toBe(tab);
  expect(admin.complaints).toEqual([]);
  await admin.context.close();
});
