/** The states of two-step sign-in, for the walk over every screen. [A1] */
import type { Page } from "playwright";
import { Authenticator } from "./authenticator.ts";
import type { ScreenState } from "./screens.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const section = (page: Page) => page.getByRole("region", { name: "Two-step sign-in" });

/** The sign-in page's second step; nobody waits for one, which is what it says at last. */
export const codeStates: readonly ScreenState[] = [
  {
    name: "login, code asked",
    open: async ({ page }) => {
      await page.goto("/login?message=second-step");
      await heading(page, "Enter your code").waitFor();
    },
  },
  {
    name: "login, code missing",
    open: async ({ page }) => {
      await button(page, "Sign in").click();
      await page.getByText("Enter the code", { exact: true }).waitFor();
    },
  },
  {
    name: "login, recovery code refused",
    open: async ({ page }) => {
      await button(page, "Use a recovery code").click();
      await page.getByLabel("Recovery code").fill("0000-0000-0000-0000");
      await button(page, "Sign in").click();
      await page.getByText("This sign-in has ended. Start again.").waitFor();
    },
  },
];

/** On the profile of somebody signed in with this password; everything is off again at the end. */
export function twoStepStates(password: string): readonly ScreenState[] {
  let app = new Authenticator("");
  let codes: readonly string[] = [];
  return [
    {
      name: "two-step, who asks",
      open: async ({ page }) => {
        await page.goto("/profile");
        await button(page, "Set up two-step sign-in").click();
        await heading(page, "Set up two-step sign-in").waitFor();
      },
    },
    {
      name: "two-step, picture and a wrong code",
      open: async ({ page }) => {
        await section(page).getByLabel("Current password", { exact: true }).fill(password);
        await button(page, "Next").click();
        await page.getByRole("img", { name: /QR code/ }).waitFor();
        app = new Authenticator(await section(page).locator(".two-step-key code").innerText());
        await section(page).getByLabel("Code from the app").fill("no code");
        await button(page, "Switch on").click();
        await section(page).getByText("That code is not valid.").waitFor();
      },
    },
    {
      name: "two-step, recovery codes",
      open: async ({ page }) => {
        await section(page).getByLabel("Code from the app").fill(app.newCode());
        await button(page, "Switch on").click();
        await heading(page, "Keep your recovery codes").waitFor();
        codes = await section(page).locator(".two-step-codes code").allInnerTexts();
      },
    },
    {
      name: "two-step, on",
      open: async ({ page }) => {
        await button(page, "I have kept them").click();
        await section(page).getByText("10 recovery codes left").waitFor();
      },
    },
    {
      name: "two-step, switching off",
      open: async ({ page }) => {
        await button(page, "Switch off").click();
        await heading(page, "Switch two-step sign-in off").waitFor();
      },
      close: async ({ page }) => {
        await section(page).getByLabel("Current password", { exact: true }).fill(password);
        await section(page)
          .getByLabel("Code from the app, or a recovery code")
          .fill(codes[0] ?? "");
        await button(page, "Switch off").click();
        await heading(page, "Two-step sign-in is off.").waitFor();
      },
    },
  ];
}
