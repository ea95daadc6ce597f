/** What is looked at on every screen: axe's findings, and whether the page can be pushed sideways. [A1, A6] */
import axe from "axe-core";
import type { Page } from "playwright";

/** WCAG 2.0 to 2.2, A and AA, and axe's best practices. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** Findings of any impact, one line each; none on a page in order. In something `floating`: what is serious or critical. */
export async function axeFindings(page: Page, floating?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  await page.evaluate(comeToRest);
  const violations = await page.evaluate(
    async ({ values, within }) => {
      // What is in order is not described: that takes as long as to look.
      const options = { runOnly: { type: "tag" as const, values }, resultTypes: ["violations" as const] };
      return (await window.axe.run(within ?? document, options)).violations;
    },
    { values: tags, within: floating },
  );
  const counted = violations.filter(({ impact }) => floating === undefined || impact === "serious" || impact === "critical");
  return counted.flatMap(({ id, impact, nodes }) => nodes.map((node) => `${impact} ${id}: ${node.target.join(" ")}`));
}

/**
 * What fades in has its colours at the end only; a spinner has no end. Looked at again, because what goes with its element
 * does not always settle its promise `finished`.
 */
async function comeToRest(): Promise<void> {
  const isEnding = ({ playState, effect }: Animation) =>
    playState === "running" && effect?.getComputedTiming().endTime !== Infinity;
  while (document.getAnimations().some(isEnding)) await new Promise(requestAnimationFrame);
}

/** How far the page itself can be scrolled sideways, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** How far the page can be scrolled below the end of its content, in pixels. */
export function emptyBelow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const end = Math.max(root.clientHeight, document.body.getBoundingClientRect().bottom + scrollY);
    return Math.max(0, Math.ceil(root.scrollHeight - end - 1));
  });
}

export interface FirstLoad {
  /** Thousands of bytes on the wire, without headers. */
  readonly all: number;
  readonly script: number;
  readonly style: number;
  /** Addresses of fonts, and of anything from elsewhere. */
  readonly fonts: readonly string[];
  readonly foreign: readonly string[];
}

/** Opens the page with nothing kept from before, gzip as the only encoding, and adds up what came until `whenShown`. [A5] */
export async function firstLoad(page: Page, path: string, whenShown: () => Promise<void>): Promise<FirstLoad> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.setExtraHTTPHeaders({ "accept-encoding": "gzip" });
  await page.goto(path);
  await whenShown();
  return page.evaluate(() => {
    const files = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map((entry) => {
      const { name, encodedBodySize } = entry as PerformanceResourceTiming;
      return { url: new URL(name), size: encodedBodySize / 1_000 };
    });
    const sizeOf = (ending: string) =>
      files.filter(({ url }) => url.pathname.endsWith(ending)).reduce((total, { size }) => total + size, 0);
    return {
      all: sizeOf(""),
      script: sizeOf(".js"),
      style: sizeOf(".css"),
      fonts: files.filter(({ url }) => /\.(woff2?|ttf|otf)$/.test(url.pathname)).map(({ url }) => url.href),
      foreign: files.filter(({ url }) => url.host !== location.host).map(({ url }) => url.href),
    };
  });
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}
