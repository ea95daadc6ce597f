/**
 * Toasts that a test wants to look at. A toast goes after five seconds; with the keyboard inside its region it stays,
 * whatever the pointer, the size of the window or the speed of the machine do meanwhile.
 */
import type { Locator, Page } from "playwright";

const mostTries = 5;

export function toastsOf(page: Page): Locator {
  return page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
}

/** Brings the toast up and keeps it until focus leaves it; brought up again where it went before the keyboard was there. */
export async function holdToast(page: Page, text: string, bringUp: () => Promise<unknown>): Promise<Locator> {
  const toast = toastsOf(page).filter({ hasText: text });
  for (let tries = 0; tries < mostTries; tries += 1) {
    await bringUp();
    await toast.waitFor();
    await page.keyboard.press("F8");
    if (await isHeld(page)) return toast;
  }
  throw new Error(`The toast “${text}” went ${mostTries} times before the keyboard was there`);
}

/** Focus is in the region and a toast is open there: asked in one turn of the page, so nothing falls in between. */
function isHeld(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const region = document.querySelector(".toast-region");
    const isInside = region?.contains(document.activeElement) === true;
    return isInside && region.querySelector("[data-state=open]") !== null;
  });
}

/** What of the open dialog lies under the toast: names of its controls, as far as they are seen. Waits for what fades in. */
export function coveredIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const toast = document.querySelector(".toast")?.getBoundingClientRect();
    const dialog = document.querySelector(".dialog[data-shape=dialog]");
    if (toast === undefined || dialog === null) return ["nothing to look at"];
    const controls = dialog.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']");
    const scrolling = new Set([dialog.querySelector(".dialog-body"), dialog]);
    const seen = [...controls].flatMap((control) => {
      const box = control.getBoundingClientRect();
      let { top, bottom } = box;
      for (const around of scrolling)
        if (around?.contains(control) === true) {
          const edges = around.getBoundingClientRect();
          [top, bottom] = [Math.max(top, edges.top), Math.min(bottom, edges.bottom)];
        }
      return bottom > top ? [{ control, top, bottom, left: box.left, right: box.right }] : [];
    });
    if (seen.length < 2) return ["no controls to look at"];
    const isUnder = (box: (typeof seen)[number]) =>
      box.left < toast.right && toast.left < box.right && box.top < toast.bottom && toast.top < box.bottom;
    return seen.filter(isUnder).map(({ control }) => control.getAttribute("aria-label") ?? control.textContent);
  });
}
