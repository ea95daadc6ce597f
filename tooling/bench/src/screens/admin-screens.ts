/** The console's lists and the analytics over a filled database, as somebody meets them who opens each. [A16] */
import { sleep } from "@relaydeck/kit/clock";
import { freePort } from "@relaydeck/kit/testing/free-port";
import type { BrowserContext } from "playwright";
import { inTurns, type Bench } from "../bench.ts";
import { limited, type Finding } from "../report/finding.ts";
import { median } from "../statistics.ts";
import { openScreenBrowser } from "./browser.ts";
import { framesWhileScrolling, watchAnew, watchedOn, watchPages } from "./watched.ts";

const screens = [
  { name: "users", path: "/admin/dashboard?tab=users&per=100" },
  { name: "devices", path: "/admin/dashboard?tab=devices&per=100" },
  { name: "activity", path: "/admin/dashboard?tab=activity&per=100" },
  { name: "audit", path: "/admin/dashboard?tab=audit&per=100" },
  { name: "analytics", path: "/admin/analytics" },
] as const;
type Screen = (typeof screens)[number];

/** A row of a list, or of the analytics a figure that was read. */
const row = "[data-thing], .number-card";
/** A list that has none is there as well, but meets no goal. */
const there = `${row}, .list-region .empty`;
const viewport = { width: 1280, height: 900 };
const scrollMs = 3_000;

interface Run {
  readonly firstMs: number;
  readonly longestMs: number;
  readonly framesPerSecond: number;
}

/** `of`: which database, and how much is in it. */
export async function measureAdminScreens(
  bench: Bench,
  { origin, cookie, of }: { origin: string; cookie: string; of: string },
): Promise<Finding[]> {
  const browser = await openScreenBrowser(await freePort());
  try {
    const [name = "", value = ""] = cookie.split("=", 2);
    await browser.context.addCookies([{ name, value, url: origin }]);
    await watchPages(browser.context, row);
    const runs = await inTurns(screens, (screen) => look(bench, browser.context, { origin, screen }));
    return screens.flatMap((screen, index) => findingsOf(`${of}: ${screen.name}`, runs[index] ?? []));
  } finally {
    await browser.close();
  }
}

/** Opened afresh, then scrolled through; the longest task is one of either. */
async function look(bench: Bench, context: BrowserContext, at: { origin: string; screen: Screen }): Promise<Run> {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  await page.goto(`${at.origin}${at.screen.path}`);
  await page.locator(there).first().waitFor();
  await page.waitForLoadState("networkidle");
  const opened = await watchedOn(page);
  await watchAnew(page);
  await sleep(bench.clock, 500);
  const framesPerSecond = await framesWhileScrolling(page, scrollMs);
  const scrolled = await watchedOn(page);
  await page.close();
  return { firstMs: opened.firstMs, longestMs: Math.max(opened.longestMs, scrolled.longestMs), framesPerSecond };
}

/** The middle one of the rounds counts, for each figure by itself. */
function findingsOf(of: string, runs: readonly Run[]): Finding[] {
  const middle = (figure: keyof Run) => median(runs.map((run) => run[figure]));
  const [first, longest, frames] = [middle("firstMs"), middle("longestMs"), middle("framesPerSecond")];
  return [
    limited({ goal: "A16", what: `${of}, first rows`, unit: "ms", ours: first, atMost: 1_500 }),
    limited({ goal: "A16", what: `${of}, longest task`, unit: "ms", ours: longest, atMost: 200 }),
    limited({ goal: "A16", what: `${of}, frames while scrolling`, unit: "a second", ours: frames, atLeast: 55 }),
  ];
}
