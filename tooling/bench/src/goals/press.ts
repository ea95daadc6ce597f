/**
 * How soon a press of a relay is seen: the first picture that says “requested”, and, on a processor four times slower, how long
 * the browser takes over the press as it counts interactions (INP). [A8]
 */
import { sleep } from "@relaydeck/kit/clock";
import { freePort } from "@relaydeck/kit/testing/free-port";
import type { Locator, Page } from "playwright";
import { inTurns, type Bench } from "../bench.ts";
import { Peer } from "../process/peer.ts";
import { fillProduct } from "../product/filled.ts";
import type { ProductServer } from "../product/server.ts";
import { limited, type Finding } from "../report/finding.ts";
import { openScreenBrowser, type ScreenBrowser } from "../screens/browser.ts";
import type { CrowdLoad } from "../screens/crowd-load.ts";
import { percentile } from "../statistics.ts";

const devices = 8;
/** Each device reports once a second. */
const eventsPerSecond = 8;
/** Of one visit, each on another relay of one device. */
const presses = [1, 2, 3, 4] as const;
/** After the page is there, until the first press, in milliseconds: what it fetches later has come. */
const settleMs = 3_000;
/** Between two presses, in milliseconds: the answer of the first is drawn. */
const pauseMs = 700;
/** For one step in the page; on a machine that is too busy for it nothing can be measured. */
const patienceMs = 20_000;

/** Times as slow as this machine's own processor. */
const slownesses = [1, 4] as const;

interface Pressed {
  /** Each press, in ms. */
  readonly requestedMs: readonly number[];
  /** The slowest interaction of the visit, in ms, to the next 8: its INP, as long as there are fewer than 50. */
  readonly slowestMs: number;
}

export async function measurePress(bench: Bench): Promise<Finding[]> {
  bench.say(`Pressing relays on the dashboard of ${devices} devices, ${eventsPerSecond} reports a second`);
  const load = new Peer<CrowdLoad>(new URL("../screens/crowd-load.ts", import.meta.url));
  const product = new Peer<ProductServer>(new URL("../product/server.ts", import.meta.url));
  const browser = await openScreenBrowser(await freePort());
  try {
    const { folder, cookies } = await fillProduct({ viewers: 1, devices, perViewer: devices }, { model: "powerone" });
    const { port } = await product.call("open", { folder, cloudUrl: (await load.call("openCloud")).url });
    const origin = `http://localhost:${port}`;
    const [name = "", value = ""] = (cookies[0] ?? "").split("=", 2);
    await browser.context.addCookies([{ name, value, url: origin }]);
    await browser.context.addInitScript(watchInteractions);
    await load.call("keepReporting", { devices, eventsPerSecond });
    // A device is pressed in one visit only: what its presses have left behind is no part of the next.
    let visits = 0;
    const runs = await inTurns(slownesses, (rate) => visit(bench, browser, { origin, rate, device: (visits += 1) }));
    return findingsOf(runs);
  } finally {
    await browser.close();
    await Promise.all([load.close(), product.close()]);
  }
}

/** What the brief promises: the word at the processor's own speed, the interaction on the slower one. */
function findingsOf([own = [], slow = []]: readonly Pressed[][]): Finding[] {
  const count = presses.length * own.length;
  const requested = own.flatMap(({ requestedMs }) => requestedMs);
  const slowest = slow.map(({ slowestMs }) => slowestMs);
  const ms = { goal: "A8", unit: "ms" } as const;
  const [word, inp] = [percentile(requested, 0.75), percentile(slowest, 0.75)];
  return [
    limited({ ...ms, what: `${count} presses: p75 until “requested” is seen`, ours: word, atMost: 100 }),
    limited({ ...ms, what: `${count} presses, 4x slower processor: p75 of the visits' INP`, ours: inp, atMost: 200 }),
  ];
}

async function visit(
  bench: Bench,
  { context }: ScreenBrowser,
  at: { origin: string; rate: number; device: number },
): Promise<Pressed> {
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${at.origin}/dashboard`);
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  // By its name: a device about which there is something to say moves up in the list.
  const card = page.getByRole("article", { name: `Pump ${at.device}`, exact: true });
  await offOf(card, 4).scrollIntoViewIfNeeded();
  await sleep(bench.clock, settleMs);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: at.rate });
  await page.evaluate(() => void (window.interactionsMs = []));
  const requestedMs: number[] = [];
  for (const relay of presses) {
    requestedMs.push(await press(bench, page, offOf(card, relay)));
    await sleep(bench.clock, pauseMs);
  }
  const slowestMs = Math.max(...(await page.evaluate(() => window.interactionsMs)));
  await page.close();
  return { requestedMs, slowestMs };
}

/** All relays report on, so this can be pressed. */
function offOf(card: Locator, relay: number): Locator {
  return card
    .getByRole("group")
    .nth(relay - 1)
    .getByRole("button", { name: "Off", exact: true });
}

/** From the press to the picture that says “requested”, in ms. */
async function press({ clock }: Bench, page: Page, button: Locator): Promise<number> {
  const watching = await button.evaluateHandle(watchPress);
  // By the mouse alone: a click that waits for the page to stand still would measure the waiting.
  const box = await button.boundingBox();
  if (box === null) throw new Error("A relay's button can be seen");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const inVain = new AbortController();
  const tooLate = sleep(clock, patienceMs, inVain.signal).then(() => Number.NaN);
  const seenMs = await Promise.race([watching.evaluate(({ seen }) => seen()), tooLate]);
  inVain.abort();
  if (Number.isNaN(seenMs)) throw new Error(`A press was not told as requested within ${patienceMs} ms`);
  return seenMs;
}

/** Runs in the page. */
function watchPress(button: Element): { seen: () => Promise<number> } {
  const row = button.closest("li");
  if (row === null) throw new Error("A control stands in its row");
  const requested = new Promise<number>((resolve) => {
    button.addEventListener(
      "click",
      ({ timeStamp }) => {
        const look = () => {
          if (!row.textContent.includes("requested")) return;
          words.disconnect();
          // The second frame begins when the first has been drawn.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp)));
        };
        const words = new MutationObserver(look);
        words.observe(row, { subtree: true, childList: true, characterData: true });
      },
      { capture: true, once: true },
    );
  });
  return { seen: () => requested };
}

declare global {
  interface Window {
    /** Of every interaction since it was emptied. */
    interactionsMs: number[];
  }
}

/** Runs in the page, from its first moment on. */
function watchInteractions(): void {
  window.interactionsMs = [];
  const note = ({ duration, interactionId }: PerformanceEventTiming) => {
    if (interactionId > 0) window.interactionsMs.push(duration);
  };
  const wanted: PerformanceObserverInit & { durationThreshold: number } = { type: "event", durationThreshold: 16 };
  new PerformanceObserver((list) => (list.getEntries() as PerformanceEventTiming[]).forEach(note)).observe(wanted);
}
