/**
 * The screens of accounts through every lens, in both themes: larger, spaced, in longer words, with a finger, without motion,
 * in forced colours, on paper. [A6, A7, A14, A15]
 */
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { googleOffered, googleStates } from "./google-screens.ts";
import { enterDemo, openBrowser, openHouse, visit, type House } from "./house.ts";
import { throughLenses } from "./lenses.ts";
import { passwordStates } from "./password-screens.ts";
import { missingPageStates, profileStates } from "./profile-screens.ts";
import { publicStates } from "./screens.ts";
import { tokenStates } from "./token-screens.ts";
import { codeStates, twoStepStates } from "./two-step-screens.ts";
import { openWire, type Wire } from "./wire.ts";

let house: House;
let browser: Browser;
let wire: Wire;
beforeAll(async () => {
  [house, browser, wire] = await Promise.all([
    openHouse({ latencyMs: [0, 0], environment: googleOffered }),
    openBrowser(),
    openWire(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([house.close(), wire.close()]);
});

describe.each(["light", "dark"] as const)("[A6, A7, A14, A15] %s", (theme) => {
  test("pages without a session", async () => {
    const visitor = await visit(browser, house, { theme });
    expect(
      await throughLenses({ page: visitor.page, wire }, [...publicStates, ...googleStates, ...passwordStates, ...codeStates]),
    ).toEqual([]);
    await visitor.context.close();
  });

  test("the profile and what opens on it", async () => {
    const visitor = await visit(browser, house, { theme });
    await enterDemo(visitor);
    const states = [...profileStates, ...missingPageStates, ...tokenStates, ...twoStepStates("demo switch over there")];
    expect(await throughLenses({ page: visitor.page, wire }, states)).toEqual([]);
    await visitor.context.close();
  });
});
