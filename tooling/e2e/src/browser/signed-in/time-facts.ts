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
import { button } from "./scene.ts";

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
    const asked: [url: string, at: number][] = [];
    const ask = window.fetch.bind(window);
    window.fetch = (input, init) => {
      asked.push([input instanceof Request ? input.url : String(input), performance.now()]);
      return ask(input, init);
    };
    Object.assign(window, { asked });
  });
  await enterDemo(visitor);
  await page.clock.pauseAt(performance.timeOrigin + performance.now() + 1_000);
  const seen = await look({ visitor, page, pass: (ms) => page.clock.runFor(ms) });
  await visitor.context.close();
  return seen;
}

/** How long until it is so, in steps; NaN where it is not so within the longest. */
async function passUntil(own: Timed, isSo: () => Promise<boolean>, { stepMs, mostMs }: { stepMs: number; mostMs: number }) {
  for (let passedMs = stepMs; passedMs <= mostMs; passedMs += stepMs) {
    await own.pass(stepMs);
    if (await isSo()) return passedMs;
  }
  return Number.NaN;
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
  const state = await toast.getAttribute("data-state", { timeout: 300 }).catch(() => "gone");
  return state !== "open";
}

const polls: Readonly<Record<string, string>> = {
  "poll-devices": "devices.list",
  "poll-system-stats": "status.get",
  "poll-activity": "activity.list",
  "poll-powerone": "devices.powerone",
};

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
    for (let passedMs = 0; passedMs < 40_000; passedMs += 500) {
      await pass(498);
      // Calls of one moment leave together, a turn of the page's clock later; from the answer on the page counts to the next.
      await pass(1);
      await expect.poll(() => open.size).toBe(0);
      await pass(1);
    }
    scene.gateway.setWayToStream("open");
    const asked = await page.evaluate(() => (window as unknown as { asked: [url: string, at: number][] }).asked);
    return Object.fromEntries(
      Object.values(polls).map((name) => {
        const [first = Number.NaN, second = Number.NaN] = asked
          .filter(([url, at]) => at >= from && url.includes(name))
          .map(([, at]) => at);
        return [name, Math.floor((second - first) / 1_000)];
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

async function shownAfter(own: Timed, place: Locator): Promise<number> {
  await place.hover();
  return passUntil(own, async () => (await own.page.locator(".tooltip").count()) > 0, { stepMs: 50, mostMs: 2_000 });
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
  await shownAfter(own, times.first());
  await leaveHint(own);
  await own.pass(afterMs);
  await times.nth(1).hover();
  await own.pass(1);
  const isThere = (await own.page.locator(".tooltip").count()) > 0;
  await leaveHint(own);
  await own.pass(2_000);
  return isThere;
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
        const { page, visitor } = own;
        await ask(own, "POST /api/auth/logout");
        const toast = toastsOf(page).getByText(/^Unauthorized/);
        const stepMs = 20;
        await expect.poll(async () => (await own.pass(stepMs), toast.count())).toBe(1);
        const isSent = async () => {
          // A turn of the page, in which it would have gone.
          await page.evaluate(() => 0).catch(() => 0);
          return visitor.requests.includes("GET /api/login");
        };
        const afterMs = await passUntil(own, isSent, { stepMs, mostMs: 2_000 });
        return Math.round(afterMs / 50) * 50;
      }),
  },
  "toast-visible": {
    async see(scene) {
      const { page } = scene;
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
        const toast = await bringUpToast(own.page);
        await own.page.mouse.move(5, 5);
        await own.pass(0);
        const isGone = async () =>
          (await toast.count()) === 0 || (await toast.getAttribute("data-state").catch(() => null)) !== "open";
        return passUntil(own, isGone, { stepMs: 100, mostMs: 10_000 });
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
    see: (scene) => timed(scene, (own) => shownAfter(own, own.page.locator(".log-time > *").first())),
  },
  "tooltip-skip": {
    see: (scene) =>
      timed(scene, async (own) => {
        for (const ms of [100, 200, 300, 400, 500])
          if ((await isSkipped(own, ms - 20)) && !(await isSkipped(own, ms + 20))) return ms;
        return Number.NaN;
      }),
  },
};
