/** The states of the own profile and of the page that confirms a new address, for the walk over every screen. [A1] */
import type { Page } from "playwright";
import type { ScreenState } from "./screens.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

export const profileStates: readonly ScreenState[] = [
  {
    name: "profile",
    open: async ({ page }) => {
      await page.goto("/profile");
      await page.getByText("This one").waitFor();
      await button(page, "Connected").waitFor();
    },
  },
  {
    name: "profile, fields missing and proof wrong",
    open: async ({ page }) => {
      await page.getByLabel("First name").fill("");
      await button(page, "Save name").click();
      await page.getByText("First name is required").waitFor();
      const email = page.getByRole("region", { name: "Email", exact: true });
      await email.getByLabel("New email").fill("somebody-else@example.com");
      await email.getByLabel("Current password").fill("not the password");
      await button(page, "Send confirmation link").click();
      await email.getByText("That is not your current password").waitFor();
    },
  },
  {
    name: "delete account",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await button(page, "Delete account…").click();
      const dialog = page.getByRole("dialog", { name: "Delete your account?" });
      await dialog.getByRole("button", { name: "Delete account" }).click();
      await dialog.getByText("This is not your address").waitFor();
    },
    close: ({ page }) => page.keyboard.press("Escape"),
  },
  {
    name: "confirm-email",
    open: async ({ page }) => {
      await page.goto("/confirm-email?token=no-such-token");
      await page.getByRole("heading", { name: "Confirm your new email" }).waitFor();
    },
  },
  {
    name: "confirm-email, link no longer valid",
    open: async ({ page }) => {
      await button(page, "Confirm").click();
      await page.getByText("This link is not valid any more.").first().waitFor();
    },
  },
];

/** What an address that leads nowhere offers to somebody signed in. */
export const missingPageStates: readonly ScreenState[] = [
  {
    name: "404, signed in",
    open: async ({ page }) => {
      await page.goto("/no/such/page-of-a-rather-long-name-without-any-blank-in-it");
      await button(page, "Search or run…").waitFor();
    },
  },
  {
    name: "404, search",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await button(page, "Search or run…").click();
      await page.getByRole("dialog").getByRole("option").first().waitFor();
    },
    close: ({ page }) => page.keyboard.press("Escape"),
  },
];
