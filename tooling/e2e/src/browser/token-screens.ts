/** The states of the profile's tokens for programs, for the walk over every screen. [A1] */
import type { Page } from "playwright";
import type { ScreenState } from "./screens.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

export const tokenStates: readonly ScreenState[] = [
  {
    name: "tokens, none",
    open: async ({ page }) => {
      await page.goto("/profile");
      await page.getByText("No tokens yet.").waitFor();
    },
  },
  {
    name: "tokens, form with errors",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await button(page, "Create a token").click();
      await dialog(page).getByText("Only these").click();
      await dialog(page).getByLabel("End").selectOption({ label: "On a date" });
      await button(page, "Create token").click();
      await dialog(page).getByText("Choose a day in the future").waitFor();
    },
    close: async ({ page }) => {
      await page.keyboard.press("Escape");
      await button(page, "Discard").click();
    },
  },
  {
    name: "tokens, the one look at a new one",
    open: async ({ page }) => {
      await button(page, "Create a token").click();
      await dialog(page).getByText("Only these").click();
      await dialog(page).getByLabel("Name").fill("A script with a name that is rather long for one line of a narrow phone");
      await dialog(page).getByLabel("Pump house").check();
      await dialog(page).getByLabel("End").selectOption({ label: "In 30 days" });
      await button(page, "Create token").click();
      await button(page, "Copy").waitFor();
    },
    close: ({ page }) => button(page, "Done").click(),
  },
  {
    name: "tokens, revoking",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await page.getByRole("button", { name: /^Revoke A script/ }).click();
      await button(page, "Revoke token").waitFor();
    },
    close: async ({ page }) => {
      await button(page, "Revoke token").click();
      await page.getByText("No tokens yet.").waitFor();
    },
  },
];
