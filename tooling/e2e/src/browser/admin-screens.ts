/** The states of an administrator's sign-in and own page, for the walk over every screen. [A1] */
import type { Page } from "playwright";
import { analyticsStates } from "./analytics-screens.ts";
import { operationsStates } from "./operations-screens.ts";
import type { ScreenState, Walker } from "./screens.ts";
import { holdToast } from "./toasts.ts";

/** What the house is started with where an administrator's password has to be known. */
export const adminEnvironment = { ADMIN_USERNAME: "keeper", ADMIN_PASSWORD: "a lighthouse keeper's lamp" } as const;

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const escape = ({ page }: Walker) => page.keyboard.press("Escape");

export const adminSignInStates: readonly ScreenState[] = [
  {
    name: "admin sign-in",
    open: async ({ page }) => {
      await page.goto("/admin/login");
      await heading(page, "Administrator").waitFor();
    },
  },
  {
    name: "admin sign-in, fields missing",
    open: async ({ page }) => {
      await button(page, "Sign in").click();
      await page.getByText("Username is required").waitFor();
    },
  },
  {
    name: "admin sign-in refused, toast",
    open: async ({ page }) => {
      await page.getByLabel("Username").fill("nobody");
      await page.getByLabel("Password", { exact: true }).fill("not the password");
      await holdToast(page, "Login Failed", () => button(page, "Sign in").click());
    },
  },
  {
    name: "admin sign-in, session ended",
    open: async ({ page }) => {
      await page.goto("/admin/login?message=session-ended");
      await page.locator("#root").getByText("Your admin session ended.").waitFor();
    },
  },
];

/** For somebody who administers. */
export const adminStates: readonly ScreenState[] = [
  {
    name: "admin console",
    open: async ({ page }) => {
      await page.goto("/admin/dashboard");
      await heading(page, "Admin console").waitFor();
    },
  },
  {
    name: "administrator's menu",
    floating: "[role=menu]",
    open: async ({ page }) => {
      await page.getByRole("button", { name: /administrator menu/ }).click();
      await page.getByRole("menuitem", { name: "Change password" }).waitFor();
    },
    close: escape,
  },
  ...analyticsStates,
  ...operationsStates,
  {
    name: "administrator's own sign-in",
    open: async ({ page }) => {
      await page.goto("/admin/change-password");
      await button(page, "Set up two-step sign-in").waitFor();
    },
  },
  {
    name: "administrator's own sign-in, fields missing",
    open: async ({ page }) => {
      await button(page, "Change password").click();
      await page.getByText("Type the password that you signed in with").waitFor();
    },
  },
  {
    name: "administrator's two-step sign-in, who asks",
    open: async ({ page }) => {
      await button(page, "Set up two-step sign-in").click();
      await heading(page, "Set up two-step sign-in").waitFor();
    },
  },
];
