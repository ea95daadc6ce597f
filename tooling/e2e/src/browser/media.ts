/** What a screen owes to whoever wants no motion, has colours of their own, or prints it. [A14] */
import type { Page } from "playwright";

/** Everything that moves, and everything that would: in calm there is neither. */
export function movingParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const running = document.getAnimations().map((animation) => {
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      return `${target?.className ?? "something"} moves`;
    });
    const wouldMove = [...document.querySelectorAll("body *")].filter((element) => {
      const { transitionDuration, animationName } = getComputedStyle(element);
      return transitionDuration.split(",").some((time) => Number.parseFloat(time) > 0) || animationName !== "none";
    });
    return [...running, ...wouldMove.map((element) => `${element.tagName} ${element.className} would move`)];
  });
}

/** In forced colours backgrounds are gone: what can be pressed or filled in has to show its edge, and a choice its mark. */
export function borderless(page: Page, within: string | undefined): Promise<string[]> {
  return page.evaluate((inside) => {
    const root = inside === undefined ? document.body : (document.querySelector(inside) ?? document.body);
    const fields = [...root.querySelectorAll<HTMLElement>("input, select, textarea, button.button, a.button")];
    const shown = fields.filter((field) => field.checkVisibility() && !field.closest("[aria-hidden=true], .visually-hidden"));
    const isQuiet = (field: HTMLElement) =>
      field.dataset["kind"] === "quiet" || /radio|checkbox/.test(field.getAttribute("type") ?? "");
    return shown
      .filter((field) => {
        const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(field);
        const hasEdge = Number.parseFloat(borderTopWidth) >= 1 && borderTopStyle !== "none" && borderTopColor !== backgroundColor;
        return !hasEdge && !isQuiet(field);
      })
      .map((field) => `${field.tagName} ${field.textContent || field.getAttribute("name")} has no edge`);
  }, within);
}

/** On paper: the page with its heading, dark on light, and nothing that only a screen can use. */
export function chromeOnPaper(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const chrome = [...document.querySelectorAll<HTMLElement>(".app-header, .site-footer, .skip-link, .toast, .demo-strip")];
    const printed = chrome.filter((part) => part.checkVisibility()).map((part) => `${part.className} is printed`);
    // A history that is open is printed in place of the page behind it.
    const isHeaded = [...document.querySelectorAll("h1, .dialog:has(.history) h2")].some((heading) => heading.checkVisibility());
    const brush = document.createElement("canvas").getContext("2d");
    if (brush === null) throw new Error("This browser draws");
    brush.fillStyle = getComputedStyle(document.body).backgroundColor;
    brush.fillRect(0, 0, 1, 1);
    const isLight = [...brush.getImageData(0, 0, 1, 1).data].every((channel) => channel > 220);
    return [...printed, ...(isHeaded ? [] : ["its heading is missing"]), ...(isLight ? [] : ["it is printed on a dark ground"])];
  });
}
