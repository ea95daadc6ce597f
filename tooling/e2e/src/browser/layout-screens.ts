/** The layout editor, what it asks and warns of, and arranging the page, for the walks over every screen. [A1] */
import { present } from "@relaydeck/kit/assert";
import type { Page } from "playwright";
import { clearLayouts, keepLayout, keptLayouts, openEditor } from "./layouts-page.ts";
import type { ScreenState, Walker } from "./screens.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const close = ({ page }: Walker) => button(page, "Close").click();
const tiles = [
  { id: "device-list", type: "device-list", at: [0, 0, 12, 4] },
  { id: "activity-log", type: "activity-log", at: [0, 4, 6, 2] },
] as const;

async function renameElsewhere(page: Page): Promise<void> {
  const work = (await keptLayouts(page)).find(({ name }) => name === "Work");
  const { id, layout } = present(work, "It was kept by the state before");
  const headers = { origin: new URL(page.url()).origin };
  const data = { id, name: "Workdays", layout: { components: layout.components } };
  const answer = await page.request.post("/api/dashboard-layouts", { data, headers });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** Two layouts of one's own, neither of them shown; the last state takes them away. */
export const layoutStates: readonly ScreenState[] = [
  {
    name: "layout editor, no layout yet",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await page.goto("/dashboard");
      // The last state, which takes them away, is not walked on a phone.
      await clearLayouts(page);
      const dialog = await openEditor(page);
      await dialog.getByText("No custom layouts created yet.").waitFor();
    },
    close,
  },
  {
    name: "layout editor, a new layout without a name",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      for (const name of ["Work", "Night"]) await keepLayout(page, { name, tiles, isDefault: false });
      const dialog = await openEditor(page);
      await button(page, "Create New").click();
      await button(page, "Save Layout").click();
      await dialog.locator(".field-error").waitFor();
    },
    close,
  },
  {
    name: "layouts of the headline",
    floating: "[role=menu]",
    open: async ({ page }) => {
      await button(page, "Default Layout, choose another layout").click();
      await page.getByRole("menuitemradio", { name: "Night" }).waitFor();
    },
    close: ({ page }) => page.keyboard.press("Escape"),
  },
  {
    name: "layout editor, changed here and elsewhere, about to be lost",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      const dialog = await openEditor(page);
      await button(page, "Edit Work").click();
      await dialog.getByRole("switch", { name: "Show Activity Log" }).click();
      await renameElsewhere(page);
      await dialog.getByText("This layout was changed elsewhere meanwhile.").waitFor();
      await button(page, "Close").click();
      await page.getByRole("group", { name: "Discard changes?" }).waitFor();
    },
    close: ({ page }) => button(page, "Discard").click(),
  },
  {
    name: "arranging the page",
    widths: [768, 1280],
    open: async ({ page }) => {
      await openEditor(page);
      await button(page, "Edit Night").click();
      await button(page, "Arrange on the page").click();
      await button(page, "Resize Activity Log").click();
      await page.getByRole("group", { name: "Arrows for Activity Log" }).waitFor();
    },
    close: async ({ page }) => {
      await page.keyboard.press("Escape");
      await button(page, "Cancel").click();
      await button(page, "Close").click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await clearLayouts(page);
    },
  },
];
