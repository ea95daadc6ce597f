/** With the keyboard alone: what was pressed leaves the page, and the focus is on what stands in its place, to be seen. [A2] */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
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
  await clearLayouts(page);
  await maria.context.close();
  if (maria.complaints.length > 0) throw new Error(maria.complaints.join("\n"));
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
async function focusComesTo(name: string | RegExp, timeout = 5_000): Promise<boolean> {
  await vi.waitUntil(
    async () => {
      const focus = await focusOf(page);
      return focus.isSeen && (typeof name === "string" ? focus.name === name : name.test(focus.name));
    },
    { timeout },
  );
  return true;
}

/** A toast lies over it for 5 s. */
const untilToastGoes = 10_000;

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

  test("the page that is arranged takes the focus, and gives it to what opened it: after Save, and after Cancel and Esc", async () => {
    for (const leave of ["Cancel", "Save Layout"]) {
      await press("Arrange on the page");
      expect(await focusComesTo("Editing ‘Work’")).toBe(true);
      await press(leave);
      await page.locator(".arrange").waitFor({ state: "detached" });
      if (leave === "Cancel") await dialog().waitFor();
    }
    expect(await focusComesTo("Customize Layout")).toBe(true);
    await page.keyboard.press("Enter");
    await dialog().waitFor();
    await press("Edit Work");
    await press("Arrange on the page");
    await press("Cancel");
    await dialog().waitFor();
    expect(await focusComesTo("Close")).toBe(true);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    expect(await focusComesTo("Customize Layout")).toBe(true);
  });

  test("a component that is removed hands on to the next one, the last to the one before", async () => {
    await press("Remove System Status");
    expect(await focusComesTo("Show Activity Log")).toBe(true);
    await press("Undo");
    await press("Remove Activity Log");
    expect(await focusComesTo("Show System Status")).toBe(true);
    await press("Stop editing");
    expect(await focusComesTo("Keep editing")).toBe(true);
    await page.keyboard.press("Escape");
    expect(await focusComesTo("Undo")).toBe(true);
    await press("Stop editing");
    await press("Discard");
    expect(await focusComesTo(/Create New|Use built-in layout|Set Default|Edit Work/)).toBe(true);
  });
});

test("[A2, D7] the editor in place of the tiles hands on to what follows, and when it goes to what opens it", async () => {
  await keepLayout(page, {
    name: "None",
    tiles: [
      { id: "system-status", type: "system-status", visible: false, at: [0, 0, 6, 2] },
      { id: "activity-log", type: "activity-log", visible: false, at: [6, 0, 6, 2] },
    ],
  });
  await keepLayout(page, { name: "Night", tiles: [], isDefault: false });
  await button("Delete Night").waitFor();
  await press("Delete Night");
  expect(await focusComesTo("Undo deleting Night")).toBe(true);
  await press("Remove System Status");
  expect(await focusComesTo("Show Activity Log")).toBe(true);
  await page.keyboard.press("Space");
  await press("Save Layout");
  await page.getByText("No Components Visible").waitFor({ state: "detached" });
  expect(await focusComesTo("Customize Layout")).toBe(true);
});

test("[A2] “Check now” that goes with a fresh word of the device hands on to its card, and switches nothing", async () => {
  await openCard("Gate");
  await press("Check now");
  await button("Check now").waitFor({ state: "detached" });
  expect(await focusComesTo(/^Gate/)).toBe(true);
  await page.locator("article:focus").waitFor();
});

test("[A2] “Clear filter” hands on to the first of the devices that are there again", async () => {
  await page.getByRole("searchbox").fill("xyzzy");
  await press("Clear filter");
  await page.locator("article:focus").waitFor();
  const first = page
    .getByRole("region", { name: /^My Devices/ })
    .getByRole("article")
    .first();
  expect(await focusComesTo(await first.getByRole("heading").innerText())).toBe(true);
});

test("[A2, brief 4] the word of a failed refresh that goes with its “Try again” hands on to the heading", async () => {
  await maria.context.setOffline(true);
  await page.getByText(/^No connection to the server since/).waitFor();
  await page.keyboard.press("r");
  await page.getByRole("group", { name: "My Devices" }).getByRole("button", { name: "Try again" }).focus();
  await maria.context.setOffline(false);
  await page.getByText("Failed to refresh devices").waitFor({ state: "detached", timeout: 60_000 });
  await page.locator("main h1:focus").waitFor();
  expect((await focusOf(page)).name).toBe("Dashboard");
});

test("[A2, D45] a cleared log that is brought back has the focus", async () => {
  await press("Clear All");
  await button("Restore log view").waitFor();
  await press("Restore log view");
  await page.getByRole("region", { name: "Activity entries" }).waitFor();
  expect(await focusComesTo("Activity entries")).toBe(true);
});

test("[A2, D45] the way back to a cleared log stays, whatever happens next and however often it is cleared again", async () => {
  const rows = page.locator(".log-box .log-row:not(.log-gap)");
  await rows.first().waitFor();
  const before = await rows.count();
  for (const state of ["on", "off"]) {
    await press("Clear All");
    await rows.first().waitFor({ state: "detached" });
    expect(await focusComesTo("Restore log view", untilToastGoes)).toBe(true);
    await house.sim("POST /devices/P0SIM0001/button", { relay: 4, state });
    await rows.getByText(`Relay 4 turned ${state}`).waitFor();
    expect([await rows.count(), await button("Restore log view").count()]).toEqual([1, 1]);
    expect(await focusComesTo("Activity entries")).toBe(true);
  }
  await press("Restore log view");
  await button("Restore log view").waitFor({ state: "detached" });
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(before + 2);
  expect(await focusComesTo("Activity entries")).toBe(true);
});

describe("[A2] where nothing is left to hand on to", () => {
  const add = (name: string) =>
    page.locator(".log-actions").evaluate((actions, text) => {
      const button = document.createElement("button");
      button.textContent = text;
      actions.append(button);
    }, name);
  beforeEach(async () => {
    await add("Last");
    await button("Last").focus();
    await button("Last").evaluate((last) => {
      const controls = last.closest("section")?.querySelectorAll<HTMLElement>("button, [tabindex]") ?? [];
      for (const control of controls) control.hidden = control !== last;
      last.remove();
    });
    await page.locator("body:focus, body:not(:has(:focus))").waitFor();
  });

  test("what comes there next has the focus", async () => {
    await add("Next");
    expect((await focusOf(page)).name).toBe("Next");
  });

  test("who does something else meanwhile is left alone", async () => {
    await page.getByRole("heading", { name: "Dashboard", level: 1 }).click();
    const before = await focusOf(page);
    await add("Next");
    expect(await focusOf(page)).toEqual(before);
  });
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
  expect(await focusComesTo("Undo: bring Relay changed back")).toBe(true);
  await page.keyboard.press("Enter");
  expect(await focusComesTo("Active: Relay changed")).toBe(true);

  const serial = (await card.getByText(/^serial/).innerText()).slice(-4);
  const devices = (await house.sim("GET /devices")) as { serial: string }[];
  const device = devices.find((one) => one.serial.endsWith(serial))?.serial ?? "";
  await house.sim(`POST /devices/${device}/button`, { relay: 3, state: "on" });
  const seen = card.getByRole("button", { name: "Mark as seen: Relay changed" });
  await seen.first().waitFor({ timeout: 60_000 });
  await seen.first().focus();
  await page.keyboard.press("Enter");
  await card.getByText(/seen/).first().waitFor();
  expect(await focusComesTo(/./)).toBe(true);
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
  expect(await focusComesTo("Undo: give kim@example.com access again")).toBe(true);
  await page.keyboard.press("Enter");
  expect(await focusComesTo("Change kim@example.com")).toBe(true);
});

test("[A2, D25] one's own device that is taken away elsewhere hands on to the word of it, said once; what is undone here says nothing", async () => {
  const devices = (await (await page.request.get("/api/devices")).json()) as { id: string; name: string }[];
  const id = devices.find(({ name }) => name === "Porch light")?.id ?? "";
  const words = "Porch light is no longer among your devices.";
  const card = page.getByRole("article", { name: "Porch light", exact: true });
  await press("Porch light");
  await button("Share Porch light").focus();
  const gone = await page.request.delete(`/api/devices/${id}`, { headers: { origin: house.url } });
  expect(gone.ok()).toBe(true);
  await card.waitFor({ state: "detached" });
  expect(await focusComesTo(words)).toBe(true);
  await page.locator("[data-announcer=polite]").getByText(words).waitFor({ state: "attached" });
  const back = await page.request.post(`/api/devices/${id}/restore`, { headers: { origin: house.url } });
  expect(back.ok()).toBe(true);
  await page.getByRole("main").getByText(words).waitFor({ state: "detached" });
  await press("More for Porch light");
  await page.getByRole("menuitem", { name: "Remove", exact: true }).click();
  await card.waitFor({ state: "detached" });
  expect(await focusComesTo("Undo: Porch light removed")).toBe(true);
  expect(await page.getByRole("main").getByText(words).count()).toBe(0);
  await page.keyboard.press("Enter");
  await card.waitFor();
});

test("[A2] a device of the address that comes after a press takes no focus; before any, it is brought into view", async () => {
  const alex = await visit(browser, house);
  await enterDemo(alex, "alex");
  const origin = { origin: house.url };
  const garage = (await alex.page.getByRole("article", { name: "Garage" }).getAttribute("data-device")) ?? "";
  const shares = await (await alex.page.request.get(`/api/devices/${garage}/shares`)).json();
  const [{ id }] = shares as [{ id: string }];
  const revoke = (share: string) => alex.page.request.delete(`/api/device-shares/${share}`, { headers: origin });
  const give = async () => {
    const data = { deviceId: garage, sharedWithEmail: "demo@relaydeck.test", permission: "control" };
    const answer = await alex.page.request.post("/api/device-shares", { data, headers: origin });
    return ((await answer.json()) as { id: string }).id;
  };
  const card = page.locator(`[data-device="${garage}"]`);

  await revoke(id);
  await page.goto(`/dashboard?device=${garage}`);
  await page.getByRole("article", { name: "Workshop" }).waitFor();
  const again = await give();
  await card.and(page.locator(":focus")).waitFor();

  await revoke(again);
  await page.reload();
  await page.getByRole("article", { name: "Workshop" }).waitFor();
  await button("Customize Layout").focus();
  await page.keyboard.press("Shift+Tab");
  const before = await focusOf(page);
  await give();
  await card.waitFor();
  expect(await focusOf(page)).toEqual(before);
  await alex.context.close();
});
