/** With the keyboard alone: what was pressed leaves the page, and the focus is on what stands in its place, to be seen. [A2] */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { focusOf } from "./focus.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { clearLayouts, keepLayout, layoutLine, openEditor } from "./layouts-page.ts";

let house: House;
let browser: Browser;
let maria: Visit;
let page: Page;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
});
beforeEach(async () => {
  maria = await visit(browser, house);
  ({ page } = maria);
  await enterDemo(maria);
});
afterEach(async () => {
  expect(maria.complaints).toEqual([]);
  await maria.context.close();
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
async function press(name: string) {
  await button(name).focus();
  await page.keyboard.press("Enter");
}
/** Once all has come to rest: what has taken the focus in between is gone again. */
async function expectFocus(name: string | RegExp) {
  await expect
    .poll(() => focusOf(page), { timeout: 5_000 })
    .toEqual({ name: typeof name === "string" ? name : expect.stringMatching(name), isSeen: true });
}

async function openCard(name: string) {
  const card = page.getByRole("article", { name, exact: true });
  await card.getByRole("button", { name, exact: true, expanded: false }).click();
  return card;
}

describe("[A2] layouts", () => {
  const tiles = [
    { id: "system-status", type: "system-status", at: [0, 0, 6, 2] },
    { id: "activity-log", type: "activity-log", at: [6, 0, 6, 2] },
  ] as const;
  const dialog = () => page.getByRole("dialog", { name: "Dashboard Layout Editor" });
  beforeEach(async () => {
    await keepLayout(page, { name: "Work", tiles });
    await layoutLine(page, "Work · 2 visible components").waitFor();
    await openEditor(page);
    await press("Edit Work");
  });
  afterEach(() => clearLayouts(page));

  test("the page that is arranged takes the focus, and gives it to what opened it: after Save, and after Cancel and Esc", async () => {
    for (const leave of ["Cancel", "Save Layout"]) {
      await press("Arrange on the page");
      await expectFocus("Editing ‘Work’");
      await press(leave);
      await page.locator(".arrange").waitFor({ state: "detached" });
      if (leave === "Cancel") await dialog().waitFor();
    }
    await expectFocus("Customize Layout");
    await page.keyboard.press("Enter");
    await dialog().waitFor();
    await press("Edit Work");
    await press("Arrange on the page");
    await press("Cancel");
    await dialog().waitFor();
    await expectFocus("Close");
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await expectFocus("Customize Layout");
  });

  test("a component that is removed hands on to the next one, the last to the one before", async () => {
    await press("Remove System Status");
    await expectFocus("Show Activity Log");
    await press("Undo");
    await press("Remove Activity Log");
    await expectFocus("Show System Status");
    await press("Stop editing");
    await expectFocus("Keep editing");
    await page.keyboard.press("Escape");
    await expectFocus("Undo");
    await press("Stop editing");
    await press("Discard");
    await expectFocus(/Create New|Use built-in layout|Set Default|Edit Work/);
  });
});

test("[A2, D45] a cleared log that is brought back has the focus", async () => {
  await press("Clear All");
  await page.getByRole("button", { name: "Restore log view" }).waitFor();
  await press("Restore log view");
  await page.getByRole("region", { name: "Activity entries" }).waitFor();
  await expectFocus("Activity entries");
});

test("[A2] a deleted alert hands on to its strip and back; a notice marked as seen to what is next to it", async () => {
  const card = await openCard("Workshop");
  await card.getByRole("button", { name: /^Email Alerts/ }).click();
  for (const label of ["Battery low", "Relay changed"]) {
    await card.getByLabel("Send me a mail when").selectOption({ label });
    await press("Add alert");
    await card.getByRole("switch", { name: `Active: ${label}` }).waitFor();
  }
  await press("Delete Relay changed");
  await expectFocus("Undo: bring Relay changed back");
  await page.keyboard.press("Enter");
  await expectFocus("Active: Relay changed");

  const serial = (await card.getByText(/^serial/).innerText()).slice(-4);
  const devices = (await house.sim("GET /devices")) as { serial: string }[];
  const device = devices.find((one) => one.serial.endsWith(serial))?.serial ?? "";
  await house.sim(`POST /devices/${device}/button`, { relay: 3, state: "on" });
  const seen = card.getByRole("button", { name: "Mark as seen: Relay changed" });
  await seen.first().waitFor({ timeout: 60_000 });
  await seen.first().focus();
  await page.keyboard.press("Enter");
  await card.getByText(/seen/).first().waitFor();
  await expect.poll(async () => (await focusOf(page)).isSeen).toBe(true);
  expect(await card.locator(".alert-row:focus-within").innerText()).toMatch(/seen/);
});

test("[A2, D39] a revoked share hands on to its strip and back", async () => {
  await openCard("Workshop");
  await press("Share Workshop");
  const dialog = page.getByRole("dialog", { name: "Share Workshop" });
  await dialog.getByLabel("Email").fill("kim@example.com");
  await page.keyboard.press("Enter");
  await button("Revoke kim@example.com").waitFor();
  await press("Revoke kim@example.com");
  await expectFocus("Undo: give kim@example.com access again");
  await page.keyboard.press("Enter");
  await expectFocus("Change kim@example.com");
});
