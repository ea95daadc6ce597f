import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { relayControl, untilReady } from "./controls.ts";
import { openBrowser, openHouse, visit, type House } from "./house.ts";

let house: House;
let browser: Browser;

beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: null }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

describe("the first minute", () => {
  test("[A19] from the landing page to the first confirmed switch: two presses, no typing, under 20 s", async () => {
    const { page, context, complaints } = await visit(browser, house);
    const begun = performance.now();
    await page.goto("/");
    await page.getByRole("button", { name: "Try the demo, no account" }).click();
    const control = await relayControl(page, "Pump house", "Well pump");
    await control.getByRole("button", { name: "Off", exact: true }).click();
    await page
      .getByText(/^Off · .*confirmed/)
      .first()
      .waitFor({ timeout: 20_000 });
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("the long way: register, read the mail, verify, sign in, register P0SIM0007, switch it", async () => {
    const { page, context, complaints } = await visit(browser, house, { width: 360, height: 760, theme: "dark" });
    await page.goto("/register");
    await page.getByLabel("First name").fill("Nora");
    await page.getByLabel("Last name").fill("Newcomer");
    await page.getByLabel("Email").fill("nora@example.com");
    await page.getByLabel("Password", { exact: true }).fill("seven green lanterns");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(/\/login\?message=verify-email/);
    await page.getByText("nora@example.com").first().waitFor();
    await page.goto("/demo/mailbox");
    await page
      .getByRole("link", { name: /verify-email/ })
      .first()
      .click();
    await page.getByText("Email verified successfully").first().waitFor();
    expect(page.url()).not.toContain("token=");
    await page
      .getByRole("link", { name: "Continue to Login" })
      .or(page.getByRole("button", { name: "Continue to Login" }))
      .click();
    await page.getByLabel("Email").fill("nora@example.com");
    await page.getByLabel("Password", { exact: true }).fill("seven green lanterns");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page
      .getByLabel(/Serial number/i)
      .first()
      .fill("p0sim0007");
    await page
      .getByRole("button", { name: /Add device|Register/ })
      .last()
      .click();
    await page.getByText("PowerOne Device Registered").first().waitFor();
    const control = await relayControl(page, "PowerOne", "Relay 1");
    await untilReady(control);
    await control.getByRole("button", { name: "On", exact: true }).click();
    await page
      .getByText(/^On · .*confirmed/)
      .first()
      .waitFor({ timeout: 20_000 });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
