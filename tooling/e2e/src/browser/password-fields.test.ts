import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { pasteInto } from "./password-fields.ts";

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
});
afterEach(async () => {
  await visitor.context.close();
  if (visitor.complaints.length > 0) throw new Error(visitor.complaints.join("\n"));
});

const pasted = " 🌲 pasted ";
const main = () => page.getByRole("main");
const button = (name: string) => page.getByRole("button", { name, exact: true });

test("[PW-6] on every page without a session with a password a manager finds its hints, paste works, and a switch shows what was typed", async () => {
  for (const [path, submit, userName, password] of [
    ["/login", "Sign in", "username", "current-password"],
    ["/register", "Create account", "username", "new-password"],
  ] as const) {
    await page.goto(path);
    await button(submit).waitFor();
    expect(await page.getByLabel("Email").getAttribute("autocomplete")).toBe(userName);
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("autocomplete")).toBe(password);
    await pasteInto(main(), "Password", pasted);
  }
  // Whose link it is, this page does not know.
  await page.goto("/reset-password?token=made-up");
  for (const label of ["New password", "Confirm password"]) {
    expect(await page.getByLabel(label, { exact: true }).getAttribute("autocomplete")).toBe("new-password");
    await pasteInto(main(), label, pasted);
  }
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
      await pasteInto(place, label, pasted);
    }
    if (!inDialog) continue;
    await page.keyboard.press("Escape");
    await button("Discard").click();
    await place.waitFor({ state: "detached" });
  }
});
