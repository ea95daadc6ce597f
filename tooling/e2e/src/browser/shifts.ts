/** What moves in a page by itself, as its browser counts it. */
import type { Page } from "playwright";

/** Of everything that nobody's own press explains. [A3] */
export const mostShift = 0.05;

/** From the first frame of every document on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    const note = (entry: LayoutShift) => {
      const moved = entry.sources.map(({ node }) =>
        node instanceof Element ? `${node.tagName}.${node.className}` : "something",
      );
      if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, moved });
    };
    new PerformanceObserver((list) => (list.getEntries() as LayoutShift[]).forEach(note)).observe({
      type: "layout-shift",
      buffered: true,
    });
  });
}

/** All shifts that nobody's own press explains, and what moved in them. */
export async function shiftsOf(page: Page): Promise<{ total: number; moved: string[] }> {
  // Two frames, so that the last one has been told of.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const shifts = await page.evaluate(() => window.shifts);
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.map(({ value, moved }) => `${value.toFixed(3)}: ${moved.join(", ")}`),
  };
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

declare global {
  interface Window {
    shifts: { value: number; moved: string[] }[];
  }
}
