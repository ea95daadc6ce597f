/**
 * Time as an argument. `now()` is the wall clock and may jump; durations, deadlines and leases use `monotonic()`. [TI-1]
 *
 * The only place of the product that reads the machine's clock or sets a timer; tests use testing/manual-clock.ts.
 */
import type { Disposer } from "./disposer.ts";

export interface Clock {
  /** Wall clock, epoch milliseconds (UTC). */
  now(): number;
  /** Milliseconds since some fixed moment; never goes back. */
  monotonic(): number;
  /** Runs `fn` once after `delayMs`, unless the returned disposer is called first. */
  after(delayMs: number, fn: () => void): Disposer;
}

/** The machine's own clock. Its timers keep the process alive unless `unref` is set. */
export function systemClock(options: { unref?: boolean } = {}): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(delayMs, fn) {
      const timer: unknown = setTimeout(fn, Math.min(Math.max(delayMs, 0), longestTimerMs));
      if (options.unref === true && isUnrefable(timer)) timer.unref();
      return () => clearTimeout(timer as ReturnType<typeof setTimeout>);
    },
  };
}

/** Resolves after `delayMs`, or at once when `signal` aborts; never rejects. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const stop = clock.after(delayMs, finish);
    signal?.addEventListener("abort", finish, { once: true });
    function finish() {
      stop();
      signal?.removeEventListener("abort", finish);
      resolve();
    }
  });
}

/** Calls `fn` every `periodMs`, the first time after one period, until disposed. A slow `fn` delays the next call. */
export function every(clock: Clock, periodMs: number, fn: () => void | Promise<void>): Disposer {
  let stopped = false;
  let stop = clock.after(periodMs, tick);
  async function tick() {
    await fn();
    if (!stopped) stop = clock.after(periodMs, tick);
  }
  return () => {
    stopped = true;
    stop();
  };
}

/** Timers of JavaScript hold 31 bits of milliseconds; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

function isUnrefable(timer: unknown): timer is { unref(): void } {
  return typeof timer === "object" && timer !== null && "unref" in timer;
}
