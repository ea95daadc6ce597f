/** The command palette, the list of keys and the headline's menu, for the walks over every screen. [A1] */
import type { Page } from "playwright";
import type { ScreenState, Walker } from "./screens.ts";

const escape = ({ page }: Walker) => page.keyboard.press("Escape");

async function openPalette(page: Page, query: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("dialog", { name: "Search or run" }).getByRole("combobox");
  await field.and(page.locator(":focus")).waitFor();
  await field.fill(query);
}

export const commandStates: readonly ScreenState[] = [
  {
    name: "palette, everything",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await openPalette(page, "");
      await page.getByRole("option", { name: "Keyboard shortcuts" }).waitFor();
    },
    close: escape,
  },
  {
    name: "palette, relays one may and may not switch",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await openPalette(page, "turn on");
      await page.getByRole("option", { name: /^Turn on Boiler.*Device must be online/ }).waitFor();
    },
    close: escape,
  },
  {
    name: "palette, nothing matches",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await openPalette(page, "xyz");
      await page.getByText("Nothing matches ‘xyz’.").first().waitFor();
    },
    close: escape,
  },
  {
    name: "keyboard shortcuts",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await page.getByRole("button", { name: /user menu/ }).click();
      await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    },
    close: escape,
  },
];
