/** The states of an administrator's analytics, for the walk over every screen. [A1] */
import type { Page } from "playwright";
import type { ScreenState } from "./screens.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

export const analyticsStates: readonly ScreenState[] = [
  {
    name: "admin analytics, system overview",
    open: async ({ page }) => {
      await page.goto("/admin/analytics");
      await heading(page, "Recent Relay Commands").waitFor();
      await page.getByRole("slider", { name: "Commands by outcome" }).waitFor();
    },
  },
  {
    name: "admin analytics, a chart as a table",
    open: async ({ page }) => {
      await page.getByRole("button", { name: "Show as table: Commands by outcome" }).click();
      await page.getByRole("region", { name: "Table: Commands by outcome", exact: true }).getByRole("table").waitFor();
    },
  },
  {
    name: "admin analytics, fleet",
    open: async ({ page }) => {
      await page.goto("/admin/analytics?tab=device&days=30");
      await page.getByRole("row", { name: /Pump house/ }).waitFor();
    },
  },
  {
    name: "admin analytics, no device found",
    open: async ({ page }) => {
      await page.getByLabel("Find a device").fill("nothing of the kind");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Clear filter" }).waitFor();
    },
  },
  {
    name: "admin analytics, one device",
    open: async ({ page }) => {
      await page.goto("/admin/analytics?tab=device");
      await page.getByRole("link", { name: "Pump house" }).click();
      await page.getByRole("slider", { name: "Connection" }).waitFor();
    },
  },
  {
    name: "admin analytics, provider's API",
    open: async ({ page }) => {
      await page.goto("/admin/analytics?tab=api&period=hour");
      await heading(page, "Endpoint Usage Breakdown").waitFor();
      await page.getByRole("slider", { name: "Calls to the device cloud" }).waitFor();
    },
  },
];
