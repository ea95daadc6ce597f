import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openHouse, visit, type House } from "./house.ts";
import { pasteInto } from "./password-fields.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const pasted = " 🌲 pasted ";

test("[PW-6] on every page without a session with a password a manager finds its hints, paste works, and a switch shows what was typed", async () => {
  const { page, context, complaints } = await visit(browser, house);
  const main = page.getByRole("main");
  for (const [path, submit, userName, password] of [
    ["/login", "Sign in", "username", "current-password"],
    ["/register", "Create account", "username", "new-password"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("button", { name: submit, exact: true }).waitFor();
    expect(await page.getByLabel("Email").getAttribute("autocomplete")).toBe(userName);
    expect(await page.getByLabel("Password", { exact: true }).getAttribute("autocomplete")).toBe(password);
    await pasteInto(main, "Password", pasted);
  }
  // Whose link it is, this page does not know.
  await page.goto("/reset-password?token=made-up");
  for (const label of ["New password", "Confirm password"]) {
    expect(await page.getByLabel(label, { exact: true }).getAttribute("autocomplete")).toBe("new-password");
    await pasteInto(main, label, pasted);
  }
  expect(complaints).toEqual([]);
  await context.close();
});
