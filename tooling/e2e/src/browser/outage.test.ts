/** The device cloud goes away for a while, and nobody listens at its address: what the card says, and what comes after. */
import { systemClock } from "@relaydeck/kit/clock";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Site } from "../crash/site.ts";
import { pressedIn, relayControl, truthLine, untilReady } from "./controls.ts";
import { openBrowser, visit, type Visit } from "./house.ts";

let site: Site;
let browser: Browser;
let owner: Visit;
let page: Page;
let control: Locator;
beforeAll(async () => {
  [site, browser] = await Promise.all([Site.open("sqlite", 1), openBrowser()]);
  owner = await visit(browser, { url: site.origin });
  ({ page } = owner);
  await owner.context.addCookies([...site.owner.cookies].map(([name, value]) => ({ name, value, url: site.origin })));
  await page.goto("/");
  control = await relayControl(page, `Seeded ${site.device.serial}`, "Relay 2");
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

const says = (text: RegExp) => truthLine(control).getByText(text).waitFor({ timeout: 30_000 });

test("[S17-12] an outage: since when is told, a press says why not, and is not sent when the cloud is back", async () => {
  const link = page.getByRole("banner");
  await link.getByRole("button", { name: "Connected" }).waitFor();
  await untilReady(control);
  const before = await pressedIn(control);
  const wanted = before === "on" ? "Off" : "On";
  await site.cloud.stop();
  await link.getByRole("button", { name: /^(Connecting\.\.\.|Disconnected)$/ }).waitFor();
  await page
    .getByRole("region", { name: "System Status" })
    .first()
    .getByText(/^(Reconnecting|No connection) since /)
    .waitFor();
  await control.getByRole("button", { name: wanted, exact: true }).click();
  await says(/^Failed · not sent: the cloud did not take it/);
  expect(await pressedIn(control)).toBe(before);
  const backAt = systemClock().now();
  await site.cloud.startAgain();
  await link.getByRole("button", { name: "Connected" }).waitFor({ timeout: 60_000 });
  expect(systemClock().now() - backAt).toBeLessThan(60_000);
  const relay = { serial: site.device.serial, relayNumber: 2 };
  expect(await site.cloud.callsOf(relay)).toEqual([]);
  await page.getByRole("button", { name: "Try again: Relay 2" }).click();
  await says(new RegExp(`^${wanted} · .*confirmed`));
  expect(await site.cloud.callsOf(relay)).toHaveLength(1);
  expect(owner.complaints).toEqual([]);
});
