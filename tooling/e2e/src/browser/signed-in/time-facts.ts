/**
 * Times: the page's clock is moved by hand, so each is measured to the millisecond and nobody waits for it. Network and
 * server are real. Toasts besides, which live by such times.
 */
import type { Locator, Page, Request } from "playwright";
import { expect } from "vitest";
import { relayControl } from "../controls.ts";
import { enterDemo, visit, type Visit } from "../house.ts";
import { toastsOf } from "../toasts.ts";
import { ask } from "./callers.ts";
import type { FactScene, Proof, Proofs } from "./facts.ts";
import { home } from "./header-facts.ts";
import { button, enterInLog, takeOutOfLog } from "./scene.ts";

/** A page whose clock is moved by hand. */
export interface Timed {
  readonly visitor: Visit;
  readonly page: Page;
  /** Moves the page's clock, by which it also notes what it asks. */
  readonly pass: (ms: number) => Promise<void>;
}

/** A browser of Maria's whose time stands still but for what a proof lets pass. */
export async function timed<T>({ browser, house }: FactScene, look: (own: Timed) => Promise<T>): Promise<T> {
  const visitor = await visit(browser, house);
  const { page } = visitor;
  await page.clock.install();
  await page.addInitScript(() => {
    const asked: Asked[] = [];
    const ask = window.fetch.bind(window);
    window.fetch = async (input, init) => {
      const call: Asked = { url: input instanceof Request ? input.url : String(input), at: performance.now(), answeredAt: null };
      asked.push(call);
      const answer = await ask(input, init);
      call.answeredAt = performance.now();
      return answer;
    };
    Object.assign(window, { asked });
  });
  await enterDemo(visitor);
  await standStill(page);
  const seen = await look({ visitor, page, pass: (ms) => page.clock.runFor(ms) });
  await visitor.context.close();
  return seen;
}

/** A moment from now; where the machine has let that pass on the way, a later one. */
async function standStill(page: Page, leadMs = 1_000): Promise<void> {
  try {
    await page.clock.pauseAt(performance.timeOrigin + performance.now() + leadMs);
  } catch (error) {
    if (!String(error).includes("to the past") || leadMs > 8_000) throw error;
    await standStill(page, leadMs * 2);
  }
}

/** A call of the page's, by its own clock. */
interface Asked {
  readonly url: string;
  readonly at: number;
  answeredAt: number | null;
}

/** The page has time to do what its clock or an answer has begun, while that clock stands. */
async function settle({ page }: Timed): Promise<void> {
  for (const _ of [0, 1]) await page.evaluate(async () => void (await (await fetch("/theme.js")).text()));
}

/** How long until it is so, in steps; NaN where it is not so within the longest. */
async function passUntil(own: Timed, isSo: () => Promise<boolean>, { stepMs, mostMs }: { stepMs: number; mostMs: number }) {
  for (let passedMs = stepMs; passedMs <= mostMs; passedMs += stepMs) {
    await own.pass(stepMs);
    await settle(own);
    if (await isSo()) return passedMs;
  }
  return Number.NaN;
}

const roughStepMs = 100;

/** How long after what `begin` does it is so, to the millisecond: begun twice, and the second time looked at closely near the end. */
async function momentOf(own: Timed, begin: () => Promise<unknown>, isSo: () => Promise<boolean>): Promise<number> {
  await begin();
  const roughMs = await passUntil(own, isSo, { stepMs: roughStepMs, mostMs: 10_000 });
  if (Number.isNaN(roughMs)) return roughMs;
  await begin();
  const beforeMs = roughMs - roughStepMs;
  await own.pass(beforeMs);
  await settle(own);
  if (await isSo()) return Number.NaN;
  return beforeMs + (await passUntil(own, isSo, { stepMs: 1, mostMs: roughStepMs }));
}

/** A refusal that the page says by itself. */
async function bringUpToast(page: Page): Promise<Locator> {
  const boiler = await relayControl(page, "Cabin", "Boiler");
  await boiler.getByRole("button", { name: "On", exact: true }).click({ force: true });
  const toast = toastsOf(page).filter({ hasText: "Device must be online" });
  await toast.waitFor();
  return toast;
}

/** Whether so long a drag to the right puts the toast away. */
async function goesBy(page: Page, toast: Locator, byPx: number): Promise<boolean> {
  const box = await toast.boundingBox();
  if (box === null) throw new Error("A toast is on the page");
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + byPx, y, { steps: 4 });
  await page.mouse.up();
  return (await toast.and(page.locator("[data-state=open]")).count()) === 0;
}

const polls: Readonly<Record<string, string>> = {
  "poll-devices": "devices.list",
  "poll-system-stats": "status.get",
  "poll-activity": "activity.list",
  "poll-powerone": "devices.powerone",
};

/**
 * Calls of one moment leave together, after a wait of no time. One that begins within a tick of a hand-moved clock ends this
 * much later by it.
 */
const turnMs = 1;

/** Seconds between two reads of each, while the stream is down; looked at once for all. */
const polled: { seen: Promise<Readonly<Record<string, number>>> | null } = { seen: null };

function lookAtPolls(scene: FactScene): Promise<Readonly<Record<string, number>>> {
  return timed(scene, async (own) => {
    const { page, pass } = own;
    await relayControl(page, "Pump house", "Light");
    scene.gateway.setWayToStream("closed");
    await button(page, "Connecting...").waitFor();
    const from = await page.evaluate(() => performance.now());
    const open = new Set<Request>();
    page.on("request", (request) => /^GET .*trpc/.test(`${request.method()} ${request.url()}`) && open.add(request));
    for (const end of ["requestfinished", "requestfailed"] as const)
      page.on(end as "requestfinished", (request) => open.delete(request));
    // An answer is heard while the clock stands, and from then on the page counts to the next.
    for (let passedMs = 0; passedMs < 40_000; passedMs += 500) {
      await pass(500);
      await expect.poll(() => open.size).toBe(0);
      await settle(own);
    }
    scene.gateway.setWayToStream("open");
    const asked = await page.evaluate(() => (window as unknown as { asked: Asked[] }).asked);
    return Object.fromEntries(
      Object.values(polls).map((name) => {
        const [first, second] = asked.filter(({ url, at }) => at >= from && url.includes(name));
        // The page's clock has fractions of its own, smaller than anything that a timer counts.
        const waitedMs = Math.round((second?.at ?? Number.NaN) - turnMs - (first?.answeredAt ?? Number.NaN));
        return [name, waitedMs / 1_000];
      }),
    );
  });
}

const pollProofs: Proofs = Object.fromEntries(
  Object.entries(polls).map(([id, name]): [string, Proof] => [
    id,
    { see: async (scene) => (await (polled.seen ??= lookAtPolls(scene)))[name] },
  ]),
);

const isHintThere = async ({ page }: Timed) => (await page.locator(".tooltip").count()) > 0;

/** A page with two entries in its log, whose times have hints; what else is there depends on what was looked at before. */
async function hinted<T>(scene: FactScene, look: (own: Timed) => Promise<T>): Promise<T> {
  const now = performance.timeOrigin + performance.now();
  enterInLog(scene, [now, now - 1]);
  const seen = await timed(scene, look);
  takeOutOfLog(scene);
  return seen;
}

/** Long after the last hint, so that no other one's time is left. The place comes in turns of the page's clock, if need be. */
async function hoverAnew(own: Timed, place: Locator): Promise<void> {
  await expect.poll(async () => (await own.pass(20), place.count()), { timeout: 15_000 }).toBe(1);
  await leaveHint(own);
  await own.pass(2_000);
  await place.hover();
}

/** The pointer goes elsewhere, and a little further, until the hint has gone; the page's clock stands meanwhile. */
async function leaveHint({ page }: Timed): Promise<void> {
  let x = 5;
  await expect
    .poll(async () => {
      x += 3;
      await page.mouse.move(x, 5);
      return page.locator(".tooltip").count();
    })
    .toBe(0);
}

/** Whether the next hint is there at once, so long after the last one went. */
async function isSkipped(own: Timed, afterMs: number): Promise<boolean> {
  const times = own.page.locator(".log-time > *");
  await hoverAnew(own, times.first());
  await passUntil(own, () => isHintThere(own), { stepMs: roughStepMs, mostMs: 2_000 });
  await leaveHint(own);
  await own.pass(afterMs);
  await times.nth(1).hover();
  await settle(own);
  return isHintThere(own);
}

export const timeFacts: Proofs = {
  ...pollProofs,
  "toast-actions": {
    async see(scene) {
      const { page } = scene;
      await home(scene);
      const before = await toastsOf(page).count();
      const toast = await bringUpToast(page);
      const isAdded = before === 0 && (await toastsOf(page).count()) === 1 && (await toast.getAttribute("data-state")) === "open";
      await toast.getByRole("button", { name: "Dismiss" }).click();
      await toast.waitFor({ state: "detached" });
      return [...(isAdded ? ["added"] : []), ...((await toastsOf(page).count()) === 0 ? ["dismissed"] : [])];
    },
    // A toast can be given other words while it stands, which no act of the product asks for today.
    heldElsewhere: { values: ["updated"], by: "apps/web/src/ui/toast-state.test.ts" },
  },
  "redirect-after-401": {
    see: (scene) =>
      timed(scene, async (own) => {
        const { page } = own;
        const moments: number[] = [];
        const note = (at: number) => void moments.push(at);
        await page.exposeFunction("note", note);
        // The page tells both moments by its own clock: the toast is there, and it goes to sign in.
        await page.evaluate(() => {
          const tell = () => (window as unknown as { note: typeof note }).note(performance.now());
          const watch = new MutationObserver(() => {
            if (!/Unauthorized/.test(document.querySelector(".toast")?.textContent ?? "")) return;
            watch.disconnect();
            tell();
          });
          watch.observe(document.body, { subtree: true, childList: true, characterData: true });
          window.navigation.addEventListener("navigate", ({ destination }) => destination.url.includes("/api/login") && tell());
        });
        await ask(own, "POST /api/auth/logout");
        await expect.poll(async () => (await own.pass(1), await settle(own).catch(() => 0), moments.length)).toBe(1);
        await expect.poll(async () => (await own.pass(20).catch(() => 0), moments.length)).toBe(2);
        const [shown = Number.NaN, gone = Number.NaN] = moments;
        return gone - shown;
      }),
  },
  "toast-visible": {
    async see(scene) {
      const { page } = scene;
      // A browser with windows lets the page in front copy unasked; the shell does not.
      await page.context().grantPermissions(["clipboard-write"]);
      await home(scene);
      await bringUpToast(page);
      await button(page, "More for Pump house").click();
      await page.getByRole("menuitem", { name: "Copy serial number" }).click();
      await page.locator(".toast").getByText("Copied", { exact: true }).waitFor();
      return page.locator(".toast[data-state=open]").count();
    },
  },
  "toast-display": {
    see: (scene) =>
      timed(scene, async (own) => {
        const toast = toastsOf(own.page);
        const begin = async () => {
          await toast.waitFor({ state: "detached" });
          await bringUpToast(own.page);
          await own.page.mouse.move(5, 5);
          await settle(own);
        };
        const isGone = async () => (await toast.count()) === 0 || (await toast.getAttribute("data-state")) !== "open";
        return momentOf(own, begin, isGone);
      }),
  },
  "toast-removal": {
    // The longest wait that the page asks of its clock when a toast is put away.
    async see({ browser, house }) {
      const visitor = await visit(browser, house);
      const { page } = visitor;
      await page.addInitScript(() => {
        const waits: number[] = [];
        const begin = window.setTimeout.bind(window);
        window.setTimeout = ((run: TimerHandler, ms?: number, ...more: unknown[]) => {
          waits.push(ms ?? 0);
          return begin(run, ms, ...more);
        }) as typeof window.setTimeout;
        Object.assign(window, { waits });
      });
      await enterDemo(visitor);
      const toast = await bringUpToast(page);
      const waits = () => page.evaluate(() => (window as unknown as { waits: number[] }).waits);
      const before = (await waits()).length;
      await toast.getByRole("button").last().click();
      await toast.waitFor({ state: "detached" });
      const after = (await waits()).slice(before);
      await visitor.context.close();
      return Math.max(...after);
    },
  },
  "toast-swipe": {
    async see(scene) {
      const { page } = scene;
      await home(scene);
      const toast = await bringUpToast(page);
      await page.keyboard.press("F8");
      let longest = 0;
      for (const px of [19, 21, 29, 31, 39, 41, 49, 51, 59, 61, 79, 81, 99, 101]) {
        if (await goesBy(page, toast, px)) return (longest + px) / 2;
        longest = px;
      }
      return Number.NaN;
    },
  },
  "toast-hotkey": {
    async see(scene) {
      const { page } = scene;
      await home(scene);
      await bringUpToast(page);
      for (const key of ["F2", "F4", "F6", "F8", "F9"]) {
        await page.keyboard.press(key);
        if (await page.evaluate(() => document.activeElement?.closest(".toast-region") !== null)) return key;
      }
      return null;
    },
  },
  "tooltip-delay": {
    see: (scene) =>
      hinted(scene, (own) => {
        const place = own.page.locator(".log-time > *").first();
        return momentOf(
          own,
          () => hoverAnew(own, place),
          () => isHintThere(own),
        );
      }),
  },
  "tooltip-skip": {
    see: (scene) =>
      hinted(scene, async (own) => {
        for (const ms of [100, 200, 300, 400, 500]) if ((await isSkipped(own, ms - 1)) && !(await isSkipped(own, ms))) return ms;
        return Number.NaN;
      }),
  },
};
