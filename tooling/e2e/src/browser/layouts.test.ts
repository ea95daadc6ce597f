/** Layouts in the browser: the editor and all its words, the default in several tabs and browsers, the phone. [D1 … D6, D55] */
import type { Browser } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { focusOf } from "./focus.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import {
  clearLayouts,
  keepLayout,
  keptLayouts,
  keptPlaces,
  layoutLine,
  openEditor,
  tilesSeen,
  type Tile,
} from "./layouts-page.ts";
import { coveredIn, toastsOf } from "./toasts.ts";

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
  await maria.page.setViewportSize({ width: 1280, height: 900 });
  await maria.page.goto("/dashboard");
  if (maria.complaints.length > 0) throw new Error(maria.complaints.join("\n"));
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const two: readonly Tile[] = [
  { id: "device-list", type: "device-list", at: [0, 0, 12, 4] },
  { id: "system-status", type: "system-status", at: [0, 4, 6, 2] },
];

describe("the editor", () => {
  test("[D1, D55, A18] from nothing to a default of one's own, in the fixed words", async () => {
    const { page } = maria;
    await layoutLine(page, "Default Layout · 4 visible components").waitFor();
    expect(await tilesSeen(page)).toEqual(["device-list", "shared-devices", "system-status", "activity-log"]);
    const dialog = await openEditor(page);
    const description = "Customize your dashboard layout by organizing components and saving different configurations.";
    for (const text of [description, "No custom layouts created yet.", "Create your first custom layout to get started."])
      await dialog.getByText(text, { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Create New" }).click();
    await dialog.getByRole("heading", { name: "Components" }).waitFor();
    const titles = ["Device Registration", "System Status", "My Devices", "Activity Log", "Shared Devices"];
    expect(await dialog.locator(".component-title").allTextContents()).toEqual(titles);
    await dialog.getByRole("button", { name: "Save Layout" }).click();
    await toastsOf(page).getByText("Validation Error").waitFor();
    await dialog.locator(".field-error").getByText("Layout name is required").waitFor();
    await dialog.getByPlaceholder("Enter layout name...").fill("   ");
    await dialog.locator(".field-error").waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Save Layout" }).click();
    await dialog.locator(".field-error").waitFor();
    expect(await keptLayouts(page)).toEqual([]);
    await dialog.getByPlaceholder("Enter layout name...").fill("  Work ");
    await dialog.getByRole("switch", { name: "Show Activity Log" }).click();
    await dialog.getByRole("button", { name: "Save Layout" }).click();
    await toastsOf(page).getByText("Dashboard layout has been saved successfully").waitFor();
    await dialog.waitFor({ state: "detached" });
    expect(await keptLayouts(page)).toMatchObject([{ name: "Work", isDefault: false, layout: { name: "Work" } }]);
    await layoutLine(page, "Default Layout · 4 visible components").waitFor();

    const again = await openEditor(page);
    await again.getByRole("button", { name: "Set Default" }).click();
    await toastsOf(page).getByText("This layout is now your default dashboard").waitFor();
    await again.getByText("Default", { exact: true }).waitFor();
    expect(await again.getByRole("button", { name: "Set Default" }).count()).toBe(0);
    // Five kept, four flagged visible, three that draw something. [D2]
    await again.getByText("5 components").waitFor();
    await again.getByRole("button", { name: "Delete Work" }).click({ force: true });
    await toastsOf(page).getByText("The default layout cannot be deleted").waitFor();
    await page.keyboard.press("Escape");
    await layoutLine(page, "Work · 4 visible components").waitFor();
    expect(await tilesSeen(page)).toEqual(["device-list", "system-status", "shared-devices"]);
  });

  test.each([
    [1280, 900],
    [1024, 700],
    [900, 520],
    [390, 844],
    [360, 640],
    [320, 400],
  ])("[A7] at %i × %i no toast lies over a control of the dialog", async (width, height) => {
    const { page } = maria;
    await page.setViewportSize({ width, height });
    for (const name of ["Morning", "Noon", "Night", "Work"]) await keepLayout(page, { name, tiles: two, isDefault: false });
    const dialog = await openEditor(page);
    await dialog.getByRole("button", { name: "Create New" }).click();
    await dialog.getByRole("button", { name: "Save Layout" }).click();
    await toastsOf(page).getByText("Validation Error").waitFor();
    expect(await coveredIn(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Stop editing" }).click();
    await dialog.getByRole("button", { name: "Delete Night" }).click();
    await toastsOf(page).getByText("Dashboard layout has been deleted").waitFor();
    expect(await coveredIn(page)).toEqual([]);
  });

  test("[D3, D4, D6] an edit is kept in place and stays the default; what leaves the page is cut and said", async () => {
    const { page } = maria;
    await keepLayout(page, { name: "Work", tiles: two });
    await layoutLine(page, "Work · 2 visible components").waitFor();
    const dialog = await openEditor(page);
    await dialog.getByRole("button", { name: "Edit Work" }).click();
    expect(await dialog.getByPlaceholder("Enter layout name...").count()).toBe(0);
    const status = dialog.getByRole("group", { name: "System Status" });
    await status.getByLabel("X", { exact: true }).fill("8");
    await dialog.getByText("Width reduced to 4 to fit the page.").waitFor();
    await status.getByLabel("Height").fill("0");
    await status.getByLabel("Y", { exact: true }).fill("");
    expect(await status.getByLabel("Height").inputValue()).toBe("1");
    await status.getByLabel("Y", { exact: true }).blur();
    expect(await status.getByLabel("Y", { exact: true }).inputValue()).toBe("0");
    await dialog.getByText("Column 9, row 1 · 4 wide, 1 high").waitFor();
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.getByRole("button", { name: "Redo" }).click();
    await dialog.getByRole("button", { name: "Save Layout" }).click();
    await toastsOf(page).getByText("Layout Saved").waitFor();
    expect(await keptPlaces(page, "Work")).toEqual({ "device-list": [0, 0, 12, 4], "system-status": [8, 0, 4, 1] });
    expect(await keptLayouts(page)).toMatchObject([{ isDefault: true }]);
  });

  test("[D55, D6] a number is typed anew by key; what does not fit is made to fit when the field is left", async () => {
    const { page } = maria;
    await keepLayout(page, { name: "Work", tiles: two });
    const dialog = await openEditor(page);
    await dialog.getByRole("button", { name: "Edit Work" }).click();
    const status = dialog.getByRole("group", { name: "System Status" });
    const retype = async (label: string, keys: string) => {
      const field = status.getByLabel(label, { exact: true });
      await field.focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Backspace");
      expect(await field.inputValue()).toBe("");
      await page.keyboard.type(keys);
      expect(await field.inputValue()).toBe(keys);
      await page.keyboard.press("Tab");
      return field.inputValue();
    };
    expect(await retype("Width", "8")).toBe("8");
    expect(await retype("X", "4")).toBe("4");
    expect(await retype("Width", "")).toBe("1");
    expect(await retype("Width", "16")).toBe("12");
    expect(await retype("Width", "6")).toBe("6");
    await dialog.getByRole("button", { name: "Save Layout" }).click();
    await toastsOf(page).getByText("Layout Saved").waitFor();
    expect((await keptPlaces(page, "Work"))["system-status"]).toEqual([4, 4, 6, 2]);
  });

  test("[D55] a refused save is not told any more once the page itself is arranged, and nowhere for ever", async () => {
    const { page } = maria;
    const dialog = await openEditor(page);
    await dialog.getByRole("button", { name: "Create New" }).click();
    await dialog.getByRole("button", { name: "Save Layout" }).click();
    await page.locator(".toast").getByText("Validation Error").waitFor();
    const spoken = page.locator("[data-announcer=assertive]").getByText("Validation Error. Layout name is required");
    expect(await spoken.count()).toBe(1);
    await dialog.getByRole("button", { name: "Arrange on the page" }).click();
    await page.getByRole("button", { name: "Move System Status" }).waitFor();
    expect(await page.locator(".toast").filter({ hasText: "Validation Error" }).count()).toBe(0);
    await expect.poll(() => spoken.count(), { timeout: 30_000 }).toBe(0);
    await page.getByRole("button", { name: "Cancel" }).click();
    await dialog.getByRole("button", { name: "Stop editing" }).click();
    await page.keyboard.press("Escape");
  });

  test("[D5] deleting can be taken back from the list, and the built-in layout comes back", async () => {
    const { page } = maria;
    await keepLayout(page, { name: "Night", tiles: two, isDefault: false });
    await keepLayout(page, { name: "Work", tiles: two });
    const dialog = await openEditor(page);
    await dialog.getByRole("button", { name: "Delete Night" }).click();
    await toastsOf(page).getByText("Dashboard layout has been deleted").waitFor();
    await dialog.getByText("“Night” deleted").waitFor();
    expect(await keptLayouts(page)).toHaveLength(1);
    await expect.poll(async () => (await focusOf(page)).name).toBe("Undo deleting Night");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Edit Night" }).waitFor();
    await expect.poll(async () => (await focusOf(page)).name).toBe("Set Default: Night");
    await dialog.getByRole("button", { name: "Delete Night" }).click();
    await toastsOf(page).getByRole("button", { name: "Undo" }).click();
    await toastsOf(page).getByText("Layout Restored").waitFor();
    expect((await keptLayouts(page)).map(({ name }) => name)).toEqual(["Night", "Work"]);
    await dialog.getByRole("button", { name: /use built-in layout/i }).click();
    await page.keyboard.press("Escape");
    await layoutLine(page, "Default Layout · 4 visible components").waitFor();
  });

  test("[D1] Reset to Default brings the five of the template back, and Undo takes that back", async () => {
    const { page } = maria;
    await keepLayout(page, { name: "Work", tiles: two });
    const dialog = await openEditor(page);
    await dialog.getByRole("button", { name: "Edit Work" }).click();
    await dialog.getByRole("button", { name: "Reset to Default" }).click();
    await expect.poll(() => dialog.locator(".component-title").count()).toBe(5);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => dialog.locator(".component-title").count()).toBe(2);
    await dialog.getByRole("button", { name: "Stop editing" }).click();
  });

  test("[D7, D2] all hidden is said with the editor beside it; an unknown type is named as such", async () => {
    const { page } = maria;
    await keepLayout(page, { name: "Empty", tiles: [{ id: "a", type: "system-status", visible: false, at: [0, 0, 6, 2] }] });
    await page.getByRole("heading", { name: "No Components Visible" }).waitFor();
    await layoutLine(page, "Empty · 0 visible components").waitFor();
    expect(await tilesSeen(page)).toEqual([]);
    const editor = page.getByRole("region", { name: "Dashboard Layout Editor" });
    await editor.getByRole("switch", { name: "Show System Status" }).click();
    await editor.getByRole("button", { name: "Save Layout" }).click();
    await layoutLine(page, "Empty · 1 visible component").waitFor();
    await page.getByRole("region", { name: "System Status" }).waitFor();
    await keepLayout(page, { name: "Odd", tiles: [{ id: "w", type: "weather", title: "Weather", at: [0, 0, 6, 2] }] });
    await page.getByRole("region", { name: "Weather" }).getByText("Unknown component type").waitFor();
  });
});

describe("several tabs and browsers", () => {
  test("[D4] set in two tabs at once exactly one is the default, and both pages come to show it", async () => {
    const { page } = maria;
    const other = await maria.context.newPage();
    await other.goto("/dashboard");
    for (const name of ["Work", "Night"]) await keepLayout(page, { name, tiles: two, isDefault: false });
    const [here, there] = [await openEditor(page), await openEditor(other)];
    await Promise.all([
      here.getByRole("button", { name: "Set Default: Work" }).click(),
      there.getByRole("button", { name: "Set Default: Night" }).click(),
    ]);
    for (const tab of [page, other]) await toastsOf(tab).getByText("Default Layout Set").waitFor();
    const defaults = (await keptLayouts(page)).filter(({ isDefault }) => isDefault);
    expect(defaults).toHaveLength(1);
    for (const tab of [page, other]) {
      await tab.keyboard.press("Escape");
      await layoutLine(tab, `${defaults[0]?.name} · 2 visible components`).waitFor();
    }
    await other.close();
  });

  test("[C3] what is kept in one browser shows in the other without a reload; the list is read once for it", async () => {
    const second = await visit(browser, house);
    await enterDemo(second);
    await layoutLine(second.page, "Default Layout · 4 visible components").waitFor();
    second.requests.length = 0;
    await keepLayout(maria.page, { name: "Both", tiles: two });
    await layoutLine(second.page, "Both · 2 visible components").waitFor();
    expect(await tilesSeen(second.page)).toEqual(["device-list", "system-status"]);
    // Maybe in one call with another read.
    const asked = second.requests.filter((request) => request.includes("layouts"));
    expect([asked.length, asked[0]]).toEqual([1, expect.stringMatching(/\Wlayouts\.list$/)]);
    await second.context.close();
  });
});

describe("on a phone", () => {
  test("[HD-6, A5] the same editor is an ordered list, and no code of the grid is fetched", async () => {
    const { page } = maria;
    await page.setViewportSize({ width: 390, height: 844 });
    maria.requests.length = 0;
    await page.reload();
    await keepLayout(page, { name: "Pocket", tiles: [...two, { id: "activity-log", type: "activity-log", at: [6, 4, 6, 2] }] });
    await layoutLine(page, "Pocket · 3 visible components").waitFor();
    expect(await tilesSeen(page)).toEqual(["device-list", "system-status", "activity-log"]);
    const dialog = await openEditor(page);
    await dialog.getByRole("button", { name: "Edit Pocket" }).click();
    expect(await dialog.getByRole("button", { name: "Arrange on the page" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Move Activity Log up" }).click();
    await dialog.getByRole("button", { name: "Move Activity Log up" }).click();
    await dialog.getByRole("button", { name: "Save Layout" }).click();
    await expect.poll(() => tilesSeen(page)).toEqual(["activity-log", "device-list", "system-status"]);
    expect(maria.requests.filter((request) => request.includes("/assets/arrange"))).toEqual([]);
  });
});

test("[A7, HD-6] on a phone in German most of the editor is its content, and a save without a name leads to the name", async () => {
  const visited = await visit(browser, house, { width: 390, height: 844 });
  const { page, context, complaints } = visited;
  await enterDemo(visited);
  await context.addCookies([{ name: "relaydeck_lang", value: "de", url: house.url }]);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Ansicht anpassen" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Neu anlegen" }).click();
  const pinned = await page.locator(".dialog-actions").boundingBox();
  expect(pinned?.height).toBeLessThan(120);
  await dialog.getByRole("button", { name: "Auf Standard zurücksetzen" }).scrollIntoViewIfNeeded();
  await dialog.getByRole("button", { name: "Ansicht speichern" }).click();
  const name = dialog.getByLabel("Name der Ansicht");
  await name.and(page.locator(":focus[aria-invalid=true]")).waitFor();
  const box = await name.boundingBox();
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(pinned?.y ?? 0);
  expect(complaints).toEqual([]);
  await context.close();
});

describe("[A3] the first picture", () => {
  test.each([1280, 390])(
    "60 components at %i px come without a shift above 0.05, and no task of loading them is long",
    async (width) => {
      const { page } = maria;
      const types = ["device-list", "shared-devices", "system-status", "activity-log", "quick-controls", "analytics-overview"];
      const many = Array.from({ length: 60 }, (_, n): Tile => {
        const type = n === 0 ? "device-list" : (types[1 + (n % 5)] ?? "activity-log");
        return { id: `c${n}`, type, at: [(n % 3) * 4, Math.floor(n / 3) * 2, 4, 2] };
      });
      await keepLayout(page, { name: "Many", tiles: many });
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        const seen = { shift: 0, longest: 0 };
        Object.assign(globalThis, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) seen.shift += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
        }).observe({ type: "longtask", buffered: true });
      });
      await page.reload();
      await layoutLine(page, "Many · 60 visible components").waitFor();
      await page.locator(".place").nth(59).waitFor();
      await page.getByText("Pick relays for one-tap access.").first().waitFor();
      await page.waitForLoadState("networkidle");
      const seen = await page.evaluate(() => (globalThis as unknown as { seen: { shift: number; longest: number } }).seen);
      console.info(`60 components at ${width} px: shift ${seen.shift.toFixed(3)}, longest task ${Math.round(seen.longest)} ms`);
      expect(seen.shift).toBeLessThanOrEqual(0.05);
      expect(seen.longest).toBeLessThan(1_000);
    },
  );
});
