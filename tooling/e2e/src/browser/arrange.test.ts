/** The page arranged by pointer, by keys and by single presses, under the content policy; kept, and seen elsewhere. [HD-6, HD-1, A2, A7] */
import type { Browser, CDPSession, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectFocus, focusOf, tabTo } from "./focus.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { axeFindings } from "./inspection.ts";
import {
  clearLayouts,
  keepLayout,
  keptLayouts,
  keptPlaces,
  lastSpoken,
  layoutLine,
  openEditor,
  tilesSeen,
} from "./layouts-page.ts";
import { toastsOf } from "./toasts.ts";

let house: House;
let browser: Browser;
let maria: Visit;
let page: Page;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser()]);
  maria = await visit(browser, house);
  ({ page } = maria);
  await enterDemo(maria);
});
beforeEach(async () => {
  await keepLayout(page, {
    name: "Work",
    tiles: [
      { id: "system-status", type: "system-status", at: [0, 0, 6, 2] },
      { id: "activity-log", type: "activity-log", at: [6, 0, 6, 2] },
      { id: "shared-devices", type: "shared-devices", at: [0, 2, 12, 3] },
    ],
  });
  await layoutLine(page, "Work · 3 visible components").waitFor();
  const dialog = await openEditor(page);
  await dialog.getByRole("button", { name: "Edit Work" }).click();
  await dialog.getByRole("button", { name: "Arrange on the page" }).click();
  await page.getByText("Editing ‘Work’").waitFor();
  await page.getByRole("button", { name: "Move System Status" }).waitFor();
});
afterEach(async () => {
  if (maria.complaints.length > 0) throw new Error(maria.complaints.join("\n"));
  await clearLayouts(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto("/dashboard");
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const places = () => keptPlaces(page, "Work");
const tile = (id: string) => page.locator(`.arrange-tile[data-component=${id}]`);
async function boxOf(id: string) {
  const box = await tile(id).boundingBox();
  if (box === null) throw new Error(`${id} is on the page`);
  return box;
}
/** Where it has come to rest: a tile that was moved takes some frames to get there. */
async function restingBox(id: string) {
  await tile(id).evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
  return boxOf(id);
}
async function drag(from: { x: number; y: number }, by: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  await page.mouse.up();
}
/** One finger from there, as a touch screen says it. */
async function touch(screen: CDPSession, from: { x: number; y: number }, by: { x: number; y: number }) {
  const at = (part: number) => ({ touchPoints: [{ x: from.x + by.x * part, y: from.y + by.y * part }] });
  await screen.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(0) });
  for (const part of [0.1, 0.25, 0.5, 0.75, 1]) await screen.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(part) });
  await screen.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
/** A point on the tile's Move button. */
async function moveOf(title: string) {
  const box = await page.getByRole("button", { name: `Move ${title}` }).boundingBox();
  if (box === null) throw new Error("Move is on the page");
  return { x: box.x + 20, y: box.y + 20 };
}
async function save() {
  await page.getByRole("button", { name: "Save Layout" }).click();
  await toastsOf(page).getByText("Dashboard layout has been saved successfully").waitFor();
  await page.locator(".arrange").waitFor({ state: "detached" });
}

describe("by pointer", () => {
  test("[HD-6, HD-1] a tile is dragged by Move and sized at its corner, kept, there after a reload and in a second browser", async () => {
    const { height } = await boxOf("shared-devices");
    await drag(await moveOf("System Status"), { x: 0, y: height + 160 });
    const shared = await restingBox("shared-devices");
    expect((await restingBox("system-status")).y).toBeGreaterThanOrEqual(shared.y + shared.height);
    const before = await boxOf("activity-log");
    await drag({ x: before.x + before.width - 12, y: before.y + before.height - 12 }, { x: 0, y: 112 });
    // The press that ended the drag opens no arrows.
    expect(await page.getByRole("group", { name: "Arrows for System Status" }).count()).toBe(0);
    await save();
    expect(await places()).toEqual({
      "activity-log": [6, 0, 6, 3],
      "shared-devices": [0, 3, 12, 3],
      "system-status": [0, 6, 6, 2],
    });
    await page.reload();
    await layoutLine(page, "Work · 3 visible components").waitFor();
    const second = await visit(browser, house);
    await enterDemo(second);
    await layoutLine(second.page, "Work · 3 visible components").waitFor();
    expect(await tilesSeen(second.page)).toEqual(await tilesSeen(page));
    await second.context.close();
  });

  test("[HD-6] a finger drags by Move too, and the press that follows is not taken for its end", async () => {
    const screen = await page.context().newCDPSession(page);
    await screen.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    const { height } = await boxOf("shared-devices");
    await touch(screen, await moveOf("System Status"), { x: 0, y: height + 160 });
    const shared = await restingBox("shared-devices");
    expect((await restingBox("system-status")).y).toBeGreaterThanOrEqual(shared.y + shared.height);
    expect(await page.getByRole("group", { name: "Arrows for System Status" }).count()).toBe(0);
    await screen.detach();
    await page.getByRole("button", { name: "Move System Status" }).click();
    await page.getByRole("group", { name: "Arrows for System Status" }).waitFor();
    await save();
    expect(await places()).toEqual({
      "activity-log": [6, 0, 6, 2],
      "shared-devices": [0, 2, 12, 3],
      "system-status": [0, 5, 6, 2],
    });
  });

  test("[HD-6, A7] whoever cannot drag presses Move and then arrows; every handle is 44 px", async () => {
    for (const name of ["Move System Status", "Resize System Status"]) {
      const box = await page.getByRole("button", { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await page.getByRole("button", { name: "Move System Status" }).click();
    const pad = page.getByRole("group", { name: "Arrows for System Status" });
    await pad.getByRole("button", { name: "Down" }).click();
    await expect.poll(() => lastSpoken(page)).toBe("System Status moved to column 1, row 6");
    await pad.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Resize System Status" }).click();
    await page.getByRole("group", { name: "Arrows for System Status" }).getByRole("button", { name: "Wider" }).click();
    await expect.poll(() => lastSpoken(page)).toBe("System Status is 7 wide, 2 high");
    await save();
    expect((await places())["system-status"]).toEqual([0, 5, 7, 2]);
  });
});

test("[HD-6, A7] on a tile of one column the buttons and the arrows stand where they can be pressed", async () => {
  const resize = page.getByRole("button", { name: "Resize System Status" });
  await resize.focus();
  for (const key of ["Enter", "Shift+ArrowLeft", "ArrowLeft", "Enter"]) await page.keyboard.press(key);
  const { x, width } = await restingBox("system-status");
  expect(width).toBeLessThan(120);
  for (const name of ["Move System Status", "Resize System Status", "Hide System Status"]) {
    const box = await page.getByRole("button", { name }).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(x);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(x + width);
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await resize.click();
  const pad = page.getByRole("group", { name: "Arrows for System Status" });
  expect((await pad.boundingBox())?.x).toBeGreaterThanOrEqual(0);
  await pad.getByRole("button", { name: "Wider" }).click();
  await expect.poll(() => lastSpoken(page)).toBe("System Status is 2 wide, 2 high");
});

describe("by keys alone", () => {
  test("[HD-6, A2] picked up, moved, sized and dropped; each step is spoken and the focus stays where it is", async () => {
    await page.getByRole("button", { name: "Cancel" }).focus();
    await tabTo(page, "Move System Status");
    await page.keyboard.press("Enter");
    await expect.poll(() => lastSpoken(page)).toBe("System Status picked up. Column 1, row 1, 6 wide, 2 high.");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => lastSpoken(page)).toBe("System Status moved to column 1, row 6");
    await expectFocus(page, "Move System Status", "while it is carried");
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => lastSpoken(page)).toBe("System Status moved to column 5, row 6");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press(" ");
    await expect.poll(() => lastSpoken(page)).toBe("System Status dropped");
    await page.keyboard.press("Tab");
    expect((await focusOf(page)).name).toBe("Resize System Status");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+ArrowDown");
    await expect.poll(() => lastSpoken(page)).toBe("System Status is 6 wide, 6 high");
    await page.keyboard.press("Enter");
    expect(await page.getByRole("group", { name: /Arrows for/ }).count()).toBe(0);
    await save();
    expect((await places())["system-status"]).toEqual([3, 5, 6, 6]);
  });

  test("[HD-6] a key that is held down picks up once, and drops once", async () => {
    const button = page.getByRole("button", { name: "Move System Status" });
    await button.focus();
    for (const [key, spoken] of [
      ["Enter", "picked up"],
      [" ", "dropped"],
      [" ", "picked up"],
      ["Enter", "dropped"],
    ] as const) {
      for (let times = 0; times < 4; times += 1) await page.keyboard.down(key);
      await page.keyboard.up(key);
      await expect.poll(() => lastSpoken(page)).toContain(`System Status ${spoken}`);
      expect(await button.getAttribute("aria-pressed")).toBe(String(spoken === "picked up"));
      expect(await button.getAttribute("aria-expanded")).toBe("false");
    }
  });

  test("[HD-6] Esc takes it back, leaving drops it, and Ctrl Z takes the whole way back as one step", async () => {
    const move = page.getByRole("button", { name: "Move System Status" });
    await move.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Escape");
    await expect.poll(() => lastSpoken(page)).toBe("System Status returned");
    expect(await page.getByRole("button", { name: "Undo" }).getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    await expect.poll(() => lastSpoken(page)).toBe("System Status dropped");
    const moved = await restingBox("system-status");
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await boxOf("system-status")).y).toBeLessThan(moved.y);
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(async () => (await restingBox("system-status")).x).toBe(moved.x);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog", { name: "Dashboard Layout Editor" }).waitFor();
    expect((await places())["system-status"]).toEqual([0, 0, 6, 2]);
  });

  test("[HD-6, A2] a hidden tile leaves the page and is shown again from the bar; the focus goes along", async () => {
    const hide = page.getByRole("button", { name: "Hide Activity Log" });
    await hide.focus();
    await page.keyboard.press("Enter");
    await tile("activity-log").waitFor({ state: "detached" });
    expect(await tile("system-status").count()).toBe(1);
    await expectFocus(page, "Show Activity Log", "when the tile is hidden");
    await page.keyboard.press("Enter");
    await tile("activity-log").waitFor();
    await expectFocus(page, "Undo", "when it is shown again");
  });

  test("[HD-6, A2] what is kept as new after it was deleted elsewhere hands the focus on", async () => {
    await page.request.delete("/api/dashboard-layouts/default", { headers: { origin: house.url } });
    for (const { id } of await keptLayouts(page))
      await page.request.delete(`/api/dashboard-layouts/${id}`, { headers: { origin: house.url } });
    const keep = page.getByRole("button", { name: "Make it a new one" });
    await keep.focus();
    await page.keyboard.press("Enter");
    await keep.waitFor({ state: "detached" });
    await expect.poll(() => focusOf(page)).toMatchObject({ name: "Undo", isSeen: true });
  });

  test("[HD-6] Ctrl Z says nothing where there is nothing to take back, and waits while a tile is carried", async () => {
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+Shift+z");
    await page.getByRole("button", { name: "Hide Activity Log" }).click();
    await page.getByRole("button", { name: "Move System Status" }).focus();
    for (const key of ["Enter", "ArrowRight", "Control+z", "Escape"]) await page.keyboard.press(key);
    await expect.poll(() => lastSpoken(page)).toBe("System Status returned");
    expect(
      await page
        .locator("[data-announcer] p")
        .getByText(/Undone|Redone/)
        .count(),
    ).toBe(0);
    expect(await page.getByRole("button", { name: "Undo" }).getAttribute("aria-disabled")).not.toBe("true");
    await page.keyboard.press("Control+z");
    await expect.poll(() => lastSpoken(page)).toBe("Undone");
    await tile("activity-log").waitFor();
  });
});

test.each(["light", "dark"] as const)("[A1] arranging and the editor have no finding of axe, %s", async (theme) => {
  await page.evaluate((value) => (document.documentElement.dataset["theme"] = value), theme);
  await page.getByRole("button", { name: "Resize Activity Log" }).click();
  await page.getByRole("group", { name: "Arrows for Activity Log" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog", { name: "Dashboard Layout Editor" }).waitFor();
  expect(await axeFindings(page, "[role=dialog]")).toEqual([]);
});
