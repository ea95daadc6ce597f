/** The dashboard of 200 PowerOne devices while 50 reports a second arrive: as rows on a phone, as rows and as cards on a desk. [A16, A3] */
import { sleep } from "@relaydeck/kit/clock";
import { freePort } from "@relaydeck/kit/testing/free-port";
import type { BrowserContext } from "playwright";
import { inTurns, type Bench } from "../bench.ts";
import { Peer } from "../process/peer.ts";
import { fillProduct } from "../product/filled.ts";
import { Served } from "../product/served.ts";
import { residentGoalMib, residentMib } from "../process/resident.ts";
import { limited, type Finding } from "../report/finding.ts";
import { openScreenBrowser } from "../screens/browser.ts";
import { framesWhileScrolling, watchAnew, watchedOn, watchPages } from "../screens/watched.ts";
import { median } from "../statistics.ts";
import type { CrowdLoad } from "../screens/crowd-load.ts";

const devices = 200;
const eventsPerSecond = 50;
const crowd = `${devices} devices, ${eventsPerSecond} reports/s`;
const watchMs = 10_000;
const minuteMs = 60_000;
/** After a minute has begun, until what is drawn anew with it is drawn. */
const drawnMs = 2_000;
const settleMs = 3_000;
const scrollMs = 5_000;

const forms = [
  { name: "phone, rows", viewport: { width: 390, height: 844 }, view: "List" },
  { name: "desktop, rows", viewport: { width: 1280, height: 900 }, view: "List" },
  { name: "desktop, cards", viewport: { width: 1280, height: 900 }, view: "Cards" },
] as const;

export async function measureCrowd(bench: Bench): Promise<Finding[]> {
  bench.say(`The dashboard of ${devices} devices, ${eventsPerSecond} reports a second`);
  const load = new Peer<CrowdLoad>(new URL("../screens/crowd-load.ts", import.meta.url));
  const { folder, cookies } = await fillProduct({ viewers: 1, devices, perViewer: devices }, { model: "powerone" });
  const [port, { url: cloudUrl }] = await Promise.all([freePort(), load.call("openCloud")]);
  const opened = load.call("nextStream");
  const server = new Served({ folder, port, cloudUrl });
  const browser = await openScreenBrowser(await freePort());
  try {
    await Promise.race([opened, server.failed]);
    const origin = `http://localhost:${port}`;
    await signIn(browser.context, origin, cookies[0] ?? "");
    await load.call("keepReporting", { devices, eventsPerSecond });
    const runs = await inTurns(forms, (form) => measureForm(bench, browser.context, { origin, form }));
    const memory = `${crowd}: memory (RSS) of the server, after all`;
    return [
      ...forms.flatMap((form, index) => findingsOf(form.name, runs[index] ?? [])),
      limited({ goal: "A16", what: memory, unit: "MiB", ours: residentMib(server.pid), atMost: residentGoalMib }),
    ];
  } finally {
    await browser.close();
    await Promise.all([load.close(), server.stop()]);
  }
}

async function signIn(context: BrowserContext, origin: string, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split("=", 2);
  await context.addCookies([{ name, value, url: origin }]);
  await watchPages(context, "[role=article], article");
}

type Form = (typeof forms)[number];

interface Run {
  /** Until the first frame with a device, in milliseconds since the navigation began. */
  readonly firstMs: number;
  readonly shift: number;
  /** From the navigation until all devices stand in the form that was asked for. */
  readonly loadingMs: number;
  readonly longestMs: number;
  readonly framesPerSecond: number;
}

async function measureForm(
  bench: Bench,
  context: BrowserContext,
  { origin, form }: { origin: string; form: Form },
): Promise<Run> {
  const page = await context.newPage();
  await page.setViewportSize(form.viewport);
  await page.goto(`${origin}/dashboard`);
  // Not by role: to look for one in 200 rows is a long task itself, and would be measured.
  await page.locator("article").first().waitFor();
  const { firstMs } = await watchedOn(page);
  await page.locator(`.view-button[aria-label="${form.view}"]`).click();
  await page.waitForFunction((count) => document.querySelectorAll("article").length >= count, devices);
  await page.waitForLoadState("networkidle");
  await sleep(bench.clock, settleMs);
  const { longestMs: loadingMs } = await watchedOn(page);
  await watchAnew(page);
  // A minute begins within, because ages and strips are drawn anew with it.
  await sleep(bench.clock, Math.max(watchMs, minuteMs - (bench.clock.now() % minuteMs) + drawnMs));
  const { shift, longestMs } = await watchedOn(page);
  const framesPerSecond = await framesWhileScrolling(page, scrollMs);
  const scrolled = await watchedOn(page);
  await page.close();
  return { firstMs, shift, loadingMs, longestMs: Math.max(longestMs, scrolled.longestMs), framesPerSecond };
}

/** The middle one of the rounds counts, for each figure by itself; of tasks the longest of all, as none may be longer. */
function findingsOf(form: string, runs: readonly Run[]): Finding[] {
  const of = `${crowd}, ${form}`;
  const middle = (figure: keyof Run) => median(runs.map((run) => run[figure]));
  const most = (figure: keyof Run) => Math.max(...runs.map((run) => run[figure]));
  const [first, frames] = [middle("firstMs"), middle("framesPerSecond")];
  const task = { goal: "A16", unit: "ms", atMost: 200 } as const;
  return [
    limited({
      goal: "A3",
      what: `${of}: layout shift in ${watchMs / 1000} s and more`,
      unit: "",
      ours: middle("shift"),
      atMost: 0.05,
    }),
    limited({ goal: "A16", what: `${of}: first devices`, unit: "ms", ours: first, atMost: 1_500 }),
    limited({ ...task, what: `${of}: longest task, while it loads and its form changes`, ours: most("loadingMs") }),
    limited({ ...task, what: `${of}: longest task, at rest and scrolling`, ours: most("longestMs") }),
    limited({ goal: "A16", what: `${of}: frames while scrolling`, unit: "a second", ours: frames, atLeast: 55 }),
  ];
}
