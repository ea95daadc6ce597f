/** Administration as somebody meets it who was just given its password: sign-in, a password of one's own, two steps, the way out. [D22, AD-2, A2] */
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminEnvironment } from "./admin-screens.ts";
import { Authenticator } from "./authenticator.ts";
import { focusOf } from "./focus.ts";
import { keyboard, pointer, type Hands } from "./hands.ts";
import { openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { sidewaysScroll } from "./inspection.ts";

let house: House;
let newHouse: House;
let browser: Browser;
beforeAll(async () => {
  [house, newHouse, browser] = await Promise.all([openHouse({ environment: adminEnvironment }), openHouse(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), newHouse.close()]);
});

const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = adminEnvironment;
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
const toast = (page: Page, text: string) =>
  page
    .getByRole("region", { name: /Notifications/ })
    .getByText(text, { exact: true })
    .waitFor();

async function signIn(hands: Hands, given: { password: string }): Promise<void> {
  await hands.type("Username", username);
  await hands.type("Password", given.password);
  await hands.press("Sign in");
}

describe.each([
  ["mouse", pointer],
  ["keyboard", keyboard],
] as const)("[A2] with the %s", (_name, handsOf) => {
  let visitor: Visit;
  let page: Page;
  let hands: Hands;
  beforeEach(async () => {
    visitor = await visit(browser, house);
    ({ page } = visitor);
    hands = handsOf(page);
  });
  afterEach(async () => {
    await visitor.context.close();
    if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join("\n"));
  });

  test("wrong and right, through the console and its pages, and out again", async () => {
    await page.goto("/admin/dashboard");
    await page.waitForURL("**/admin/login?returnTo=*");
    await heading(page, "Administrator");
    await signIn(hands, { password: "not the password" });
    await toast(page, "Login Failed");
    await page.locator(".notice").getByText("Invalid admin credentials").waitFor();
    await page.reload();
    await heading(page, "Administrator");
    await signIn(hands, { password });
    await toast(page, "Admin login successful");
    await page.waitForURL("**/admin/dashboard");
    await heading(page, "Admin console");
    await expect.poll(async () => (await focusOf(page)).name).toBe("Admin console");
    await page.getByText("Admin", { exact: true }).waitFor();
    await hands.press("Analytics", { before: true });
    await page.waitForURL("**/admin/analytics");
    await heading(page, "Analytics");
    await hands.press("Logout", { before: true });
    await toast(page, "Logged out successfully");
    await page.waitForURL("**/admin/login");
    await page.goto("/admin/analytics");
    await page.waitForURL("**/admin/login?returnTo=*");
  });

  test("two-step sign-in is set up, asked for at the next sign-in, and switched off with a recovery code", async () => {
    await page.goto("/admin/login");
    await signIn(hands, { password });
    await heading(page, "Admin console");
    await hands.press("K, administrator menu", { before: true });
    await hands.choose("Two-step sign-in");
    const section = page.getByRole("region", { name: "Two-step sign-in" });
    await hands.press("Set up two-step sign-in");
    await hands.press("Next");
    const key = section.locator(".two-step-key code");
    const app = new Authenticator(await key.innerText());
    await hands.type("Code from the app", app.newCode(), section);
    await hands.press("Switch on");
    await heading(page, "Keep your recovery codes");
    const codes = await section.locator(".two-step-codes code").allInnerTexts();
    await hands.press("I have kept them");
    await hands.press("Logout", { before: true });
    await heading(page, "Administrator");
    await signIn(hands, { password });
    await heading(page, "Enter your code");
    await hands.press("Use a recovery code");
    await hands.type("Recovery code", codes[0] ?? "");
    await hands.press("Sign in");
    await heading(page, "Admin console");
    await page.goto("/admin/change-password");
    await hands.press("Switch off");
    await hands.type("Code from the app, or a recovery code", codes[1] ?? "", section);
    await hands.press("Switch off");
    await section.getByText("Two-step sign-in is off.").waitFor();
    expect(codes).toHaveLength(10);
  });
});

test("[AD-2] a generated password leads to its change, whatever page is asked for, and then everything opens", async () => {
  const { page, context, complaints } = await visit(browser, newHouse);
  const generated = /as admin, password "([\w-]+)"/.exec(newHouse.said())?.[1] ?? "none";
  const hands = keyboard(page);
  await page.goto("/admin/login");
  await hands.type("Username", "admin");
  await hands.type("Password", generated);
  await hands.press("Sign in");
  await page.waitForURL("**/admin/change-password");
  await page.getByText("This password was generated.").waitFor();
  expect(await page.getByRole("navigation", { name: "Administration" }).count()).toBe(0);
  await page.goto("/admin/analytics");
  await page.waitForURL("**/admin/change-password");
  await hands.type("Current password", generated);
  await hands.type("New password", "fourteen signs");
  await hands.press("Change password");
  await page.getByText("Password must be at least 15 characters long").waitFor();
  await hands.type("New password", "three owls on a wire");
  await hands.press("Change password");
  await page.waitForURL("**/admin/dashboard");
  await toast(page, "Password updated");
  expect(complaints).toEqual([]);
  await context.close();
});

test("[SE-5, HD-4] a session that ends elsewhere leads back to the sign-in, says so, and nothing of it stays on the page", async () => {
  const { page, context } = await visit(browser, house);
  const data = { username, password };
  await page.goto("/admin/login");
  await page.request.post("/api/admin/login", { data, headers: { origin: house.url } });
  await page.goto("/admin/change-password");
  await heading(page, "Your sign-in");
  await page.request.post("/api/admin/logout", { headers: { origin: house.url } });
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForURL("**/admin/login?message=session-ended**");
  await page.getByText("Your admin session ended.").waitFor();
  expect(await page.getByRole("button", { name: "Logout" }).count()).toBe(0);
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/admin/change-password");
  await context.close();
});

test("[AD-1] whoever is signed in as a user administers nothing, and the other way round", async () => {
  const visitor = await visit(browser, house);
  const { page } = visitor;
  await page.goto("/");
  await page.request.post("/demo/session", { data: {}, headers: { origin: house.url } });
  await page.goto("/admin/dashboard");
  await page.waitForURL("**/admin/login?returnTo=*");
  await page.context().clearCookies();
  await page.request.post("/demo/session", { data: { as: "admin" }, headers: { origin: house.url } });
  await page.goto("/admin/dashboard");
  await heading(page, "Admin console");
  await page.goto("/dashboard");
  await page.waitForURL("**/login?returnTo=*");
  await page.goto("/admin/login");
  await page.waitForURL("**/admin/dashboard");
  expect(visitor.complaints).toEqual([]);
  await visitor.context.close();
});

test("[D14, A15] the pages speak German, and show the theme of the machine behind the sign-in", async () => {
  const { page, context } = await visit(browser, house, { locale: "de-DE", theme: null, machineTheme: "dark", width: 320 });
  const theme = () => page.evaluate(() => document.documentElement.dataset["theme"]);
  await page.goto("/admin/login");
  await heading(page, "Verwaltung");
  expect([await theme(), await sidewaysScroll(page)]).toEqual(["light", 0]);
  await page.request.post("/demo/session", { data: { as: "admin" }, headers: { origin: house.url } });
  for (const [path, title] of [
    ["/admin/dashboard", "Konsole der Verwaltung"],
    ["/admin/analytics", "Auswertung"],
    ["/admin/change-password", "Ihre Anmeldung"],
  ] as const) {
    await page.goto(path);
    await heading(page, title);
    expect([path, await theme(), await sidewaysScroll(page)]).toEqual([path, "dark", 0]);
  }
  await context.close();
});
