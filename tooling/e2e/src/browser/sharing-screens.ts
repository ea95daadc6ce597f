/** The states of sharing, for the walk over every screen. [A1] */
import type { Page } from "playwright";
import type { ScreenState } from "./screens.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");

async function openSharing(page: Page): Promise<void> {
  await button(page, "Share Workshop").click();
  await dialog(page).getByText("Only you can see this device.").waitFor();
}

/** On a phone the form stands behind a button. */
async function openForm(page: Page): Promise<void> {
  if ((await dialog(page).getByLabel("Email").count()) === 0) await button(page, "Add person").click();
}

export const sharingStates: readonly ScreenState[] = [
  {
    name: "share dialog, nobody yet",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await page.goto("/dashboard");
      await button(page, "Workshop").click();
      await openSharing(page);
    },
    close: ({ page }) => button(page, "Close").click(),
  },
  {
    name: "share dialog, with an error",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await openSharing(page);
      await openForm(page);
      await button(page, "7 d").click();
      await button(page, "Share device").click();
      await dialog(page).getByText("Invalid email address").waitFor();
    },
    close: async ({ page }) => {
      await button(page, "Close").click();
      await button(page, "Discard").click();
    },
  },
  {
    name: "share dialog, an invitation and a revoked share",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await openSharing(page);
      for (const email of ["walker@example.com", "alex@relaydeck.test"]) {
        await openForm(page);
        await dialog(page).getByLabel("Email").fill(email);
        await button(page, "Share device").click();
        await button(page, `Revoke ${email}`).waitFor();
      }
      await button(page, "Revoke alex@relaydeck.test").click();
      await dialog(page).getByText("Access of alex@relaydeck.test revoked").waitFor();
    },
    close: async ({ page }) => {
      await button(page, "Revoke walker@example.com").click();
      await dialog(page).getByText("Only you can see this device.").waitFor();
      await button(page, "Close").click();
    },
  },
  {
    name: "leaving a share",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await button(page, "More for Greenhouse").click();
      await page.getByRole("menuitem", { name: "Leave…" }).click();
      await dialog(page).getByText("You will not see this device any more.").waitFor();
    },
    close: ({ page }) => button(page, "Keep it").click(),
  },
  {
    name: "invitation",
    open: async ({ page }) => {
      await page.goto("/accept-invite?token=no-such-token");
      await button(page, "Accept").waitFor();
    },
  },
  {
    name: "invitation that is not valid",
    open: async ({ page }) => {
      await button(page, "Accept").click();
      await page.getByRole("heading", { name: "This link is not valid any more." }).waitFor();
    },
  },
];
