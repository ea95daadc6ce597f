/** Two-step sign-in as people meet it: set up, signed in with, lost, switched off; once with the keyboard alone. [AD-2, A2] */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Authenticator } from "./authenticator.ts";
import { expectFocus, focusOf, tabTo } from "./focus.ts";
import { openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";

let house: House;
let browser: Browser;
let visitor: Visit;
let page: Page;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});
beforeEach(async () => {
  visitor = await visit(browser, house);
  ({ page } = visitor);
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
});
afterEach(async () => {
  await visitor.context.close();
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join("\n"));
});

const password = "demo switch over there";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const heading = (name: string) => page.getByRole("heading", { name, exact: true });
const section = () => page.getByRole("region", { name: "Two-step sign-in" });
const shownSecret = async () => new Authenticator(await section().locator(".two-step-key code").innerText());
const shownCodes = () => section().locator(".two-step-codes code").allInnerTexts();

async function typeAndEnter(text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
}

/** By keyboard: the page is loaded, and Tab leads to the field. */
async function passwordByKeyboard(email: string): Promise<void> {
  await page.goto("/login");
  await heading("Sign in").waitFor();
  await tabTo(page, "Email");
  await page.keyboard.type(email);
  await tabTo(page, "Password");
  await typeAndEnter(password);
}

async function signIn(email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button("Sign in").click();
}

/** Its own session is forgotten; another browser for all the server knows. */
async function forgetSession(): Promise<void> {
  await page.goto("/login");
  await visitor.context.clearCookies();
}

const inside = () => page.getByRole("button", { name: /Connected/ }).waitFor();

async function setUp(email: string): Promise<{ app: Authenticator; codes: string[] }> {
  await signIn(email);
  await inside();
  await page.goto("/profile");
  await button("Set up two-step sign-in").click();
  await section().getByLabel("Current password", { exact: true }).fill(password);
  await button("Next").click();
  await heading("Add it to your app").waitFor();
  const app = await shownSecret();
  await section().getByLabel("Code from the app").fill(app.newCode());
  await button("Switch on").click();
  await heading("Keep your recovery codes").waitFor();
  return { app, codes: await shownCodes() };
}

test("[AD-2, A2] set up, signed in with a code and with a recovery code, and switched off by keyboard alone", async () => {
  await passwordByKeyboard("demo@relaydeck.test");
  await inside();
  await page.goto("/profile");
  await section().getByText("Off", { exact: true }).waitFor();
  await tabTo(page, "Set up two-step sign-in");
  await page.keyboard.press("Enter");
  await tabTo(page, "Current password");
  await typeAndEnter(password);
  await heading("Add it to your app").waitFor();
  await expectFocus(page, "Add it to your app", "on the set-up");
  const app = await shownSecret();
  await tabTo(page, "Code from the app");
  await typeAndEnter("000000");
  await section().getByText("That code is not valid.").waitFor();
  expect((await focusOf(page)).name).toBe("Code from the app");
  await page.keyboard.press("ControlOrMeta+a");
  await typeAndEnter(app.newCode());
  await heading("Keep your recovery codes").waitFor();
  const codes = await shownCodes();
  expect(new Set(codes).size).toBe(10);
  await tabTo(page, "I have kept them");
  await page.keyboard.press("Enter");
  await heading("Two-step sign-in is on.").waitFor();
  expect((await focusOf(page)).name).toBe("Two-step sign-in is on.");

  await forgetSession();
  await passwordByKeyboard("demo@relaydeck.test");
  await heading("Enter your code").waitFor();
  await expect.poll(async () => (await focusOf(page)).name).toBe("Code from your authenticator app");
  await typeAndEnter(app.newCode());
  await inside();

  await forgetSession();
  await passwordByKeyboard("demo@relaydeck.test");
  await heading("Enter your code").waitFor();
  await tabTo(page, "Use a recovery code");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await focusOf(page)).name).toBe("Recovery code");
  await typeAndEnter(codes[0] ?? "");
  await inside();

  await page.goto("/profile");
  await section().getByText("9 recovery codes left").waitFor();
  await tabTo(page, "Switch off");
  await page.keyboard.press("Enter");
  await tabTo(page, "Current password");
  await page.keyboard.type(password);
  await tabTo(page, "Code from the app, or a recovery code");
  await typeAndEnter(codes[1] ?? "");
  await heading("Two-step sign-in is off.").waitFor();
  await section().getByText("Off", { exact: true }).waitFor();
});

test("[AD-2, HD-1] recovery codes can be copied and downloaded, a pasted code with blanks is taken, a used one is not", async () => {
  const { app, codes } = await setUp("alex@relaydeck.test");
  await button("Copy codes").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download as text file" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("relaydeck-recovery-codes.txt");
  expect(await readFile(await download.path(), "utf8")).toContain(codes.join("\n"));
  await button("I have kept them").click();
  await section().getByText("10 recovery codes left").waitFor();

  const code = app.newCode();
  await forgetSession();
  await signIn("alex@relaydeck.test");
  const field = page.getByLabel("Code from your authenticator app");
  expect(await field.getAttribute("autocomplete")).toBe("one-time-code");
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${code.slice(0, 3)} ${code.slice(3)}`);
  await field.press("ControlOrMeta+v");
  await field.press("Enter");
  await inside();

  await forgetSession();
  await signIn("alex@relaydeck.test");
  await field.fill(code);
  await button("Sign in").click();
  await page.getByText("That code is not valid. Each code works once; wait for the next one.").first().waitFor();
  await button("Start again").click();
  await heading("Sign in").waitFor();
});
