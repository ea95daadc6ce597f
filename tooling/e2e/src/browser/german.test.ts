/**
 * The screens of accounts in German: everything fits, narrow and wide, and nothing on them is the English sentence that stands
 * on the same screen in English. [A15]
 */
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clippedTexts } from "./fitting.ts";
import { profileGerman, publicGerman, type WordlessState } from "./german-screens.ts";
import { googleOffered } from "./google-screens.ts";
import { openBrowser, openHouse, visit, type House } from "./house.ts";
import { sidewaysScroll } from "./inspection.ts";

let house: House;
let browser: Browser;
beforeAll(async () => {
  [house, browser] = await Promise.all([openHouse({ latencyMs: [0, 0], environment: googleOffered }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await house.close();
});

const password = "demo switch over there";

/** The same in both languages, or nobody's to translate: names, addresses, codes and keys. */
const isForAll =
  /^(Relaydeck|Google|System|English|Deutsch|Simulation|Online|Name|Code|Vera Lind|Maria Lind|Alex Berg|\S+@\S+|\S*\d\S*|[A-Z0-9 ]{16,})$/;

test.each([
  { who: "pages without a session", states: publicGerman, isInside: false },
  { who: "the profile", states: profileGerman(password), isInside: true },
])("[A15] $who: German fits and is German", async ({ states, isInside }) => {
  const english = await textsIn("en-GB", states, isInside);
  const german = await textsIn("de-DE", states, isInside);
  expect(german.wrong).toEqual([]);
  const same = [...german.texts].flatMap(([name, texts]) =>
    texts
      .filter((text) => english.texts.get(name)?.includes(text) === true && !isForAll.test(text))
      .map((text) => `${name}: ${text}`),
  );
  expect(same).toEqual([]);
});

interface Walked {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly wrong: readonly string[];
}

async function textsIn(locale: "en-GB" | "de-DE", states: readonly WordlessState[], isInside: boolean): Promise<Walked> {
  const { page, context } = await visit(browser, house, { locale });
  // One person for each language, as the walk switches two-step sign-in on.
  const email = locale === "de-DE" ? "alex@relaydeck.test" : "demo@relaydeck.test";
  if (isInside) await page.request.post("/api/auth/login", { data: { email, password } });
  const texts = new Map<string, readonly string[]>();
  const wrong: string[] = [];
  for (const state of states) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await state.open(page);
    texts.set(state.name, await wordsOn(page));
    for (const width of locale === "de-DE" ? [1280, 320] : []) {
      await page.setViewportSize({ width, height: 900 });
      const found = await clippedTexts(page, undefined);
      if ((await sidewaysScroll(page)) > 0) found.push("can be pushed sideways");
      wrong.push(...found.map((finding) => `${state.name}, ${width} px: ${finding}`));
    }
  }
  await context.close();
  return { texts, wrong };
}

/** Every text on the page, and the names that are only heard. */
function wordsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [document.title];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      if (node.parentElement?.closest("script, style, noscript, code") === null) found.push(node.nodeValue ?? "");
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")) {
      for (const name of ["aria-label", "placeholder", "title", "alt"]) found.push(element.getAttribute(name) ?? "");
    }
    return found.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text));
  });
}
