/**
 * Screens in German beside the same screens in English: all of it fits, narrow and wide, and no text of the one stands on the
 * other. They are reached without a word of any language. [A15]
 */
import type { Page } from "playwright";
import { clippedTexts } from "./fitting.ts";
import type { Visit } from "./house.ts";
import { sidewaysScroll } from "./inspection.ts";

export interface WordlessState {
  readonly name: string;
  /** Where its words stand. */
  readonly part: string;
  readonly widths?: readonly number[];
  /** From the state before it. */
  readonly open: (page: Page) => Promise<unknown>;
}

interface Walk {
  readonly states: readonly WordlessState[];
  readonly enter: (locale: "en-GB" | "de-DE") => Promise<Visit>;
  /** Texts that are the same in both languages, or nobody's to translate. */
  readonly isForAll: RegExp;
}

export interface German {
  /** What does not fit in German, and what a page complained of in either language. */
  readonly wrong: readonly string[];
  /** What German says as English does. */
  readonly same: readonly string[];
  /** How many texts were compared. */
  readonly count: number;
}

export async function inGerman(walk: Walk): Promise<German> {
  const english = await wordsIn("en-GB", walk);
  const german = await wordsIn("de-DE", walk);
  const same = [...german.words].flatMap(([name, words]) =>
    words
      .filter((word) => english.words.get(name)?.includes(word) === true && !walk.isForAll.test(word))
      .map((word) => `${name}: ${word}`),
  );
  const count = [...german.words.values()].reduce((sum, words) => sum + words.length, 0);
  return { wrong: [...english.wrong, ...german.wrong], same, count };
}

async function wordsIn(locale: "en-GB" | "de-DE", { states, enter }: Walk) {
  const { page, context, complaints } = await enter(locale);
  const words = new Map<string, readonly string[]>();
  const wrong: string[] = [];
  for (const { name, part, widths = [1280, 320], open } of states) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await open(page);
    words.set(name, await wordsAt(page, part));
    for (const width of locale === "de-DE" ? widths : []) {
      await page.setViewportSize({ width, height: 900 });
      const found = await clippedTexts(page, part);
      if ((await sidewaysScroll(page)) > 0) found.push("can be pushed sideways");
      wrong.push(...found.map((finding) => `${name}, ${width} px: ${finding}`));
    }
  }
  await context.close();
  return { words, wrong: [...wrong, ...complaints] };
}

/** What is read and what is heard. */
function wordsAt(page: Page, part: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const root = document.querySelector(selector);
    if (root === null) throw new Error(`${selector} is on the page`);
    const found: string[] = [document.title];
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      if (node.parentElement?.closest("script, style, noscript, code, pre") === null) found.push(node.nodeValue ?? "");
    }
    const attributes = ["aria-label", "placeholder", "title"];
    for (const element of root.querySelectorAll(attributes.map((name) => `[${name}]`).join(", ")))
      found.push(...attributes.map((name) => element.getAttribute(name) ?? ""));
    return found.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text));
  }, part);
}
