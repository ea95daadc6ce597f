/**
 * How a state of a page is looked at: in `npm run test:full` at every width in both themes; in `npm test` by axe at one width and in
 * one theme, rotated, and at the narrowest for what sticks out. [A1, A6]
 */
import type { Page } from "playwright";
import { axeFindings, emptyBelow, sidewaysScroll } from "./inspection.ts";
import { widths, type ScreenState } from "./screens.ts";

const isFull = process.env["RELAYDECK_FULL"] === "1";

const themes = ["light", "dark"] as const;

/** `by turns`: each state in the next of the two themes. */
export const rounds = isFull ? themes : (["by turns"] as const);

/** In which theme the pages of a round are opened. */
export function themeOf(round: (typeof rounds)[number]): (typeof themes)[number] {
  return round === "by turns" ? "light" : round;
}

/** One line for each thing that is wrong with the state that stands; `turn` is its number in its walk. */
export async function wrongIn(
  page: Page,
  state: Pick<ScreenState, "name" | "floating" | "widths">,
  turn: number,
): Promise<string[]> {
  const { name, floating, widths: shownAt = widths } = state;
  const wrong: string[] = [];
  if (!isFull) await page.evaluate((theme) => (document.documentElement.dataset["theme"] = theme), themes[turn % 2]);
  const axeWidth = shownAt[Math.floor(turn / 2) % shownAt.length];
  for (const width of shownAt.toReversed()) {
    const isSeenByAxe = isFull || width === axeWidth;
    if (!isSeenByAxe && width !== shownAt[0]) continue;
    await page.setViewportSize({ width, height: 900 });
    if (floating === undefined) await page.evaluate(toTheTop);
    const found = isSeenByAxe ? await axeFindings(page, floating) : [];
    const pushed = await sidewaysScroll(page);
    if (pushed > 0) found.push(`can be pushed ${pushed} px sideways`);
    const below = floating === undefined ? await emptyBelow(page) : 0;
    if (below > 0) found.push(`can be scrolled ${below} px beyond its end`);
    wrong.push(...found.map((finding) => `${name}, ${width} px: ${finding}`));
  }
  return wrong;
}

/**
 * What the header half covers looks smaller than it is. A list that becomes cards has the focus anew, and the page goes there: first
 * it is drawn.
 */
async function toTheTop(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  scrollTo(0, 0);
}
