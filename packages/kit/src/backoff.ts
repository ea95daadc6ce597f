import type { Random } from "./random.ts";

/**
 * Growing, jittered delays: try `n` waits between half and all of `min(maxMs, baseMs * 2^n)`,
 * so that many clients do not return at one instant. `reset()` after a success.
 */
export class Backoff {
  #tries = 0;

  readonly #options: { baseMs: number; maxMs: number; random: Random };

  constructor(options: { baseMs: number; maxMs: number; random: Random }) {
    this.#options = options;
  }

  /** The wait before the next try, in milliseconds. */
  nextMs(): number {
    const { baseMs, maxMs, random } = this.#options;
    const ceiling = Math.min(maxMs, baseMs * 2 ** Math.min(this.#tries, 30));
    this.#tries += 1;
    return ceiling / 2 + (random.next() * ceiling) / 2;
  }

  get tries(): number {
    return this.#tries;
  }

  reset(): void {
    this.#tries = 0;
  }
}
