import type { Clock } from "./clock.ts";

/** The work's value, or `late` after `ms`; the signal tells work that listens to it that nobody waits any more. */
export function within<T>(clock: Clock, ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T | "late"> {
  const waiting = new AbortController();
  return new Promise((resolve, reject) => {
    const stop = clock.after(ms, () => {
      resolve("late");
      waiting.abort();
    });
    work(waiting.signal).then(resolve, reject).finally(stop);
  });
}
