import type { Clock } from "@relaydeck/kit/clock";

export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** At most `limit` takes in any stretch of `windowMs`, on the monotonic reading. What is refused does not count. */
export class RateWindow {
  readonly #clock: Clock;
  readonly #rate: RateLimit;
  #takenAt: number[] = [];
  #head = 0;

  constructor(clock: Clock, rate: RateLimit) {
    this.#clock = clock;
    this.#rate = rate;
  }

  take(): boolean {
    if (this.used >= this.#rate.limit) return false;
    this.#takenAt.push(this.#clock.monotonic());
    return true;
  }

  get used(): number {
    const oldest = this.#clock.monotonic() - this.#rate.windowMs;
    while (this.#head < this.#takenAt.length && (this.#takenAt[this.#head] ?? 0) <= oldest) this.#head += 1;
    if (this.#head > 4096) {
      this.#takenAt = this.#takenAt.slice(this.#head);
      this.#head = 0;
    }
    return this.#takenAt.length - this.#head;
  }

  /** Whole seconds until one more would be let through, at least 1. */
  get retryAfterSeconds(): number {
    const oldest = this.#takenAt[this.#head];
    if (oldest === undefined) return 1;
    return Math.max(1, Math.ceil((oldest + this.#rate.windowMs - this.#clock.monotonic()) / 1000));
  }
}
