/**
 * Every screen and everything that opens on one, to be looked at: `node tooling/e2e/src/screenshots/all-screens.ts FOLDER [WORDS]`.
 *
 * Walks what every-screen.test.ts walks (browser/walks.ts), at 360, 768 and 1280 px in both themes, and writes one PNG each; WORDS
 * choose the states whose name holds one of them. Needs the built web application (`npm start` builds it) and a Chromium.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { googleOffered } from "../browser/google-screens.ts";
import { openBrowser, openHouse, visit, type Visit } from "../browser/house.ts";
import { fillTheLog } from "../browser/log-filling.ts";
import type { ScreenState } from "../browser/screens.ts";
import { enterAs, registerNewcomer, walks } from "../browser/walks.ts";
import { openWire, type Wire } from "../browser/wire.ts";

const [folder, ...words] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Say the folder for the pictures: node tooling/e2e/src/screenshots/all-screens.ts FOLDER [WORDS]");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0], environment: googleOffered }), openBrowser()]);
try {
  await fillTheLog(browser, house);
  await registerNewcomer(browser, house);
  for (const walk of walks.filter(({ states }) => states.some(isChosen)))
    for (const theme of ["light", "dark"] as const)
      for (const width of [360, 768, 1280]) {
        const wire = await openWire();
        const visitor = await visit(browser, house, { width, theme, wire });
        await enterAs(visitor, walk.as);
        await picture({ visitor, wire }, walk.states, { name: `${width}-${theme}`, width });
        await visitor.context.close();
        await wire.close();
      }
} finally {
  await browser.close();
  await house.close();
}

/** Makes the window as high as the page: what is fetched or drawn only when it comes near is then in the picture, too. */
async function growToWhole(page: Page): Promise<{ back(): Promise<void> }> {
  const before = page.viewportSize();
  if (before === null) throw new Error("A visitor's window has a size");
  for (let height = 0; ;) {
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    if (whole <= height) break;
    height = whole;
    await page.setViewportSize({ width: before.width, height });
    await page.waitForFunction(() => document.querySelector(".tile [aria-busy=true]") === null);
  }
  return { back: () => page.setViewportSize(before) };
}

function isChosen({ name }: ScreenState): boolean {
  return words.length === 0 || words.some((word) => name.includes(word));
}

/** Each state of a walk is reached from the one before, so all are walked and only the chosen ones kept. */
async function picture(
  on: { visitor: Visit; wire: Wire },
  states: readonly ScreenState[],
  as: { name: string; width: number },
): Promise<void> {
  const walker = { page: on.visitor.page, wire: on.wire };
  for (const state of states) {
    if (state.widths !== undefined && !state.widths.includes(as.width === 360 ? 320 : as.width)) continue;
    await state.open(walker);
    const grown = state.floating === undefined ? await growToWhole(walker.page) : null;
    const path = join(folder ?? "", `${state.name.replaceAll(/[^\w]+/g, "-")}-${as.name}.png`);
    if (isChosen(state)) await walker.page.screenshot({ path, animations: "disabled", scale: "css" });
    await grown?.back();
    await state.close?.(walker);
    if (state.floating !== undefined) await walker.page.locator(state.floating).waitFor({ state: "detached" });
  }
}
