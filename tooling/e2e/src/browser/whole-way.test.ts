/**
 * The whole way of an account in a real browser, its mails read from a real mail server: once with a pointer, once with the
 * keyboard alone. [A2, ML-5, AD-2, SE-5]
 */
import { startSmtpSink, type SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Authenticator } from "./authenticator.ts";
import { keyboard, pointer, type Hands } from "./hands.ts";
import { openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { mailedLink } from "./mailed-link.ts";

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

const heading = (name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
const section = (name: string) => page.getByRole("region", { name, exact: true });

test.each([
  ["a pointer", "wilma@example.com", pointer],
  ["the keyboard alone", "kurt@example.com", keyboard],
] as const)("[A2, ML-5, AD-2, SE-5] from the first visit to signing out everywhere, with %s", async (_name, email, handsOn) => {
  const hands = handsOn(page);
  await registerAndVerify(hands, email);
  await chooseAnewAfterAWrongPassword(hands, email);
  await signIn(hands, email);
  await said("Three steps to the first");
  const { app, codes } = await switchSecondStepOn(hands);
  await leave(hands);
  await hands.press("Sign In");
  await signIn(hands, email);
  await heading("Enter your code");
  const code = "Code from your authenticator app";
  await page.getByLabel(code).and(page.locator(":focus")).waitFor();
  await hands.type(code, app.newCode());
  await hands.press("Sign in");
  await said("Three steps to the first");
  await signOutEverywhere(hands, { email, otp: codes[0] ?? "" });
  expect((await page.request.get("/api/auth/user")).status()).toBe(401);
});

const [first, second] = ["six silver spoons", "seven silver spoons"];

async function registerAndVerify(hands: Hands, email: string): Promise<void> {
  await page.goto("/");
  await hands.press("Get Started");
  await heading("Create your account");
  await hands.type("First name", "Wilma");
  await hands.type("Last name", "Way");
  await hands.type("Email", email);
  await hands.type("Password", first);
  await hands.press("Create account");
  await said(`Please verify your email. We sent a link to ${email}.`);
  await mailedLink(sink, email, { page: "verify-email" });
  await hands.press("Resend email");
  await said(/^Sent\. You can resend in \d+ s\.$/);
  await page.goto(await mailedLink(sink, email, { page: "verify-email", count: 2 }));
  await said("Email verified successfully");
  await hands.press("Continue to Login");
  await heading("Sign in");
}

async function chooseAnewAfterAWrongPassword(hands: Hands, email: string): Promise<void> {
  await hands.type("Email", email);
  await hands.type("Password", "six silver forks");
  await hands.press("Sign in");
  await said("Invalid Credentials");
  await hands.press("Forgot your password?");
  await heading("Forgot your password?");
  await hands.type("Email", email);
  await hands.press("Send reset link");
  await heading("Check Your Email");
  await page.goto(await mailedLink(sink, email, { page: "reset-password" }));
  await heading("Choose a new password");
  await hands.type("New password", second);
  await hands.type("Confirm password", second);
  await hands.press("Set password");
  await heading("Password Reset Complete");
  await hands.press("Sign in");
}

async function signIn(hands: Hands, email: string): Promise<void> {
  await heading("Sign in");
  await hands.type("Email", email);
  await hands.type("Password", second);
  await hands.press("Sign in");
}

async function fromTheUserMenu(hands: Hands, item: string): Promise<void> {
  await hands.press(/user menu$/, { before: true });
  await hands.choose(item);
}

async function switchSecondStepOn(hands: Hands): Promise<{ app: Authenticator; codes: string[] }> {
  await fromTheUserMenu(hands, "Your profile");
  await heading("Your profile");
  const here = section("Two-step sign-in");
  await hands.press("Set up two-step sign-in");
  await hands.type("Current password", second, here);
  await hands.press("Next");
  await heading("Add it to your app");
  const app = new Authenticator(await here.locator(".two-step-key code").innerText());
  await hands.type("Code from the app", app.newCode(), here);
  await hands.press("Switch on");
  await heading("Keep your recovery codes");
  const codes = await here.locator(".two-step-codes code").allInnerTexts();
  await hands.press("I have kept them");
  await heading("Two-step sign-in is on.");
  return { app, codes };
}

async function leave(hands: Hands): Promise<void> {
  await fromTheUserMenu(hands, "Log out");
  await said("You have been successfully logged out.");
}

/** Both sessions stand in the list of this one; then neither opens anything any more. */
async function signOutEverywhere(hands: Hands, who: { email: string; otp: string }): Promise<void> {
  const elsewhere = await visit(browser, house);
  const answer = await elsewhere.page.request.post("/api/auth/login", { data: { ...who, password: second } });
  expect(answer.status()).toBe(200);
  await elsewhere.page.goto("/dashboard");
  await elsewhere.page.getByRole("button", { name: "Connected" }).waitFor();

  await fromTheUserMenu(hands, "Your profile");
  const sessions = section("Where you are signed in").getByRole("listitem");
  await expect.poll(() => sessions.count()).toBe(2);
  await sessions.filter({ hasText: "This one" }).getByText("127.0.0.1").waitFor();
  await hands.press("Sign out everywhere");
  await said("You have been successfully logged out.");
  await elsewhere.page.waitForURL(/\/login\?returnTo=/, { timeout: 10_000 });
  expect((await elsewhere.page.request.get("/api/auth/user")).status()).toBe(401);
  await elsewhere.context.close();
}
