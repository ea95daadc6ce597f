/**
 * So many per window and key, in memory: the last whole window fades while the present one fills, so a key costs two
 * numbers however many it counts. Time is monotonic. [TI-1]
 *
 * One node's view. Several nodes would exchange their counts once a second [RL-2]; that is not built yet.
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import type { Clock } from "@relaydeck/kit/clock";
import { ok, type Result } from "@relaydeck/kit/result";

interface Count {
  /** Number of the window that `current` counts. */
  window: number;
  current: number;
  previous: number;
}

/** Keys remembered at once; beyond them the one that was quiet longest is forgotten. */
const mostKeys = 50_000;

export class SlidingLimiter {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #limit: number;
  readonly #windowMs: number;
  /** In order of last use, oldest first. */
  readonly #counts = new Map<string, Count>();

  constructor(options: { clock: Pick<Clock, "monotonic">; limit: number; windowMs: number }) {
    this.#clock = options.clock;
    this.#limit = options.limit;
    this.#windowMs = options.windowMs;
  }

  /** Counts one, or refuses it uncounted with the time after which one more fits. */
  take(key: string): Result<null, Refusal> {
    const now = this.#clock.monotonic();
    const count = this.#countOf(key, Math.floor(now / this.#windowMs));
    const passed = (now % this.#windowMs) / this.#windowMs;
    const used = count.previous * (1 - passed) + count.current;
    if (used + 1 > this.#limit) return this.#refusal(count, passed);
    count.current += 1;
    return ok(null);
  }

  get size(): number {
    return this.#counts.size;
  }

  #countOf(key: string, window: number): Count {
    const known = this.#counts.get(key);
    const count = known ?? { window, current: 0, previous: 0 };
    if (window !== count.window) {
      count.previous = window === count.window + 1 ? count.current : 0;
      count.current = 0;
      count.window = window;
    }
    this.#counts.delete(key);
    this.#counts.set(key, count);
    if (this.#counts.size > mostKeys) this.#forgetOldest();
    return count;
  }

  #forgetOldest(): void {
    for (const key of this.#counts.keys()) {
      this.#counts.delete(key);
      return;
    }
  }

  #refusal({ current, previous }: Count, passed: number) {
    const fitsThisWindow = current + 1 <= this.#limit;
    // Share of the window after which what fades leaves room for one; beyond 1 it lies in the next window.
    const at = fitsThisWindow ? 1 - (this.#limit - 1 - current) / previous : 2 - (this.#limit - 1) / current;
    // Whole milliseconds first, so that a rounding error of the division does not cost a second.
    const waitMs = Math.round((at - passed) * this.#windowMs);
    return refuse("RATE_LIMITED", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  }
}
