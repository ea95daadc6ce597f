/** The states of the console's lists, for the walk over every screen. [A1] */
import type { Page } from "playwright";
import { listOf, rowOf } from "./console-page.ts";
import type { ScreenState, Walker } from "./screens.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const escape = ({ page }: Walker) => page.keyboard.press("Escape");
const opens = (tab: string, path: string) => async (page: Page) => {
  await page.goto(`/admin/dashboard?${path}`);
  await page.getByRole("tab", { name: tab, selected: true }).waitFor();
  await page.locator(".list-region").waitFor();
};
const users = opens("Users", "tab=users");
const devices = opens("Devices", "tab=devices");
const activity = opens("Activity", "tab=activity");
const audit = opens("Audit", "tab=audit");

/** For somebody who administers a house with a newcomer. */
export const consoleStates: readonly ScreenState[] = [
  {
    name: "console, a deleted user's strip",
    open: async ({ page }) => {
      await users(page);
      await button(page, "Delete Nils Neu").click();
      await rowOf(listOf(page, "Users"), "Nils Neu deleted").waitFor();
    },
    close: async ({ page }) => {
      await button(page, /^Undo, bring Nils Neu back/).click();
      await button(page, "Edit Nils Neu").waitFor();
    },
  },
  {
    name: "console, missed but found among the deleted",
    open: async ({ page }) => {
      await button(page, "Delete Nils Neu").click();
      await rowOf(listOf(page, "Users"), "Nils Neu deleted").waitFor();
      await page.goto("/admin/dashboard?tab=users&q=nils+neu");
      await page.getByText("1 match in Recently deleted.").waitFor();
    },
  },
  {
    name: "console, deleted users are chosen",
    floating: ".bulk-bar",
    open: async ({ page }) => {
      await button(page, "Look in Recently deleted").click();
      await page.getByRole("checkbox", { name: "Choose Nils Neu" }).check();
      await page.getByRole("group", { name: "With the chosen" }).waitFor();
    },
    close: async ({ page }) => {
      await button(page, "Restore 1").click();
      await page.getByText("Nothing matches “nils neu”.").waitFor();
      await users(page);
    },
  },
  {
    name: "console, users are chosen",
    floating: ".bulk-bar",
    open: async ({ page }) => {
      await page.getByRole("checkbox", { name: "Choose Maria Lind" }).check();
      await page.getByRole("group", { name: "With the chosen" }).waitFor();
    },
    close: ({ page }) => button(page, "Choose none").click(),
  },
  {
    name: "console, a device is edited",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await devices(page);
      await button(page, "Edit Cabin").click();
      const dialog = page.getByRole("dialog", { name: "Edit Cabin" });
      await dialog.getByLabel("Status").selectOption("connecting");
      await dialog.getByLabel("Owner id").fill("alex");
      await dialog.getByRole("list", { name: "People found" }).waitFor();
    },
    close: async ({ page }) => {
      await page.keyboard.press("Escape");
      await button(page, "Discard").click();
    },
  },
  { name: "console, activity", open: ({ page }) => activity(page) },
  {
    name: "console, an entry of the audit",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await audit(page);
      await button(page, /^Details of entry/)
        .first()
        .click();
      await page.getByRole("dialog", { name: /^Audit entry/ }).waitFor();
    },
    close: escape,
  },
  { name: "console, users", open: ({ page }) => users(page) },
  {
    name: "console, columns",
    floating: "[role=menu]",
    open: async ({ page }) => {
      await users(page);
      await button(page, "Columns").click();
      await page.getByRole("menuitemcheckbox", { name: "Email" }).waitFor();
    },
    close: escape,
  },
  {
    name: "console, a user is edited, field missing",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await button(page, "Edit Alex Berg").click();
      const dialog = page.getByRole("dialog", { name: "Edit Alex Berg" });
      await dialog.getByRole("switch", { name: "Email verified" }).click();
      await dialog.getByLabel("First name").fill("");
      await dialog.getByRole("button", { name: "Save changes" }).click();
      await dialog.getByText("This cannot be empty").waitFor();
    },
    close: async ({ page }) => {
      await page.keyboard.press("Escape");
      await button(page, "Discard").click();
    },
  },
  {
    name: "console, nothing matches",
    open: async ({ page }) => {
      await page.goto("/admin/dashboard?tab=users&q=nobody-at-all");
      await page.getByText("Nothing matches “nobody-at-all”.").waitFor();
    },
  },
  {
    name: "console, recently deleted",
    open: async ({ page }) => {
      await opens("Users", "tab=users&show=deleted")(page);
      await button(page, "Recently deleted").waitFor();
    },
  },
  { name: "console, devices", open: ({ page }) => devices(page) },
  {
    name: "console, devices are assigned",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await page.getByRole("checkbox", { name: "Choose Boat" }).check();
      await button(page, "Assign owner").click();
      await page.getByRole("dialog", { name: "Assign 1 device" }).waitFor();
    },
    close: escape,
  },
  {
    name: "console, devices are unassigned",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await button(page, "Assign owner").click();
      await page.getByRole("radio", { name: "Nobody" }).check();
      await button(page, "Unassign 1").waitFor();
    },
    close: async ({ page }) => {
      await page.keyboard.press("Escape");
      await button(page, "Discard").click();
    },
  },
  {
    name: "console, more filters",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await activity(page);
      await button(page, "More filters").click();
      await page.getByRole("dialog", { name: "More filters" }).waitFor();
    },
    close: escape,
  },
  { name: "console, audit", open: ({ page }) => audit(page) },
];
