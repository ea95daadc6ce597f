/**
 * The whole way of an account in a browser, its mails read from a real mail server: register, resend, verify, a wrong
 * password, forgot, reset, sign in. Texts are those of the product document.
 */
import { startSmtpSink, type SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { clippedTexts } from "./fitting.ts";
import { tabTo } from "./focus.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { mailedLink } from "./mailed-link.ts";
import { pasteInto } from "./password-fields.ts";

let sink: SmtpSink;
let house: House;
let browser: Browser;
let visitor: Visit;
let page: Page;
beforeAll(async () => {
  sink = await startSmtpSink();
  const environment = { SMTP_URL: sink.url, MAIL_FROM: "no-reply@relaydeck.test" };
  [house, browser] = await Promise.all([openHouse({ environment }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
  await sink.close();
});
beforeEach(async () => {
  visitor = await visit(browser, house);
  ({ page } = visitor);
});
afterEach(async () => {
  await visitor.context.close();
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join("\n"));
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const heading = (name: string) => page.getByRole("heading", { name, exact: true });
const toast = (text: string) => page.getByRole("region", { name: /Notifications/ }).getByText(text, { exact: true });

const mailed = (to: string, leadsTo: "verify-email" | "reset-password", count = 1) =>
  mailedLink(sink, to, { page: leadsTo, count });

async function register(email: string, password: string): Promise<void> {
  const data = { email, password, firstName: "Fred", lastName: "Forgetful" };
  await page.request.post(`${house.url}/api/auth/register`, { data });
}

async function loginStatus(email: string, password: string): Promise<number> {
  return (await page.request.post(`${house.url}/api/auth/login`, { data: { email, password } })).status();
}

async function setPassword(password: string, again = password): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill(again);
  await button("Set password").click();
}

async function signIn(email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button("Sign in").click();
}

test("[ML-5, ML-10] register, resend, verify, wrong password, forgot, reset, sign in", async () => {
  const [email, first, second] = ["fred@example.com", "six silver spoons", "seven silver spoons"];
  await page.goto("/register");
  await page.getByLabel("First name").fill("Fred");
  await page.getByLabel("Last name").fill("Forgetful");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(first);
  await button("Create account").click();
  await page.getByText(`Please verify your email. We sent a link to ${email}.`).first().waitFor();
  await mailed(email, "verify-email");
  await button("Resend email").click();
  await page
    .getByText(/^Sent\. You can resend in \d+ s\.$/)
    .first()
    .waitFor();
  await page.goto(await mailed(email, "verify-email", 2));
  await page.getByRole("link", { name: "Continue to Login" }).click();
  await signIn(email, "seven silver forks");
  await toast("Invalid Credentials").waitFor();
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await heading("Forgot your password?").waitFor();
  await page.getByLabel("Email").fill(email);
  await button("Send reset link").click();
  await heading("Check Your Email").waitFor();
  await toast("Reset link sent").waitFor();
  await page.goto(await mailed(email, "reset-password"));
  await page.getByText("This link expires 1 hour after it was sent.").waitFor();
  await setPassword(second);
  await heading("Password Reset Complete").waitFor();
  await toast("Password Updated").waitFor();
  expect(page.url()).toBe(`${house.url}/reset-password`);
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(email, first);
  await toast("Invalid Credentials").waitFor();
  await signIn(email, second);
  await page.getByText("Three steps to the first").waitFor();
});

test("[AC-5, A6] where the mail does not come, the way that the hint names verifies and leads in; on a phone all of it is seen", async () => {
  const email = "fiona@example.com";
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/register");
  await page.getByLabel("First name").fill("Fiona");
  await page.getByLabel("Last name").fill("Forgetful");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("six silver spoons");
  await button("Create account").click();
  const hint = page.getByText("Use “Forgot your password?”: it verifies your email, too.");
  await hint.waitFor();
  await button("Resend email").click();
  await page
    .getByText(/^Sent\. You can resend in \d+ s\.$/)
    .first()
    .waitFor();
  await hint.waitFor();
  expect(await clippedTexts(page, "main")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await heading("Forgot your password?").waitFor();
  await page.getByLabel("Email").fill(email);
  await button("Send reset link").click();
  await heading("Check Your Email").waitFor();
  await page.goto(await mailed(email, "reset-password"));
  await setPassword("seven silver spoons");
  await heading("Password Reset Complete").waitFor();
  expect(await loginStatus(email, "seven silver spoons")).toBe(200);
});

test("[ML-6, ML-10] a verification link opened again says so and counts; one that is no good offers another mail", async () => {
  const email = "franz@example.com";
  await register(email, "six silver spoons");
  const link = await mailed(email, "verify-email");
  for (const sentence of ["Email verified successfully", "Already verified."]) {
    await page.goto(link);
    await page.getByRole("main").getByText(sentence, { exact: true }).waitFor();
    expect(page.url()).toBe(`${house.url}/verify-email`);
  }
  await page.goto("/verify-email?token=of-an-ended-link");
  await page.getByRole("main").getByText("This verification link is invalid or expired.").waitFor();
  await button("Resend Verification Email").click();
  await page.getByRole("main").getByText("No email address found. Please register again.").waitFor();
});

test("[AC-4] the address must look like one; whoever asks is told the same, and may ask again", async () => {
  await page.goto("/forgot-password");
  for (const wrong of ["", "fred", "fred@", "a@x,b@y"]) {
    await page.getByLabel("Email").fill(wrong);
    await button("Send reset link").click();
    await page.getByText("Please enter a valid email address").waitFor();
  }
  await page.getByLabel("Email").fill("nobody@example.com");
  await button("Send reset link").click();
  const sentence = "If an account with that email exists, we've sent a password reset link.";
  await page.getByRole("main").getByText(sentence).waitFor();
  await toast(sentence).waitFor();
  await button("Send another link").click();
  await heading("Forgot your password?").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("nobody@example.com");
});

test("without an answer the failure is said as a toast and under the form, and what was typed stays", async () => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("fred@example.com");
  await visitor.context.setOffline(true);
  await button("Send reset link").click();
  await toast("Error").waitFor();
  await toast("Failed to send password reset email").waitFor();
  await page.getByRole("main").getByText("Failed to send password reset email").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("fred@example.com");
  await visitor.context.setOffline(false);
  await button("Send reset link").click();
  await heading("Check Your Email").waitFor();
});

test("[ML-2, ML-10] without a token: Invalid Link; a link that was used: Reset Failed, its token gone, a new one offered", async () => {
  const email = "flora@example.com";
  await register(email, "six silver spoons");
  await page.goto("/reset-password");
  await page.waitForURL("**/forgot-password");
  await toast("Invalid Link").waitFor();
  await toast("This password reset link is invalid or expired.").waitFor();
  await page.request.post(`${house.url}/api/forgot-password`, { data: { email } });
  const link = await mailed(email, "reset-password");
  for (const password of ["eight red bicycles", "nine red bicycles"]) {
    await page.goto(link);
    await setPassword(password);
    await heading("Password Reset Complete").or(toast("Reset Failed")).waitFor();
  }
  await toast("This password reset link is invalid or expired.").waitFor();
  expect(page.url()).not.toContain("token");
  await page.getByRole("link", { name: "Send another link" }).click();
  await button("Send reset link").waitFor();
});

test("[PW-1, PW-2, PW-3, PW-6] the rules under the fields, a recommendation of 15, paste and the manager's hints", async () => {
  const email = "frida@example.com";
  await register(email, "six silver spoons");
  await page.request.post(`${house.url}/api/forgot-password`, { data: { email } });
  await page.goto(await mailed(email, "reset-password"));
  await page.getByText("15 or more are better.", { exact: false }).waitFor();
  await setPassword("seven77");
  await page.getByText("Password must be at least 8 characters long").waitFor();
  await setPassword("eight888", "eight887");
  await page.getByText("Passwords don't match").waitFor();
  await setPassword("iloveyou");
  await page.getByRole("main").getByText("This password is one of the most common ones. Choose another one.").waitFor();
  const chosen = " 🌲 pasted ";
  await pasteInto(page.getByRole("main"), "New password", chosen);
  await pasteInto(page.getByRole("main"), "Confirm password", chosen);
  await button("Set password").click();
  await heading("Password Reset Complete").waitFor();
  expect(await loginStatus(email, chosen)).toBe(200);
  expect(await loginStatus(email, chosen.trim())).toBe(401);
});

/** A part of the profile that asks for a password: how to come to it, and its password fields. */
const withPassword = [
  { part: "Email", fields: ["Current password"] },
  { part: "Password", fields: ["Current password", "New password"] },
  { part: "Two-step sign-in", opener: "Set up two-step sign-in", fields: ["Current password"] },
  { dialog: "Create a token", opener: "Create a token", fields: ["Current password"] },
  { dialog: "Delete your account?", opener: "Delete account…", fields: ["Current password"] },
] as const;

test("[PW-6] in every part of the profile with a password a manager finds the account and its hints, and paste works", async () => {
  await enterDemo(visitor);
  await page.goto("/profile");
  await button("Create a token").waitFor();
  for (const asking of withPassword) {
    if ("opener" in asking) await button(asking.opener).click();
    const inDialog = "dialog" in asking;
    const place = inDialog
      ? page.getByRole("dialog", { name: asking.dialog })
      : page.getByRole("region", { name: asking.part, exact: true });
    const account = place.locator("form", { has: page.locator("input[type=password]") }).locator("[autocomplete=username]");
    await expect
      .poll(() => account.evaluateAll((all) => all.map((input) => input.getAttribute("value"))))
      .toEqual(["demo@relaydeck.test"]);
    for (const label of asking.fields) {
      const hint = label === "New password" ? "new-password" : "current-password";
      expect(await place.getByLabel(label, { exact: true }).getAttribute("autocomplete")).toBe(hint);
      await pasteInto(place, label, " 🌲 pasted ");
    }
    if (!inDialog) continue;
    await page.keyboard.press("Escape");
    await button("Discard").click();
    await place.waitFor({ state: "detached" });
  }
});

test("[A2] forgotten and chosen anew with the keyboard alone", async () => {
  const email = "fritz@example.com";
  await register(email, "six silver spoons");
  await page.goto("/login");
  await heading("Sign in").waitFor();
  await tabTo(page, "Forgot your password?");
  await page.keyboard.press("Enter");
  await heading("Forgot your password?").waitFor();
  await tabTo(page, /^Email/);
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  await heading("Check Your Email").waitFor();
  await page.goto(await mailed(email, "reset-password"));
  await heading("Choose a new password").waitFor();
  for (const label of [/^New password/, /^Confirm password/]) {
    await tabTo(page, label);
    await page.keyboard.type("ten silver spoons");
  }
  await page.keyboard.press("Enter");
  await heading("Password Reset Complete").waitFor();
  await tabTo(page, "Sign in");
  await page.keyboard.press("Enter");
  await heading("Sign in").waitFor();
  expect(page.url()).toBe(`${house.url}/login`);
});
