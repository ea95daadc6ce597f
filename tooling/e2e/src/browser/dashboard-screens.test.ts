/**
 * What opens on the dashboard through every lens, in both themes: larger, spaced, in longer words, with a finger, without
 * motion, in forced colours, on paper. [A6, A7, A14, A15]
 */
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alertStates } from "./alert-screens.ts";
import { commandStates } from "./command-screens.ts";
import { deviceStates } from "./device-screens.ts";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";
import { layoutStates } from "./layout-screens.ts";
import { throughLenses } from "./lenses.ts";
import type { ScreenState } from "./screens.ts";
import { sharingStates } from "./sharing-screens.ts";
import { openWire, type Wire } from "./wire.ts";

let house: House;
let browser: Browser;
let wire: Wire;
beforeAll(async () => {
  [house, browser, wire] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser(), openWire()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), wire.close()]);
});

const dashboard: ScreenState = {
  name: "dashboard",
  open: async ({ page }) => {
    await page.goto("/dashboard");
    await page.getByRole("button", { name: /Connected/ }).waitFor();
  },
};

describe.each(["light", "dark"] as const)("[A6, A7, A14, A15] %s", (theme) => {
  test.each([
    ["layouts and arranging the page", layoutStates],
    ["the palette and the keys", [dashboard, ...commandStates]],
    ["alerts, history, names and the log", [dashboard, ...alertStates, ...deviceStates]],
    ["sharing", sharingStates],
  ])("%s", async (_, states) => {
    const visitor = await visit(browser, house, { theme });
    await enterDemo(visitor);
    expect(await throughLenses({ page: visitor.page, wire }, states)).toEqual([]);
    await visitor.context.close();
  });
});
