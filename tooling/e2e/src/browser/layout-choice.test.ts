/** The layout's name in the headline, what asks before it is lost, and a layout that somebody changes elsewhere meanwhile. */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { clearLayouts, keepLayout, keptLayouts, layoutLine, openEditor, type Tile } from "./layouts-page.ts";
import { toastsOf } from "./toasts.ts";

let house: House;
let browser: Browser;
let maria: Visit;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
  maria = await visit(browser, house);
  await enterDemo(maria);
});
afterEach(async () => {
  await clearLayouts(maria.page);
  await maria.page.evaluate(() => localStorage.clear());
  await maria.page.goto("/dashboard");
  await maria.page.getByRole("button", { name: /Connected/ }).waitFor();
  if (maria.complaints.length > 0) throw new Error(maria.complaints.splice(0).join("\n"));
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const tiles: readonly Tile[] = [
  { id: "device-list", type: "device-list", at: [0, 0, 12, 4] },
  { id: "system-status", type: "system-status", at: [0, 4, 6, 2] },
];
const question = (page: Page) => page.getByRole("group", { name: "Discard changes?" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const drafts = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft")).length);

test("[D1, D4] the headline's menu shows another layout at once, in every window, and the built-in one again", async () => {
  const { page } = maria;
  for (const name of ["Work", "Night"]) await keepLayout(page, { name, tiles, isDefault: false });
  const other = await maria.context.newPage();
  await other.goto("/dashboard");
  await button(page, "Default Layout, choose another layout").click();
  const menu = page.getByRole("menu", { name: "Default Layout, choose another layout" });
  await expect.poll(() => menu.getByRole("menuitemradio").allTextContents()).toEqual(["Default Layout", "Work", "Night"]);
  await menu.getByRole("menuitemradio", { name: "Default Layout", checked: true }).waitFor();
  await menu.getByRole("menuitemradio", { name: "Night" }).click();
  await toastsOf(page).getByText("This layout is now your default dashboard").waitFor();
  for (const tab of [page, other]) await layoutLine(tab, "Night · 2 visible components").waitFor();
  await button(page, "Night, choose another layout").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitemradio", { name: "Default Layout" }).click();
  for (const tab of [page, other]) await layoutLine(tab, "Default Layout · 4 visible components").waitFor();
  expect((await keptLayouts(page)).filter(({ isDefault }) => isDefault)).toEqual([]);
  await other.close();
});

describe("“Discard changes?”", () => {
  test.each([
    ["Esc", (page: Page) => page.keyboard.press("Escape")],
    ["Stop editing", (page: Page) => button(page, "Stop editing").click()],
    ["another layout", (page: Page) => button(page, "Edit Night").click()],
    ["a new one", (page: Page) => button(page, "Create New").click()],
  ])("the editor asks before %s takes what is not saved; kept it is all there, discarded it is gone", async (_, leave) => {
    const { page } = maria;
    for (const name of ["Work", "Night"]) await keepLayout(page, { name, tiles, isDefault: false });
    const dialog = await openEditor(page);
    await button(page, "Edit Work").click();
    await dialog.getByRole("switch", { name: "Show System Status" }).click();
    await leave(page);
    await question(page).waitFor();
    await button(page, "Keep editing").and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Escape");
    await question(page).waitFor({ state: "detached" });
    await dialog.getByText("Editing “Work”").waitFor();
    expect(await dialog.getByRole("switch", { name: "Show System Status" }).getAttribute("aria-checked")).toBe("false");
    expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
    expect(await drafts(page)).toBe(1);
    await leave(page);
    await button(page, "Discard").click();
    await expect.poll(() => drafts(page)).toBe(0);
    expect(await page.getByText("Editing “Work”").count()).toBe(0);
    expect(await page.getByText("are not saved yet").count()).toBe(0);
  });

  test("nothing is asked where nothing was changed", async () => {
    const { page } = maria;
    await keepLayout(page, { name: "Work", tiles, isDefault: false });
    const dialog = await openEditor(page);
    await button(page, "Edit Work").click();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await question(page).count()).toBe(0);
  });

  test("names of a device and a share ask too, and a press outside is as good as Esc", async () => {
    const { page } = maria;
    await page.getByRole("button", { name: "Workshop", exact: true }).click();
    await button(page, "More for Workshop").click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Name of relay 2").fill("Saw");
    await page.mouse.click(5, 500);
    await question(page).waitFor();
    await button(page, "Discard").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Share Workshop" }).click();
    await page.getByRole("dialog").getByLabel("Email").fill("a@example.com");
    await page.keyboard.press("Escape");
    await button(page, "Keep editing").click();
    expect(await page.getByRole("dialog").getByLabel("Email").inputValue()).toBe("a@example.com");
    await page.keyboard.press("Escape");
    await button(page, "Discard").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.getByText("Saw", { exact: true }).count()).toBe(0);
  });
});

describe("a layout that is changed elsewhere while it is edited", () => {
  const changed = "This layout was changed elsewhere meanwhile. Saving replaces what was kept there.";
  const deleted = "This layout was deleted elsewhere meanwhile. Your changes can be kept as a new one.";

  test("is said, takes nothing away, and can be taken over or replaced", async () => {
    const { page } = maria;
    const id = await keepLayout(page, { name: "Work", tiles, isDefault: false });
    const dialog = await openEditor(page);
    await button(page, "Edit Work").click();
    await dialog.getByRole("switch", { name: "Show System Status" }).click();
    const theirs = {
      id,
      name: "Work",
      layout: { components: [{ id: "log", type: "activity-log", visible: true, position: { x: 0, y: 0, w: 6, h: 2 } }] },
    };
    const answer = await page.request.post("/api/dashboard-layouts", { data: theirs, headers: { origin: house.url } });
    expect(answer.ok()).toBe(true);
    await dialog.getByText(changed).waitFor();
    expect(await dialog.locator(".component-title").allTextContents()).toEqual(["My Devices", "System Status"]);
    await button(page, "Show what was kept").click();
    await expect.poll(() => dialog.locator(".component-title").allTextContents()).toEqual(["Activity Log"]);
    expect(await dialog.getByText(changed).count()).toBe(0);
    await dialog.getByRole("switch", { name: "Show Activity Log" }).click();
    await button(page, "Save Layout").click();
    await toastsOf(page).getByText("Layout Saved").waitFor();
    expect(await keptLayouts(page)).toMatchObject([{ id, layout: { components: [{ id: "log", visible: false }] } }]);
  });

  test("deleted elsewhere it can go on as a new one", async () => {
    const { page } = maria;
    const id = await keepLayout(page, { name: "Work", tiles, isDefault: false });
    const dialog = await openEditor(page);
    await button(page, "Edit Work").click();
    await dialog.getByRole("switch", { name: "Show System Status" }).click();
    await page.request.delete(`/api/dashboard-layouts/${id}`, { headers: { origin: house.url } });
    await dialog.getByText(deleted).waitFor();
    await button(page, "Make it a new one").click();
    expect(await dialog.getByText(deleted).count()).toBe(0);
    await button(page, "Save Layout").click();
    await toastsOf(page).getByText("Layout Saved").waitFor();
    const [kept] = await keptLayouts(page);
    expect(kept).toMatchObject({ name: "Work", layout: { components: [{ visible: true }, { visible: false }] } });
    expect(kept?.id).not.toBe(id);
  });
});
