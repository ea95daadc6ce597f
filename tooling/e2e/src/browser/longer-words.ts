/**
 * A language of which every word is 40 % longer than in English, put on the page that stands. Names, addresses and codes are
 * nobody's to translate and stay. [A15]
 */
import type { Page } from "playwright";

export async function withLongerWords<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const before = await page.evaluateHandle(() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const kept: [Text, string][] = [];
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      const text = node.nodeValue ?? "";
      const isWords = /\p{L}{2}/u.test(text) && !/[@/\\]|\d{3}/.test(text);
      // A drawing gives its words their places when it draws them.
      const isData = node.parentElement?.closest("script, style, noscript, code, svg, .brand, [data-own]") !== null;
      if (isWords && !isData && node instanceof Text) kept.push([node, text]);
    }
    for (const [node, text] of kept) {
      node.nodeValue = text.replaceAll(/\p{L}{2,}/gu, (word) => word + "o".repeat(Math.ceil(word.length * 0.4)));
    }
    return kept;
  });
  const found = await look();
  await before.evaluate((kept) => {
    for (const [node, text] of kept) node.nodeValue = text;
  });
  return found;
}
