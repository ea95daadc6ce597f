/**
 * The screens of administration, but the console's lists, through every lens, in both themes: larger, spaced, in longer words, with
 * a finger, without motion, in forced colours, on paper. [A6, A7, A14, A15]
 */
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminSignInStates, adminStates } from "./admin-screens.ts";
import { openBrowser, openHouse, visit, type House } from "./house.ts";
import { throughLenses } from "./lenses.ts";
import { enterAs } from "./walks.ts";
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

describe.each(["light", "dark"] as const)("[A6, A7, A14, A15] %s", (theme) => {
  test("the sign-in", async () => {
    const visitor = await visit(browser, house, { theme, wire });
    expect(await throughLenses({ page: visitor.page, wire }, adminSignInStates)).toEqual([]);
    await visitor.context.close();
  });

  test("the console, the analytics, the operations, and one's own sign-in", async () => {
    const visitor = await visit(browser, house, { theme, wire });
    await enterAs(visitor, "admin");
    expect(await throughLenses({ page: visitor.page, wire }, adminStates)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });
});
