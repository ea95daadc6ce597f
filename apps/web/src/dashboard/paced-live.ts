/**
 * The live state at a pace that people can read: the first change shows at once, a storm of them at most five times a second.
 * The link never waits: what makes the controls inert is shown at once. [A16, HD-5]
 */
import type { LiveState } from "@relaydeck/client/live/live-state";
import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";

/** Least time between two pictures, in milliseconds. */
export const paceMs = 200;

export interface LiveSource {
  readonly getState: () => LiveState;
  readonly subscribe: (listener: () => void) => Disposer;
}

/** Fits React's `useSyncExternalStore`; for one subscriber. */
export function pacedLive(source: LiveSource, clock: Clock): LiveSource {
  let shown = source.getState();
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    getState: () => shown,
    subscribe(listener) {
      let stopWait: Disposer | null = null;
      function show() {
        stopWait?.();
        stopWait = null;
        if (shown === source.getState()) return;
        shown = source.getState();
        shownAt = clock.monotonic();
        listener();
      }
      function onChange() {
        const waitMs = source.getState().link === shown.link ? shownAt + paceMs - clock.monotonic() : 0;
        if (waitMs <= 0) show();
        else stopWait ??= clock.after(waitMs, show);
      }
      const leave = source.subscribe(onChange);
      // What changed between the first picture and now.
      show();
      return () => {
        leave();
        stopWait?.();
      };
    },
  };
}
