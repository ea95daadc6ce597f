/**
 * The screens of accounts through every lens, in both themes: larger, spaced, in longer words, with a finger, without motion,
 * in forced colours, on paper. [A6, A7, A14, A15]
 */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { googleOffered, googleStates } from "./google-screens.ts";
import { enterDemo, openBrowser, openHouse, visit, type House, type Visit } from "./house.ts";
import { lenses } from "./lenses.ts";
import { passwordStates } from "./password-screens.ts";
import { profileStates } from "./profile-screens.ts";
import { publicStates, type ScreenState } from "./screens.ts";
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
    expect(await walk(visitor, [...publicStates, ...googleStates, ...passwordStates, ...codeStates])).toEqual([]);
    await visitor.context.close();
  });

  test("the profile and what opens on it", async () => {
    const visitor = await visit(browser, house, { theme });
    await enterDemo(visitor);
    const states = [...profileStates, ...tokenStates, ...twoStepStates("demo switch over there")];
    expect(await walk(visitor, states)).toEqual([]);
    await visitor.context.close();
  });
});

/** One line for each thing that is wrong with a state through a lens. */
async function walk({ page }: Visit, states: readonly ScreenState[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const state of states) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await state.open({ page, wire });
    for (const lens of lenses) {
      for (const width of lens.widths) {
        await page.setViewportSize({ width, height: lens.height ?? 900 });
        await settled(page);
        const found = await lens.look(page, state.floating);
        wrong.push(...found.map((finding) => `${state.name}, ${lens.name}, ${width} px: ${finding}`));
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await state.close?.({ page, wire });
    if (state.floating !== undefined) await page.locator(state.floating).waitFor({ state: "detached" });
  }
  return wrong;
}

/** What the page draws anew for another width has been drawn. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
