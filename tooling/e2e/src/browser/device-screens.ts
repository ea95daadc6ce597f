/** What opens on a device's card and on the log, for the walk over every screen. [A1] */
import { relayControl } from "./controls.ts";
import type { ScreenState, Walker } from "./screens.ts";

const escape = ({ page }: Walker) => page.keyboard.press("Escape");
const discardAsked = ({ page }: Walker) => page.getByRole("button", { name: "Discard", exact: true }).click();
const discard = async (walker: Walker) => {
  await escape(walker);
  await discardAsked(walker);
};

export const deviceStates: readonly ScreenState[] = [
  {
    name: "history of a device",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      // Drawn once its card is seen.
      await page.getByRole("article", { name: "Pump house" }).scrollIntoViewIfNeeded();
      await page.getByRole("button", { name: /History of Well pump/ }).click();
      await page.getByRole("dialog").getByRole("slider", { name: "Current" }).waitFor();
    },
    close: escape,
  },
  {
    name: "history of a device, as tables",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      // Drawn once its card is seen.
      await page.getByRole("article", { name: "Pump house" }).scrollIntoViewIfNeeded();
      await page.getByRole("button", { name: /History of Well pump/ }).click();
      const dialog = page.getByRole("dialog");
      for (const title of ["Relays", "Current", "Battery and signal"])
        await dialog.getByRole("button", { name: `Show as table: ${title}` }).click();
      await dialog.getByRole("table").nth(2).waitFor();
    },
    close: escape,
  },
  {
    name: "names of a device, one missing",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await page.getByRole("button", { name: "More for Pump house" }).click();
      await page.getByRole("menuitem", { name: "Rename" }).click();
      await page.getByRole("dialog").getByLabel("Name of relay 3").fill("");
      await page.getByRole("button", { name: "Save names" }).click();
      await page.getByText("A name is required").waitFor();
    },
    close: discard,
  },
  {
    name: "names of a device, about to be lost",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await page.getByRole("button", { name: "More for Pump house" }).click();
      await page.getByRole("menuitem", { name: "Rename" }).click();
      await page.getByRole("dialog").getByLabel("Name of relay 3").fill("Lamp");
      await page.keyboard.press("Escape");
      await page.getByRole("group", { name: "Discard changes?" }).waitFor();
    },
    close: discardAsked,
  },
  {
    name: "filter of the log",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await page.getByRole("button", { name: "Filter the log" }).click();
      await page.getByRole("dialog", { name: "Filter the log" }).getByLabel("Search").waitFor();
    },
    close: escape,
  },
  {
    name: "nothing found in the log",
    open: async ({ page }) => {
      await page.getByRole("button", { name: "Filter the log" }).click();
      await page.getByRole("dialog", { name: "Filter the log" }).getByLabel("Search").fill("no such thing");
      await page.getByText("0 entries found").first().waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    },
    close: ({ page }) => page.getByRole("button", { name: "Show all entries" }).click(),
  },
  {
    name: "a device removed",
    open: async ({ page }) => {
      await relayControl(page, "Workshop", "Relay 2");
      await page.getByRole("button", { name: "More for Workshop" }).click();
      await page.getByRole("menuitem", { name: "Remove" }).click();
      await page.getByRole("button", { name: "Undo: Workshop removed" }).waitFor();
      await page.getByRole("button", { name: "Dismiss", exact: true }).click();
    },
    close: async ({ page }) => {
      await page.getByRole("button", { name: "Undo: Workshop removed" }).click();
      await page.getByText("Workshop is back").first().waitFor();
      await page.getByRole("article", { name: "Workshop" }).waitFor();
      // Under a resting pointer it would stay for ever and cover what comes next.
      await page.getByRole("button", { name: "Dismiss", exact: true }).click();
    },
  },
];
