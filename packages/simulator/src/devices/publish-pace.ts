import type { Clock } from "@relaydeck/kit/clock";

/** A device may publish about once a second, in bursts of four; what is over is counted for its vitals. [dialect section 7.3] */
export class PublishPace {
  readonly #clock: Clock;
  #left = burst;
  #countedAt: number;
  refused = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#countedAt = clock.monotonic();
  }

  take(): boolean {
    const now = this.#clock.monotonic();
    this.#left = Math.min(burst, this.#left + (now - this.#countedAt) / 1000);
    this.#countedAt = now;
    // Sums of fractions may miss a whole number by a hair.
    if (this.#left < 0.999) {
      this.refused += 1;
      return false;
    }
    this.#left -= 1;
    return true;
  }
}

const burst = 4;
