/** Where the keyboard is: what has focus, by the name a person would say, and whether it can be seen there. [A2, HD-6] */
import type { Page } from "playwright";
import { expect } from "vitest";

export interface Focus {
  /** `Well pump: Off` for a button of a group, else the element's own name. */
  readonly name: string;
  /** False for the page itself, for what shows no ring, and for what lies outside the window or under something else. */
  readonly isSeen: boolean;
}

export function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return { name: "the page", isSeen: false };
    const wordsOf = (id: string | null | undefined) => (id ? (document.getElementById(id)?.textContent ?? "") : "");
    const own =
      element.getAttribute("aria-label") ??
      (wordsOf(element.getAttribute("aria-labelledby")) ||
        ("labels" in element && element.labels instanceof NodeList ? (element.labels[0]?.textContent ?? "") : "") ||
        element.textContent);
    const group = wordsOf(element.closest(".relay-control")?.getAttribute("aria-labelledby")).replace(/^\d/, "");
    const hasRing = [null, "::after"].some((part) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part);
      const isOutlined = outlineStyle === "auto" || (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2);
      return isOutlined || boxShadow !== "none";
    });
    const box = element.getBoundingClientRect();
    const top = Math.max(0, Math.min(innerHeight - 1, box.top + box.height / 2));
    const onTop = document.elementFromPoint(box.left + box.width / 2, top);
    const isInWindow = onTop !== null && (element.contains(onTop) || onTop.contains(element));
    const name = (own ?? "").replace(/\s+/g, " ").trim();
    return { name: group === "" ? name : `${group.trim()}: ${name}`, isSeen: hasRing && isInWindow };
  });
}

/** Presses Tab until the name fits; every stop on the way must be seen. Answers the names of the stops. */
export async function tabTo(page: Page, wanted: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<string[]> {
  const stops: string[] = [];
  const fits = (name: string) => (typeof wanted === "string" ? name === wanted : wanted.test(name));
  while (stops.length < mostStops) {
    await page.keyboard.press(key);
    const { name } = await expectSeen(page, `after ${stops.at(-1) ?? "the start"}, on the way to ${String(wanted)}`);
    stops.push(name);
    if (fits(name)) return stops;
  }
  throw new Error(`${mostStops} stops and no ${String(wanted)}: ${stops.join(" · ")}`);
}

const mostStops = 80;

/** Focus is on something, and can be seen. */
export async function expectSeen(page: Page, when: string): Promise<Focus> {
  await expect.poll(() => focusOf(page), { message: `focus is seen ${when}`, timeout: 10_000 }).toMatchObject({ isSeen: true });
  return focusOf(page);
}

/** Focus comes to what is so named, and can be seen there. */
export async function expectFocus(page: Page, wanted: string | RegExp, when: string): Promise<void> {
  const name = typeof wanted === "string" ? wanted : (expect.stringMatching(wanted) as unknown);
  await expect.poll(() => focusOf(page), { message: `focus ${when}`, timeout: 15_000 }).toMatchObject({ name, isSeen: true });
}

/** As a browser says it when its tab comes to the front again. */
export function comeToTheFront(page: Page): Promise<boolean> {
  return page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}
