/** The console through every lens, in both themes: larger, spaced, in longer words, with a finger, without motion, in forced colours, on paper. [A6, A7, A14, A15] */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enterConsole } from "./console-page.ts";
import { consoleStates } from "./console-screens.ts";
import { openBrowser, openHouse, visit, type House } from "./house.ts";
import { throughLenses } from "./lenses.ts";
import { registerNewcomer } from "./walks.ts";
import { openWire, type Wire } from "./wire.ts";

let house: House;
let browser: Browser;
let wire: Wire;
beforeAll(async () => {
  [house, browser, wire] = await Promise.all([openHouse({ latencyMs: [0, 0] }), openBrowser(), openWire()]);
  await registerNewcomer(browser, house);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), wire.close()]);
});

test.each(["light", "dark"] as const)("[A6, A7, A14, A15] %s", async (theme) => {
  const visitor = await visit(browser, house, { theme });
  await enterConsole(visitor);
  expect(await throughLenses({ page: visitor.page, wire }, consoleStates)).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.context.close();
});
