import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
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
