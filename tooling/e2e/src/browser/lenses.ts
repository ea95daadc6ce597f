/**
 * Ways of looking at a screen that stands: larger, wider spaced, in longer words, without motion, in forced colours, on paper,
 * with a finger. Each is put before the page, tells what is wrong through it, and is taken away. [A6, A7, A14, A15]
 */
import type { Page } from "playwright";
import { clippedTexts, smallTargets, uncontrolled } from "./fitting.ts";
import { sidewaysScroll } from "./inspection.ts";
import { borderless, chromeOnPaper, movingParts } from "./media.ts";
import { withLongerWords } from "./longer-words.ts";
import type { ScreenState, Walker } from "./screens.ts";

export interface Lens {
  readonly name: string;
  /** Widths of the window through which it is looked. */
  readonly widths: readonly number[];
  readonly height?: number;
  /** What is wrong, one line each. `within`: what floats over the rest and is alone looked at. */
  readonly look: (page: Page, within: string | undefined) => Promise<string[]>;
}

/** A page that is short of processor time may need so long to draw itself anew for another size. */
const longestRedrawMs = 10_000;

/** What is cut, cannot be reached or pushes the page sideways, and stays so once all is drawn. */
export function misfits(page: Page, within: string | undefined): Promise<string[]> {
  return untilDrawn(page, within, () => misfitsNow(page, within));
}

async function untilDrawn(page: Page, within: string | undefined, look: () => Promise<string[]>): Promise<string[]> {
  const begun = performance.now();
  await bringIntoWindow(page, within);
  for (;;) {
    const found = await look();
    if (found.length === 0 || performance.now() - begun > longestRedrawMs) return found;
  }
}

async function misfitsNow(page: Page, within: string | undefined): Promise<string[]> {
  await settled(page);
  const pushed = await sidewaysScroll(page);
  const sideways = pushed > 0 ? [`can be pushed ${pushed} px sideways`] : [];
  return [...sideways, ...(await clippedTexts(page, within)), ...(await uncontrolled(page, within))];
}

/** What somebody's own style sheet would say, or a text size of 200 %. */
function styled(css: string): Lens["look"] {
  return async (page, within) => {
    const sheet = await page.evaluateHandle((text) => {
      const made = new CSSStyleSheet();
      made.replaceSync(text);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, made];
      return made;
    }, css);
    const found = await misfits(page, within);
    await sheet.evaluate((made) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== made);
    });
    return found;
  };
}

type Media = Parameters<Page["emulateMedia"]>[0];

function emulated(media: Media, look: Lens["look"]): Lens["look"] {
  return async (page, within) => {
    await page.emulateMedia(media);
    const found = await look(page, within);
    await page.emulateMedia({ media: null, reducedMotion: null, forcedColors: null });
    return found;
  };
}

const spacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } " +
  "p { margin-bottom: 2em !important; }";

export const inLargeText = styled("html { font-size: 200% !important; }");

const lenses: readonly Lens[] = [
  { name: "[A6] 400 % zoom", widths: [320], height: 256, look: misfits },
  { name: "[A6] text spacing", widths: [320, 1280], look: styled(spacing) },
  { name: "[A6] 200 % text", widths: [320, 1280], look: inLargeText },
  { name: "[A7] targets", widths: [320, 1280], look: smallTargets },
  { name: "[A14] reduced motion", widths: [1280], look: emulated({ reducedMotion: "reduce" }, movingParts) },
  { name: "[A14] forced colours", widths: [1280], look: emulated({ forcedColors: "active" }, borderless) },
  { name: "[A14] print", widths: [768], look: emulated({ media: "print" }, chromeOnPaper) },
  {
    name: "[A15] words 40 % longer",
    widths: [320, 1280],
    // Lengthened anew for each look: what ticks is written anew, in its own short words.
    look: (page, within) => untilDrawn(page, within, () => withLongerWords(page, () => misfitsNow(page, within))),
  },
];

/** One line for each thing that is wrong with a state through a lens. */
export async function throughLenses({ page, wire }: Walker, states: readonly ScreenState[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const state of states) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await state.open({ page, wire });
    for (const lens of lenses) {
      for (const width of lens.widths.filter((one) => (state.widths ?? lens.widths).some((shown) => shown <= one))) {
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

/** What floats beside a button goes where that button is, and that may be below the window. */
function bringIntoWindow(page: Page, floating: string | undefined): Promise<void> {
  return page.evaluate((selector) => {
    const id = selector === undefined ? "" : (document.querySelector(selector)?.id ?? "");
    document.querySelector(`[aria-controls="${id}"]`)?.scrollIntoView({ block: "center", behavior: "instant" });
  }, floating);
}

/** What the page draws anew for another width, and then for what that has moved, has been drawn. */
function settled(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });
}
