/** The states of the pages for a forgotten password, for the walk over every screen. [A1] */
import type { Page } from "playwright";
import type { ScreenState } from "./screens.ts";

/** Each round of screens registers somebody new. */
let registered = 0;

const button = (page: Page, name: string) => page.getByRole("button", { name });

export const passwordStates: readonly ScreenState[] = [
  {
    name: "forgot-password",
    open: async ({ page }) => {
      await page.goto("/forgot-password");
      await button(page, "Send reset link").waitFor();
    },
  },
  {
    name: "forgot-password, no address",
    open: async ({ page }) => {
      await button(page, "Send reset link").click();
      await page.getByText("Please enter a valid email address").waitFor();
    },
  },
  {
    name: "forgot-password, sent",
    open: async ({ page }) => {
      await page.getByLabel("Email").fill("nobody@example.com");
      await button(page, "Send reset link").click();
      await page.getByRole("heading", { name: "Check Your Email" }).waitFor();
    },
  },
  {
    name: "reset-password without a token: invalid link",
    open: async ({ page }) => {
      await page.goto("/reset-password");
      await page.getByText("Invalid Link").first().waitFor();
    },
  },
  {
    name: "reset-password",
    open: async ({ page }) => {
      await page.goto(`/reset-password?token=${await resetToken(page)}`);
      await button(page, "Set password").waitFor();
    },
  },
  {
    name: "reset-password, too short and different",
    open: async ({ page }) => {
      await page.getByLabel("New password").fill("short");
      await page.getByLabel("Confirm password").fill("other");
      await button(page, "Set password").click();
      await page.getByText("Passwords don't match").waitFor();
    },
  },
  {
    name: "reset-password, done",
    open: async ({ page }) => {
      await page.getByLabel("New password").fill("eight red bicycles");
      await page.getByLabel("Confirm password").fill("eight red bicycles");
      await button(page, "Set password").click();
      await page.getByRole("heading", { name: "Password Reset Complete" }).waitFor();
    },
  },
  {
    name: "reset-password, link refused",
    open: async ({ page }) => {
      await page.goto("/reset-password?token=no-such-token");
      await page.getByLabel("New password").fill("eight red bicycles");
      await page.getByLabel("Confirm password").fill("eight red bicycles");
      await button(page, "Set password").click();
      await page.getByRole("link", { name: "Send another link" }).waitFor();
    },
  },
];

/** The token in the reset mail of somebody who has just registered. */
async function resetToken(page: Page): Promise<string> {
  const email = `fred-${(registered += 1)}@example.com`;
  const data = { email, password: "eight blue bicycles", firstName: "Fred", lastName: "Forgetful" };
  await page.request.post("/api/auth/register", { data });
  await page.request.post("/api/forgot-password", { data: { email } });
  const mails = (await (await page.request.get("/demo/mailbox")).json()) as { to: string; text: string }[];
  const tokens = mails.flatMap(({ to, text }) => (to === email ? (/reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? []) : []));
  return tokens[0] ?? "none";
}
