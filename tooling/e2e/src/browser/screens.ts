/**
 * Every screen built so far and everything that opens on one, as a walk: each state is reached from the one before it.
 * A new screen is a new line here. [A1]
 */
import { alertStates, pauseAlertStates } from "./alert-screens.ts";
import type { Page } from "playwright";
import { deviceStates } from "./device-screens.ts";
import { relayControl } from "./controls.ts";
import { holdToast } from "./toasts.ts";
import type { Wire } from "./wire.ts";

/** Each round of screens registers somebody new. */
let registered = 0;

export const widths = [320, 768, 1280] as const;

export interface Walker {
  readonly page: Page;
  readonly wire: Wire;
}

export interface ScreenState {
  readonly name: string;
  /**
   * What floats over a page that was looked at by itself: only this is looked at. It may lie outside the landmarks, and
   * what it half covers looks smaller than it is.
   */
  readonly floating?: "[role=menu]" | "[role=dialog]" | ".bulk-bar";
  /** Where not every width shows it. */
  readonly widths?: readonly number[];
  /** Brings the page into the state and waits until it stands. */
  readonly open: (walker: Walker) => Promise<unknown>;
  /** Leaves what was opened; nothing where the next state leaves it by itself. */
  readonly close?: (walker: Walker) => Promise<unknown>;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const escape = ({ page }: Walker) => page.keyboard.press("Escape");

export const publicStates: readonly ScreenState[] = [
  {
    name: "landing",
    open: async ({ page }) => {
      await page.goto("/");
      await button(page, "Try the demo, no account").waitFor();
    },
  },
  {
    name: "landing, logged out",
    open: async ({ page }) => {
      // Its five seconds stand still while the keyboard is there; where they were over before, it comes again.
      const dismiss = page.locator('[data-note="logged-out"] [data-dismiss]');
      do {
        await page.evaluate(() => sessionStorage.setItem("relaydeck-note", "logged-out"));
        await page.goto("/");
        await dismiss.focus();
      } while (!(await dismiss.and(page.locator(":focus")).isVisible()));
    },
  },
  {
    name: "login",
    open: async ({ page }) => {
      await page.goto("/login");
      await button(page, "Sign in").waitFor();
    },
  },
  { name: "login, fields missing", open: ({ page }) => button(page, "Sign in").click() },
  {
    name: "login refused, toast",
    open: async ({ page }) => {
      await page.getByLabel("Email").fill("nobody@example.com");
      await page.getByLabel("Password", { exact: true }).fill("not the password");
      await holdToast(page, "Invalid Credentials", () => button(page, "Sign in").click());
    },
  },
  {
    name: "login without an answer",
    open: async ({ page }) => {
      await page.context().setOffline(true);
      await button(page, "Sign in").click();
      await page.getByRole("main").getByText("Please try again.").waitFor();
    },
    close: ({ page }) => page.context().setOffline(false),
  },
  {
    name: "register",
    open: async ({ page }) => {
      await page.goto("/register");
      await button(page, "Create account").waitFor();
    },
  },
  { name: "register, fields missing", open: ({ page }) => button(page, "Create account").click() },
  {
    name: "login after registration: verify notice",
    open: async ({ page }) => {
      await page.getByLabel("First name").fill("Vera");
      await page.getByLabel("Last name").fill("Waiting");
      await page.getByLabel("Email").fill(`vera-${(registered += 1)}@example.com`);
      await page.getByLabel("Password", { exact: true }).fill("eight blue bicycles");
      await button(page, "Create account").click();
      await button(page, "Resend email").waitFor();
    },
  },
  {
    name: "login, verification sent again",
    open: async ({ page }) => {
      await button(page, "Resend email").click();
      await page.getByRole("main").getByText("Sent. You can resend in").waitFor();
    },
  },
  {
    name: "verify-email without a token",
    open: async ({ page }) => {
      await page.goto("/verify-email");
      await page.getByText("No verification token provided").first().waitFor();
    },
  },
  {
    name: "verify-email, sent again",
    open: async ({ page }) => {
      await button(page, "Resend Verification Email").click();
      await page.getByText(/You can send it again in/).waitFor();
    },
  },
  {
    name: "verify-email refused",
    open: async ({ page }) => {
      await page.goto("/verify-email?token=no-such-token");
      await page.getByRole("link", { name: "Register Again" }).waitFor();
    },
  },
  {
    name: "verify-email done",
    open: async ({ page }) => {
      await page.goto(`/verify-email?token=${await freshToken(page)}`);
      await page.getByRole("link", { name: "Continue to Login" }).waitFor();
    },
  },
  ...pauseAlertStates,
  {
    name: "404",
    open: async ({ page }) => {
      await page.goto("/no/such/page-of-a-rather-long-name-without-any-blank-in-it");
      await page.getByRole("heading", { name: "404 Page Not Found" }).waitFor();
    },
  },
  { name: "demo mailbox", open: ({ page }) => page.goto("/demo/mailbox") },
];

/** The token in the mail to somebody who has just registered. */
async function freshToken(page: Page): Promise<string> {
  const email = `vera-${(registered += 1)}@example.com`;
  const data = { email, password: "eight blue bicycles", firstName: "Vera", lastName: "Verified" };
  await page.request.post("/api/auth/register", { data });
  const mails = (await (await page.request.get("/demo/mailbox")).json()) as { to: string; text: string }[];
  const mail = mails.find(({ to }) => to === email);
  return /verify-email\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "none";
}

export const newcomerStates: readonly ScreenState[] = [
  {
    name: "newcomer",
    open: async ({ page }) => {
      await page.goto("/");
      await page.getByText("Three steps to the first").waitFor();
    },
  },
];

export const signedInStates: readonly ScreenState[] = [
  {
    name: "dashboard, rows",
    open: async ({ page }) => {
      await page.goto("/dashboard");
      await relayControl(page, "Pump house", "Well pump");
    },
  },
  ...alertStates,
  ...deviceStates,
  {
    name: "evidence",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await button(page, /Evidence for Well pump/).click();
      await page.getByRole("dialog", { name: "Evidence for Well pump" }).waitFor();
    },
    close: escape,
  },
  {
    name: "device menu",
    floating: "[role=menu]",
    open: async ({ page }) => {
      await button(page, "More for Pump house").click();
      await page.getByRole("menu").waitFor();
    },
    close: escape,
  },
  {
    name: "connection details",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await page.getByRole("banner").getByRole("button", { name: "Connected" }).click();
      await page.getByRole("dialog", { name: "Connection details" }).waitFor();
    },
    close: escape,
  },
  {
    name: "theme menu",
    floating: "[role=menu]",
    widths: [768, 1280],
    open: async ({ page }) => {
      await button(page, /^Theme/).click();
      await page.getByRole("menu").waitFor();
    },
    close: escape,
  },
  {
    name: "user menu",
    floating: "[role=menu]",
    open: async ({ page }) => {
      await button(page, /user menu/).click();
      await page.getByRole("menu").waitFor();
    },
    close: escape,
  },
  {
    name: "simulator drawer",
    floating: "[role=dialog]",
    open: async ({ page }) => {
      await button(page, "What can I try?").click();
      await page.getByRole("dialog", { name: "Simulator" }).getByRole("button", { name: "Clear all faults" }).waitFor();
    },
    close: escape,
  },
  {
    name: "whole log in a dialog",
    floating: "[role=dialog]",
    widths: [320],
    open: async ({ page }) => {
      await button(page, /^Show all/).click();
      await page.getByRole("dialog", { name: "Activity Log" }).waitFor();
    },
    close: escape,
  },
  {
    name: "registration box with an error",
    open: async ({ page }) => {
      await button(page, "Add a device").click();
      await page.getByRole("button", { name: "Add device", exact: true }).click();
      await page.getByText("Serial number is required").first().waitFor();
    },
    close: ({ page }) => button(page, "Add a device").click(),
  },
  {
    name: "no device matches",
    open: async ({ page }) => {
      await page.getByRole("searchbox", { name: "Filter devices" }).fill("pum pum");
      await page.getByText("No device matches").first().waitFor();
    },
    close: ({ page }) => button(page, "Clear filter").click(),
  },
  {
    name: "dashboard, cards",
    open: async ({ page }) => {
      await button(page, "Cards").click();
      await relayControl(page, "Cabin", "Boiler");
    },
  },
  {
    name: "toast",
    open: async ({ page }) => {
      const boiler = await relayControl(page, "Cabin", "Boiler");
      const on = boiler.getByRole("button", { name: "On", exact: true });
      await holdToast(page, "Device must be online", () => on.click({ force: true }));
    },
    close: ({ page }) => page.getByRole("button", { name: "Dismiss", exact: true }).click(),
  },
  {
    name: "link down",
    open: async ({ page, wire }) => {
      wire.cut();
      await page.getByText("Switching is paused").first().waitFor({ timeout: 30_000 });
    },
    close: async ({ wire }) => wire.mend(),
  },
];
