/**
 * Every screen and everything that opens on one, to be looked at: `node tooling/e2e/src/screenshots/all-screens.ts FOLDER [WORDS]`.
 *
 * Walks what every-screen.test.ts walks (browser/walks.ts) and shows the scenes of the gallery (browser/gallery.ts), at 360, 768 and
 * 1280 px in both themes, and writes one PNG each; WORDS choose those whose name holds one of them. Needs the built web application
 * (`npm start` builds it) and a Chromium.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { openGallery, sceneWords, type Scene } from "../browser/gallery.ts";
import { googleOffered } from "../browser/google-screens.ts";
import { openBrowser, openHouse, visit, type Visit } from "../browser/house.ts";
import { fillTheLog } from "../browser/log-filling.ts";
import type { ScreenState } from "../browser/screens.ts";
import { enterAs, registerNewcomer, walks, type Walk } from "../browser/walks.ts";
import { openWire, type Wire } from "../browser/wire.ts";

const [folder, ...words] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Say the folder for the pictures: node tooling/e2e/src/screenshots/all-screens.ts FOLDER [WORDS]");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const looks = (["light", "dark"] as const).flatMap((theme) =>
  [360, 768, 1280].map((width) => ({ theme, width, name: `${width}-${theme}` })),
);
const browser = await openBrowser();
try {
  await pictureWalks(walks.filter(({ states }) => states.some(isChosen)));
  await pictureScenes(
    (Object.keys(sceneWords) as Scene[]).map((scene) => ({ scene, name: `gallery, ${scene}` })).filter(isChosen),
  );
} finally {
  await browser.close();
}

async function pictureWalks(chosen: readonly Walk[]): Promise<void> {
  if (chosen.length === 0) return;
  const house = await openHouse({ latencyMs: [0, 0], environment: googleOffered });
  try {
    await fillTheLog(browser, house);
    await registerNewcomer(browser, house);
    for (const walk of chosen)
      for (const look of looks) {
        const wire = await openWire();
        const visitor = await visit(browser, house, { ...look, wire });
        await enterAs(visitor, walk.as);
        await picture({ visitor, wire }, walk.states, look);
        await visitor.context.close();
        await wire.close();
      }
  } finally {
    await house.close();
  }
}

async function pictureScenes(chosen: readonly { readonly scene: Scene; readonly name: string }[]): Promise<void> {
  if (chosen.length === 0) return;
  const gallery = await openGallery();
  try {
    for (const { scene, name } of chosen)
      for (const { theme, width, name: look } of looks) {
        const page = await browser.newPage({ viewport: { width, height: 900 }, locale: "en-GB" });
        await gallery.show(page, { scene, theme });
        // Its tiles wait for as long as one looks at them.
        if (scene !== "loading") await growToWhole(page);
        await page.screenshot({ path: pathOf(name, look), fullPage: true, animations: "disabled", scale: "css" });
        await page.close();
      }
  } finally {
    await gallery.close();
  }
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

function isChosen({ name }: Pick<ScreenState, "name">): boolean {
  return words.length === 0 || words.some((word) => name.includes(word));
}

function pathOf(name: string, look: string): string {
  return join(folder ?? "", `${name.replaceAll(/[^\w]+/g, "-")}-${look}.png`);
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
    const path = pathOf(state.name, as.name);
    if (isChosen(state)) await walker.page.screenshot({ path, animations: "disabled", scale: "css" });
    await grown?.back();
    await state.close?.(walker);
    if (state.floating !== undefined) await walker.page.locator(state.floating).waitFor({ state: "detached" });
  }
}
