/**
 * So many per window and key, in memory: the last whole window fades while the present one fills, so a key costs two
 * numbers however many it counts. Time is monotonic. [TI-1]
 *
 * Several nodes tell each other what they counted (shared-counts.ts); what the others have used is not free here.
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import type { Clock } from "@relaydeck/kit/clock";
import { ok, type Result } from "@relaydeck/kit/result";
import type { SharedCounter } from "./shared-counts.ts";

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
  readonly #shared: SharedCounter | null;
  /** In order of last use, oldest first. */
  readonly #counts = new Map<string, Count>();

  constructor(options: { clock: Pick<Clock, "monotonic">; limit: number; windowMs: number; shared?: SharedCounter }) {
    this.#clock = options.clock;
    this.#limit = options.limit;
    this.#windowMs = options.windowMs;
    this.#shared = options.shared ?? null;
  }

  /** Counts one, or refuses it uncounted with the time after which one more fits. */
  take(key: string): Result<null, Refusal> {
    const now = this.#clock.monotonic();
    const count = this.#countOf(key, Math.floor(now / this.#windowMs));
    const passed = (now % this.#windowMs) / this.#windowMs;
    const limit = this.#limit - (this.#shared?.others(key) ?? 0);
    const used = count.previous * (1 - passed) + count.current;
    if (used + 1 > limit) return this.#refusal(count, passed, limit);
    count.current += 1;
    this.#shared?.note(key);
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

  #refusal({ current, previous }: Count, passed: number, limit: number) {
    const fitsThisWindow = current + 1 <= limit;
    // Share of the window after which what fades leaves room for one; beyond 1 it lies in the next window, at its end at the latest.
    const at = Math.min(2, fitsThisWindow ? 1 - (limit - 1 - current) / previous : 2 - (limit - 1) / Math.max(1, current));
    // Whole milliseconds first, so that a rounding error of the division does not cost a second.
    const waitMs = Math.round((at - passed) * this.#windowMs);
    return refuse("RATE_LIMITED", { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
  }
}
