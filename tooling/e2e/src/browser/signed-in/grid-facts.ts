/** The grid of the dashboard and what stands on it while nobody has saved anything, measured where it is drawn. [D1, D2, D6] */
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { clearLayouts, keepLayout, type Tile } from "../layouts-page.ts";
import { ask } from "./callers.ts";
import { webPart, type FactScene, type Proofs } from "./facts.ts";
import { home } from "./header-facts.ts";
import { onDatabase } from "./scene.ts";

interface GridSettings {
  readonly cols: number;
  readonly breakpoints: Readonly<Record<string, number>>;
}

interface Arranged {
  readonly components: readonly {
    readonly type: string;
    readonly title: string;
    readonly visible: boolean;
    readonly position: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  }[];
  readonly gridSettings: GridSettings;
}

/** Three tiles in one row, a column wide each, on the page; and the grid that the server gave the layout that names none. */
async function withThree<T>(scene: FactScene, look: (grid: GridSettings, places: Locator) => Promise<T>): Promise<T> {
  const { page } = scene;
  const tiles = [0, 4, 8].map((x): Tile => ({ id: `at${x}`, type: "weather", at: [x, 0, 1, 1] }));
  const id = await keepLayout(page, { name: "Three", tiles });
  const kept = JSON.parse((await ask(scene, "GET /api/dashboard-layouts")).body) as { id: string; layout: Arranged }[];
  await home(scene);
  const places = page.locator(".place");
  await expect.poll(() => places.count()).toBe(tiles.length);
  const grid = kept.find((one) => one.id === id)?.layout.gridSettings;
  if (grid === undefined) throw new Error("A layout that was kept is listed");
  const seen = await look(grid, places);
  await clearLayouts(page);
  await home(scene);
  return seen;
}

/** Widths of the places, and how many stand beside each other. */
async function rowOf(places: Locator) {
  const boxes = await places.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  return { widthPx: boxes[0]?.width ?? 0, across: boxes.filter(({ top }) => top === boxes[0]?.top).length };
}

/** The narrowest page on which it is so: so at the widest, not at the narrowest. */
async function narrowest(page: Page, isSo: () => Promise<boolean>): Promise<number> {
  const size = page.viewportSize();
  let [without, having] = [320, 1_280];
  while (having - without > 1) {
    const width = Math.floor((having + without) / 2);
    await page.setViewportSize({ width, height: 900 });
    // Styles are there with the next frame, what is drawn anew with the one after.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    if (await isSo()) having = width;
    else without = width;
  }
  if (size !== null) await page.setViewportSize(size);
  return having;
}

/** The arrangement that was drawn: columns and rows from boxes, titles from headings. */
async function arrangementSeen(places: Locator): Promise<(Arranged["components"][number] & { readonly line: number })[]> {
  const seen = await places.evaluateAll((all) => {
    const grid = all[0]?.parentElement?.getBoundingClientRect();
    return all.map((one) => {
      const box = one.getBoundingClientRect();
      const tile = one.querySelector<HTMLElement>(".tile");
      const heading = one.querySelector<HTMLElement>("h2, h3");
      return {
        type: one.getAttribute("data-component") ?? "",
        title: heading?.innerText.replace(/ ?[·(]? ?\d+\)?$/, "") ?? "",
        visible: one.checkVisibility(),
        left: (box.left - (grid?.left ?? 0)) / (grid?.width ?? 1),
        width: box.width / (grid?.width ?? 1),
        top: Math.round(box.top),
        // A tile of n rows is at least n rows and the gaps between them high.
        leastPx: tile === null ? Number.NaN : Number.parseFloat(getComputedStyle(tile).minHeight),
      };
    });
  });
  const tops = [...new Set(seen.map(({ top }) => top))].toSorted((a, b) => a - b);
  return seen.map(({ type, title, visible, left, width, top, leastPx }) => ({
    type,
    title,
    visible,
    line: tops.indexOf(top),
    position: { x: Math.round(left * 12), y: Number.NaN, w: Math.round(width * 12), h: (leastPx + 16) / 112 },
  }));
}

export const gridFacts: Proofs = {
  "grid-columns": {
    see: (scene) =>
      withThree(scene, async ({ cols }, places) => {
        const { gapPx, gridPx } = await places.first().evaluate((one) => {
          const row = one.closest(".tile-columns");
          if (row === null) throw new Error("Tiles of one row stand in columns");
          return {
            gapPx: Number.parseFloat(getComputedStyle(row).columnGap),
            gridPx: document.querySelector(".tiles")?.clientWidth ?? 0,
          };
        });
        const drawn = Math.round((gridPx + gapPx) / ((await rowOf(places)).widthPx + gapPx));
        return drawn === cols ? drawn : { drawn, cols };
      }),
  },
  "grid-breakpoints": {
    // The page itself changes at two of them; the others are only the server's word.
    see: (scene) =>
      withThree(scene, async ({ breakpoints }, places) => ({
        ...breakpoints,
        md: await narrowest(scene.page, async () => (await rowOf(places)).across === 3),
        sm: await narrowest(scene.page, async () => (await rowOf(places)).across > 1),
      })),
  },
  "layout-page-default": {
    async see(scene) {
      onDatabase(scene, "delete from dashboard_layouts");
      await home(scene);
      const kept = JSON.parse((await ask(scene, "GET /api/dashboard-layouts")).body) as unknown[];
      if (kept.length > 0) return kept;
      const { pageDefault } = await webPart<{ readonly pageDefault: Arranged }>("dashboard/layouts/built-in.ts");
      const drawn = await arrangementSeen(scene.page.locator(".place"));
      // The rows are drawn without their gaps, so that only their order is seen; nobody saves this grid. [D2]
      const rows = [...new Set(pageDefault.components.map(({ position }) => position.y))].toSorted((a, b) => a - b);
      const components = drawn.map(({ line, position, ...component }) => ({
        ...component,
        position: { ...position, y: rows[line] },
      }));
      return { components, gridSettings: pageDefault.gridSettings };
    },
  },
};
