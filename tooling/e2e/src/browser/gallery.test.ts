/**
 * States that the real product passes too quickly, or reaches only by accident: every state of a command, loading, what could
 * not be read. The gallery draws them from builders with the real parts; every-screen.test.ts walks the product itself. [A1, A6]
 */
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { smallTargets } from "./fitting.ts";
import { openGallery, sceneWords, type Gallery, type Scene } from "./gallery.ts";
import { openBrowser } from "./house.ts";
import { axeFindings, emptyBelow, sidewaysScroll } from "./inspection.ts";
import { widths } from "./screens.ts";

const everything = (Object.keys(sceneWords) as Scene[]).flatMap((scene) =>
  (["light", "dark"] as const).flatMap((theme) => widths.map((width) => ({ scene, theme, width }))),
);

let gallery: Gallery;
let browser: Browser;

beforeAll(async () => {
  [browser, gallery] = await Promise.all([openBrowser(), openGallery()]);
});
afterAll(async () => {
  await browser.close();
  await gallery.close();
});

test.each(everything)("[A1, A6, A7] $scene, $theme, $width px", async ({ scene, theme, width }) => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, locale: "en-GB" });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  await gallery.show(page, { scene, theme });
  expect(await axeFindings(page)).toEqual([]);
  expect([await sidewaysScroll(page), await emptyBelow(page), complaints]).toEqual([0, 0, []]);
  expect(await smallTargets(page, undefined)).toEqual([]);
  await page.close();
});

test.each(["en", "de"].flatMap((lang) => [320, 390, 768, 1280].map((width) => ({ lang, width }))))(
  "[A10] in every state of its relay a row is equally high, its control is of one size, and nothing in it is cut: $lang, $width px",
  async ({ lang, width }) => {
    // Later the lines say when instead of how long ago.
    for (const scene of ["states", "states-down", "states&later=60", "states-down&later=60", "states-down&later=600"]) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await page.goto(`${gallery.url}?scene=${scene}&lang=${lang}`);
      const rows = page.locator(".relay:not(.relay-view-only)");
      await rows.first().waitFor();
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height.toFixed(1)));
      expect(heights.length).toBeGreaterThanOrEqual(20);
      expect([...new Set(heights)]).toHaveLength(1);
      const controls = await rows.locator(".relay-control").evaluateAll((all) =>
        all.map((control) => {
          const { width, height } = control.getBoundingClientRect();
          return `${width.toFixed(1)} × ${height.toFixed(1)}`;
        }),
      );
      expect(controls.length).toBe(heights.length);
      expect([...new Set(controls)]).toHaveLength(1);
      const cut = await rows.evaluateAll(cutLines);
      expect(cut.filter((line) => !line.includes("turned its main switch off"))).toEqual([]);
      await page.close();
    }
  },
);

/** Lines of truth (but for a long sentence of a newer server, which the evidence holds) whose words do not all show, and rows whose parts lie over each other. */
function cutLines(rows: readonly Element[]): string[] {
  return rows.flatMap((row) => {
    const [line, words] = [row.querySelector(".truth"), row.querySelector(".truth > span")];
    const boxes = [line, row.querySelector(".relay-actions"), row.querySelector(".relay-control")].flatMap((part) =>
      part === null ? [] : [part.getBoundingClientRect()],
    );
    const overlaps = boxes.some((a, at) =>
      boxes.slice(at + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
    );
    const isCut = words === null || words.scrollHeight > words.clientHeight + 1;
    return isCut || overlaps ? [words?.textContent ?? "no line"] : [];
  });
}
