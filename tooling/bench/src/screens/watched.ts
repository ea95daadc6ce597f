/** What pages do while they are looked at: when their first row stood, their longest task, how they shift and scroll. [A3, A16] */
import type { BrowserContext, Page } from "playwright";

export interface Watched {
  /** Since the beginning of the navigation, until the first frame with a row; NaN: there has been none. */
  firstMs: number;
  /** 0 while none took 50 ms. */
  longestMs: number;
  shift: number;
}

declare global {
  interface Window {
    watched: Watched;
  }
}

/** A wheel's pace: a screen in half a second. */
const pixelsPerFrame = 30;

/** Every page of the context, from its first moment on; a row is what that selector finds. */
export async function watchPages(context: BrowserContext, row: string): Promise<void> {
  await context.addInitScript(watch, row);
}

export function watchedOn(page: Page): Promise<Watched> {
  return page.evaluate(() => window.watched);
}

/** From now on: the longest task and the shift so far do not count. */
export function watchAnew(page: Page): Promise<void> {
  return page.evaluate(() => void Object.assign(window.watched, { longestMs: 0, shift: 0 }));
}

/** Frames per second while somebody scrolls for so long; 0 where there is nothing to scroll. */
export function framesWhileScrolling(page: Page, ms: number): Promise<number> {
  return page.evaluate(scroll, { ms, step: pixelsPerFrame });
}

/** Runs in the page. */
function watch(row: string): void {
  const watched: Watched = { firstMs: Number.NaN, longestMs: 0, shift: 0 };
  window.watched = watched;
  const observe = (type: string, note: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("longtask", ({ duration }) => (watched.longestMs = Math.max(watched.longestMs, duration)));
  observe("layout-shift", ({ value = 0, hadRecentInput }) => (watched.shift += hadRecentInput === true ? 0 : value));
  const look = () => {
    if (document.querySelector(row) === null) requestAnimationFrame(look);
    else watched.firstMs = performance.now();
  };
  requestAnimationFrame(look);
}

/** Runs in the page: down by the same step each frame, from the top again at the end. Frames per second. */
function scroll({ ms, step }: { ms: number; step: number }): Promise<number> {
  return new Promise((resolve) => {
    let frames = 0;
    let began = Number.NaN;
    const next = (now: number) => {
      began = Number.isNaN(began) ? now : began;
      if (now - began >= ms) return resolve((frames * 1000) / (now - began));
      frames += 1;
      const room = document.documentElement.scrollHeight - innerHeight;
      // A page that stands still has all the frames there are.
      if (room <= 0) return resolve(0);
      scrollTo({ top: (frames * step) % room, behavior: "instant" });
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}
