import type { Clock } from "@relaydeck/kit/clock";

/** Counts what happened in the last `windowMs`, on the monotonic clock: a jump of the wall clock frees nothing. [TI-1] */
export class SlidingWindow {
  readonly #clock: Clock;
  readonly #windowMs: number;
  #moments: number[] = [];
  #first = 0;

  constructor(clock: Clock, windowMs: number) {
    this.#clock = clock;
    this.#windowMs = windowMs;
  }

  add(): void {
    this.#forget();
    this.#moments.push(this.#clock.monotonic());
  }

  used(): number {
    this.#forget();
    return this.#moments.length - this.#first;
  }

  /** Milliseconds until fewer than `limit` are left in the window; 0 when there is room now. */
  roomInMs(limit: number): number {
    const blocking = this.used() - limit;
    if (blocking < 0) return 0;
    const moment = this.#moments[this.#first + blocking] ?? this.#clock.monotonic();
    return Math.max(1, moment + this.#windowMs - this.#clock.monotonic());
  }

  #forget(): void {
    const oldest = this.#clock.monotonic() - this.#windowMs;
    while ((this.#moments[this.#first] ?? Number.POSITIVE_INFINITY) <= oldest) this.#first += 1;
    if (this.#first < 1_024) return;
    this.#moments = this.#moments.slice(this.#first);
    this.#first = 0;
  }
}
