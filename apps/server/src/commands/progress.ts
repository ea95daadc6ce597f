import type { Clock } from "@relaydeck/kit/clock";

/** Time between two lines, in milliseconds. */
const everyMs = 2_000;

/** Tells on standard error how far long work has come. What is soon done says nothing. */
export class Progress {
  readonly #clock: Clock;
  readonly #what: string;
  readonly #unit: string;
  readonly #begunAt: number;
  #done = 0;
  #toldAt: number;

  constructor(clock: Clock, what: string, unit = "rows") {
    this.#clock = clock;
    this.#what = what;
    this.#unit = unit;
    this.#begunAt = clock.monotonic();
    this.#toldAt = this.#begunAt;
  }

  /** So many of the unit more. */
  add(count: number): void {
    this.#done += count;
    const now = this.#clock.monotonic();
    if (now - this.#toldAt < everyMs) return;
    this.#toldAt = now;
    process.stderr.write(`${this.#what}: ${this.#done} ${this.#unit}\n`);
  }

  /** A step that cannot tell how far it is: told before it, unless all that came before was soon done. */
  begin(step: string): void {
    if (this.#clock.monotonic() - this.#begunAt < everyMs) return;
    process.stderr.write(`${this.#what}: ${step}\n`);
  }
}
