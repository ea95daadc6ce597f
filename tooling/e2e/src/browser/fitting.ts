/** Whether everything on a screen has room: texts are whole, controls can be reached and are large enough to be hit. [A6, A7] */
import type { Page } from "playwright";

const controls =
  "a[href], button, input, select, textarea, summary, [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=tab]";

/** Texts of which a part is cut off, or that spill out of what holds them. */
export function clippedTexts(page: Page, within: string | undefined): Promise<string[]> {
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

/** Targets of less than 24 × 24 px; on a phone of less than 44 × 44 in the header. A label belongs to its field. */
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
        const least = isInPhoneHeader ? 44 : 24;
        if (width < least - 0.5 || height < least - 0.5) {
          const name = (control.getAttribute("aria-label") ?? control.textContent).trim().slice(0, 40);
          found.push(`${control.tagName} “${name}” is ${Math.round(width)} × ${Math.round(height)}`);
        }
      }
      return found;
    },
    { selector: controls, inside: within },
  );
}
