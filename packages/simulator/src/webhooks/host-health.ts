import type { Clock } from "@relaydeck/kit/clock";

/** A host that fails more often than it works is left alone until some seconds have passed. [dialect section 9] */
export class HostHealth {
  readonly #clock: Clock;
  #worked = 0;
  #failed = 0;
  #lastFailureAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get sleeps(): boolean {
    if (this.#clock.monotonic() - this.#lastFailureAt >= coolDownMs) this.#worked = this.#failed = 0;
    return this.#failed >= fewestFailures && this.#failed > this.#worked;
  }

  count(worked: boolean): void {
    if (worked) this.#worked += 1;
    else {
      this.#failed += 1;
      this.#lastFailureAt = this.#clock.monotonic();
    }
  }
}

const fewestFailures = 10;
const coolDownMs = 5_000;
