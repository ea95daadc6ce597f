import type { Clock } from "@relaydeck/kit/clock";

/** Time between two lines, in milliseconds. */
const everyMs = 2_000;

/** Tells on standard error how far long work has come. What is soon done says nothing. */
export class Progress {
  readonly #clock: Clock;
  readonly #what: string;
  #rows = 0;
  #toldAt: number;

  constructor(clock: Clock, what: string) {
    this.#clock = clock;
    this.#what = what;
    this.#toldAt = clock.monotonic();
  }

  add(rows: number): void {
    this.#rows += rows;
    const now = this.#clock.monotonic();
    if (now - this.#toldAt < everyMs) return;
    this.#toldAt = now;
    process.stderr.write(`${this.#what}: ${this.#rows} rows\n`);
  }
}
