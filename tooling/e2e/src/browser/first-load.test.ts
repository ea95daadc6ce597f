/** What is fetched for the first picture of a page, gzipped, in thousands of bytes. [A5] */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { googleOffered } from "./google-screens.ts";
import { openBrowser, openHouse, visit, type House } from "./house.ts";
import { firstLoad } from "./inspection.ts";
import { enterAs } from "./walks.ts";

let house: House;
let browser: Browser;

beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0], environment: googleOffered }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const ofVisitors = { as: null, width: 1280, all: Infinity, script: 125 };
const ofDemo = { as: "demo", width: 1280, all: Infinity, script: 215 } as const;
const ofAdmin = { as: "admin", width: 1280, all: Infinity, script: 215 } as const;
const pages = [
  { name: "landing", path: "/", shown: "Try the demo, no account", ...ofVisitors, all: 30, script: 30 },
  { name: "sign-in", path: "/login", shown: "Sign in", ...ofVisitors },
  { name: "sign-in, code", path: "/login?message=second-step", shown: "Sign in", ...ofVisitors },
  { name: "registration", path: "/register", shown: "Create account", ...ofVisitors },
  { name: "verify-email", path: "/verify-email", shown: "Resend Verification Email", ...ofVisitors },
  { name: "forgot-password", path: "/forgot-password", shown: "Send reset link", ...ofVisitors },
  { name: "reset-password", path: "/reset-password?token=x", shown: "Set password", ...ofVisitors },
  { name: "404", path: "/nothing", shown: "Go to home page", ...ofVisitors },
  // The brief names no limit for it: the area's frame, and forms with their checks.
  { name: "profile", path: "/profile", shown: "Save name", ...ofDemo, script: 225 },
  { name: "confirm-email", path: "/confirm-email?token=x", shown: "Confirm", ...ofDemo },
  { name: "admin sign-in", path: "/admin/login", shown: "Sign in", ...ofVisitors },
  { name: "admin console", path: "/admin/dashboard", shown: "Logout", ...ofAdmin },
  { name: "admin analytics", path: "/admin/analytics", shown: "Logout", ...ofAdmin },
  { name: "admin operations", path: "/admin/operations", shown: "Logout", ...ofAdmin },
  { name: "admin password", path: "/admin/change-password", shown: "Change password", ...ofAdmin },
  { name: "dashboard", path: "/", shown: "Connected", ...ofDemo },
  { name: "dashboard on a phone", path: "/", shown: "Connected", ...ofDemo, width: 360, script: 190 },
];
test.each(pages)("[A5] $name", async ({ path, shown, as, width, all, script }) => {
  const visitor = await visit(browser, house, { width });
  await enterAs(visitor, as);
  const { page } = visitor;
  const isShown = page.getByRole("button", { name: shown }).or(page.getByRole("link", { name: shown }));
  const sizes = await firstLoad(page, path, () => isShown.first().waitFor());
  expect(sizes.script).toBeGreaterThan(1);
  expect(sizes.script).toBeLessThanOrEqual(script);
  expect(sizes.style).toBeLessThanOrEqual(25);
  expect(sizes.all).toBeLessThanOrEqual(all);
  expect([sizes.fonts, sizes.foreign]).toEqual([[], []]);
  await visitor.context.close();
});
