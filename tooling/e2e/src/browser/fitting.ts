/** Whether everything on a screen has room: texts are whole, controls can be reached and are large enough to be hit. [A6, A7] */
import type { Locator, Page } from "playwright";

const controls =
  "a[href], button, input, select, textarea, summary, [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=tab]";

/** Texts of which a part is cut off, that spill out of what holds them, or that lie over each other in a drawing. */
export async function clippedTexts(page: Page, within: string | undefined): Promise<string[]> {
  return [...(await clippedOnPage(page, within)), ...(await crowdedInDrawings(page, within))];
}

function clippedOnPage(page: Page, within: string | undefined): Promise<string[]> {
  return page.evaluate((inside) => {
    const root = inside === undefined ? document.body : (document.querySelector(inside) ?? document.body);
    const found: string[] = [];
    for (const element of root.querySelectorAll<HTMLElement>("*")) {
      if (
        !element.checkVisibility() ||
        element.closest(".visually-hidden, [aria-hidden=true], [role=img], svg, select, .skip-link") !== null
      )
        continue;
      const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== "");
      const isBox = element.matches("button, .button, .notice, .badge, input");
      if (!hasText && !isBox) continue;
      const { overflowX, overflowY, textOverflow, position } = getComputedStyle(element);
      // Only for the ear.
      if (position === "absolute" && element.offsetWidth <= 1) continue;
      const hides = /hidden|clip/.test(overflowX) || textOverflow === "ellipsis" || isBox;
      const isTooWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      const isTooHigh =
        element.scrollHeight > element.clientHeight + 1 && /hidden|clip/.test(overflowY) && element.clientHeight > 0;
      if ((hides && isTooWide && element.tagName !== "INPUT") || isTooHigh)
        found.push(`“${(element.textContent || element.className).slice(0, 40)}” does not fit`);
    }
    return found;
  }, within);
}

/** Frames for a drawing to take up the room that it was given; it learns of that after the window has it. */
const mostFrames = 120;

/** What stays so: of words of charts those that are cut, and those that lie over each other. */
async function crowdedInDrawings(page: Page, within: string | undefined): Promise<string[]> {
  for (let frame = 0; frame < mostFrames; frame += 1) {
    if ((await crowdedNow(page, within)).length === 0) return [];
    await page.evaluate(() => new Promise((resolve) => void requestAnimationFrame(resolve)));
  }
  return crowdedNow(page, within);
}

/** Words of charts that are cut by the drawing or by what holds it, and words that lie over each other. */
function crowdedNow(page: Page, within: string | undefined): Promise<string[]> {
  return page.evaluate((inside) => {
    const root = inside === undefined ? document.body : (document.querySelector(inside) ?? document.body);
    const found: string[] = [];
    for (const drawing of root.querySelectorAll("svg")) {
      const words = [...drawing.querySelectorAll("text")]
        .filter((text) => text.checkVisibility())
        .map((text) => ({ said: `“${text.textContent.slice(0, 40)}”`, box: text.getBoundingClientRect() }));
      const frames: DOMRect[] = [];
      for (let holder: Element | null = drawing; holder !== null; holder = holder.parentElement) {
        const { overflow } = getComputedStyle(holder);
        if (/auto|scroll/.test(overflow)) break;
        if (/hidden|clip/.test(overflow)) frames.push(holder.getBoundingClientRect());
      }
      for (const [index, { said, box }] of words.entries()) {
        const isCut = frames.some(
          ({ left, right, top, bottom }) =>
            box.left < left - 1 || box.right > right + 1 || box.top < top - 1 || box.bottom > bottom + 1,
        );
        if (isCut) found.push(`${said} is cut by its drawing`);
        for (const other of words.slice(index + 1)) {
          const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          // Boxes of lines that follow each other touch; their letters do not.
          if (across > 1 && down > Math.min(box.height, other.box.height) / 3) found.push(`${said} lies over ${other.said}`);
        }
      }
    }
    return found;
  }, within);
}

/** Words that do not fit into a line of their own: a break stands within one, where no hyphen says so. */
export function tornWords(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    const found: string[] = [];
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      for (const { 0: word, index } of (node.nodeValue ?? "").matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
    }
    return found;
  });
}

/** Controls that cannot be brought into the window, or that lie under something else when they are. */
export function uncontrolled(page: Page, within: string | undefined): Promise<string[]> {
  return page.evaluate(
    ({ selector, inside }) => {
      const root = inside === undefined ? document.body : (document.querySelector(inside) ?? document.body);
      const found: string[] = [];
      for (const control of root.querySelectorAll<HTMLElement>(selector)) {
        if (!control.checkVisibility() || control.closest(".visually-hidden, [aria-hidden=true], [inert], .skip-link") !== null)
          continue;
        control.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        const { left, top, width, height } = control.getBoundingClientRect();
        const label = "labels" in control && control.labels instanceof NodeList ? control.labels[0] : undefined;
        // Somewhere in its left half it is on top; a field may carry a button at its end. A toast goes by itself.
        const isHit = [0.25, 0.5].some((part) => {
          const y = Math.min(Math.max(0, top + height / 2), innerHeight - 1);
          const hit = document.elementFromPoint(left + width * part, y);
          if (hit === null) return false;
          const isOfLabel = label instanceof Element && label.contains(hit);
          return control.contains(hit) || hit.contains(control) || isOfLabel || hit.closest(".toast-region") !== null;
        });
        const isInside = left >= -1 && left + width <= innerWidth + 1;
        if (!isHit || !isInside)
          found.push(
            `${control.tagName} “${(control.getAttribute("aria-label") ?? control.textContent).slice(0, 40)}” cannot be reached`,
          );
      }
      scrollTo(0, 0);
      return found;
    },
    { selector: controls, inside: within },
  );
}

/**
 * Targets of less than 24 × 24 px; less than 60 × 44 for a relay's button, 44 × 44 for a tab, a switch, and in the header of a
 * phone. A label belongs to its field.
 */
export function smallTargets(page: Page, within: string | undefined): Promise<string[]> {
  return page.evaluate(
    ({ selector, inside }) => {
      const root = inside === undefined ? document.body : (document.querySelector(inside) ?? document.body);
      const found: string[] = [];
      for (const control of root.querySelectorAll<HTMLElement>(selector)) {
        if (!control.checkVisibility() || control.closest(".visually-hidden, [aria-hidden=true], [inert], .skip-link") !== null)
          continue;
        const label = "labels" in control && control.labels instanceof NodeList ? control.labels[0] : undefined;
        const isSmallMark = /radio|checkbox/.test(control.getAttribute("type") ?? "") && label instanceof Element;
        const boxes = [control, ...(isSmallMark ? [label] : [])].map((part) => part.getBoundingClientRect());
        const [width, height] = [Math.max(...boxes.map((box) => box.width)), Math.max(...boxes.map((box) => box.height))];
        const isInPhoneHeader = innerWidth < 768 && control.closest(".app-header, .public-header, .landing-header") !== null;
        const isLarge = isInPhoneHeader || control.matches(".segment, [role=tab], [role=switch]");
        const least = { width: control.matches(".segment") ? 60 : isLarge ? 44 : 24, height: isLarge ? 44 : 24 };
        if (width < least.width - 0.5 || height < least.height - 0.5) {
          const name = (control.getAttribute("aria-label") ?? control.textContent).trim().slice(0, 40);
          found.push(`${control.tagName} “${name}” is ${Math.round(width)} × ${Math.round(height)}`);
        }
      }
      return found;
    },
    { selector: controls, inside: within },
  );
}
