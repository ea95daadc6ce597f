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
