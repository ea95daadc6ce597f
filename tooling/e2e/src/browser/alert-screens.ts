/** The states of email alerts on a device's card, for the walk over every screen. [A1] */
import type { ScreenState } from "./screens.ts";

export const alertStates: readonly ScreenState[] = [
  {
    name: "email alerts, one added and one deleted",
    open: async ({ page }) => {
      const card = page.getByRole("article", { name: "Pump house" });
      await card.getByRole("button", { name: /^Email Alerts/ }).click();
      for (const type of ["Power off", "Battery low"]) {
        await card.getByLabel("Send me a mail when").selectOption({ label: type });
        await card.getByRole("button", { name: "Add alert", exact: true }).click();
        await card.getByRole("switch", { name: `Active: ${type}` }).waitFor();
      }
      await card.getByRole("button", { name: "Delete Battery low" }).click();
      await card.getByRole("button", { name: "Undo: bring Battery low back" }).waitFor();
    },
    close: async ({ page }) => {
      const card = page.getByRole("article", { name: "Pump house" });
      await card.getByRole("button", { name: "Delete Power off" }).click();
      await card.getByRole("button", { name: "Undo: bring Power off back" }).waitFor();
      await card.getByRole("button", { name: /^Email Alerts/ }).click();
    },
  },
];

export const pauseAlertStates: readonly ScreenState[] = [
  {
    name: "pause alert",
    open: async ({ page }) => {
      await page.goto("/pause-alert?token=made-up");
      await page.getByRole("button", { name: "Pause this alert" }).waitFor();
    },
  },
  {
    name: "pause alert, link not valid",
    open: async ({ page }) => {
      await page.getByRole("button", { name: "Pause this alert" }).click();
      await page.getByRole("heading", { name: "This link is not valid any more." }).waitFor();
    },
  },
];
