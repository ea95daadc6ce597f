/**
 * The pictures of the README, taken from the product itself: `node tooling/e2e/src/screenshots/take.ts`.
 *
 * Walks the tour of the README in a demo of its own, so a step of the tour that no longer works ends this program.
 * Needs the built web application (`npm start` builds it) and a Chromium (`CHROMIUM_PATH`, or the usual place).
 */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "playwright";
import { assert, present } from "@relaydeck/kit/assert";
import { adminEnvironment } from "../browser/admin-screens.ts";
import { openBrowser } from "../browser/house.ts";
import { toastsOf } from "../browser/toasts.ts";
import { startOwnDemo } from "./own-demo.ts";

const folder = fileURLToPath(new URL("../../../../docs/images/", import.meta.url));
const viewport = { width: 1120, height: 860 };
/** Around each picture, in pixels. */
const air = 12;

mkdirSync(folder, { recursive: true });
const demo = await startOwnDemo();
const browser = await openBrowser();
try {
  const context = await browser.newContext({ viewport, locale: "en-GB", timezoneId: "UTC", colorScheme: "light" });
  const page = await context.newPage();
  await walk(page, demo.origin);
  await administer(page, demo.origin);
} finally {
  await browser.close();
  await demo.end();
}

async function walk(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await page.getByRole("button", { name: "Try the demo, no account" }).first().click();

  const card = page.getByRole("article", { name: "Pump house" });
  const pump = card.getByRole("listitem").filter({ has: page.getByRole("group", { name: "Well pump" }) });
  await pump.getByText("1,240 mA").waitFor();
  await save(page.getByRole("region", { name: /^My Devices/ }), "devices");

  await pump.getByRole("button", { name: "Off", exact: true }).click();
  await pump.getByText(/sent/).waitFor();
  await save(pump, "sent");
  await pump.getByText(/· confirmed/).waitFor();
  await save(pump, "confirmed");

  await page.getByRole("button", { name: "What can I try?" }).click();
  const drawer = page.getByRole("dialog", { name: "Simulator" });
  await drawer.getByRole("button", { name: /^Lose the answer/ }).click();
  await drawer.getByText("Set: Lose the answer").waitFor();
  await page.getByText("Relay Command Sent", { exact: true }).waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });

  // The proof comes within a second; held back, it leaves time for the picture of not knowing.
  const late = { match: { device: "P0SIM0001", operation: "event" }, effect: { kind: "delay", ms: 8_000 }, times: 3 };
  const set = await page.request.post(`${origin}/demo/sim/faults`, { data: late, headers: { origin } });
  assert(set.ok(), `The simulator's door answered ${set.status()}`);
  await pump.getByRole("button", { name: "On", exact: true }).click();
  await pump.getByText(/Unconfirmed/).waitFor({ timeout: 60_000 });
  await save(pump, "unconfirmed");
  await pump.getByText(/· confirmed/).waitFor({ timeout: 60_000 });
  await save(pump, "truth");
}

/** What the tour did, as an administrator finds it. */
async function administer(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/admin/login`);
  await page.getByLabel("Username").fill(adminEnvironment.ADMIN_USERNAME);
  await page.getByLabel("Password", { exact: true }).fill(adminEnvironment.ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Admin console" }).waitFor();
  await page.getByRole("row").nth(1).waitFor();
  await saveScreen(page, "console");
  await page.goto(`${origin}/admin/analytics`);
  await page.getByRole("figure").or(page.locator(".plot-box")).first().waitFor();
  await page.waitForLoadState("networkidle");
  await saveScreen(page, "analytics");
}

/** What the window shows, once no toast lies over it. */
async function saveScreen(page: Page, name: string): Promise<void> {
  await toastsOf(page).waitFor({ state: "hidden" });
  await page.screenshot({ path: `${folder}${name}.png`, animations: "disabled", scale: "css" });
}

/** A picture of one part of the page with a little air around it. */
async function save(part: Locator, name: string): Promise<void> {
  await part.scrollIntoViewIfNeeded();
  const page = part.page();
  const whole = present(await page.locator("html").boundingBox(), "A page has its root");
  const box = present(await part.boundingBox(), "What is photographed is on the page");
  const at = { x: box.x - whole.x - air, y: box.y - whole.y - air };
  const clip = { ...at, width: box.width + 2 * air, height: box.height + 2 * air };
  await page.screenshot({ path: `${folder}${name}.png`, clip, fullPage: true, animations: "disabled", scale: "css" });
}
