/**
 * The end of the current turn of the event loop: what came in together goes on together, without a timer. [performance 0]
 *
 * Two steps, in this order, whoever asked first: gathering for many at once, then writing. Both may be asked for within the end.
 */
export class LoopTurn {
  #gathering: (() => void)[] = [];
  #writing: (() => void)[] = [];
  #isAwaited = false;

  /** Runs `work` once at the end of this turn, before anything is written. */
  gather(work: () => void): void {
    this.#gathering.push(work);
    this.#await();
  }

  /** Runs `work` once at the end of this turn, after everything is gathered. */
  write(work: () => void): void {
    this.#writing.push(work);
    this.#await();
  }

  /** True while something waits for the end of this turn. */
  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  #await(): void {
    if (this.#isAwaited) return;
    this.#isAwaited = true;
    setImmediate(() => this.#end());
  }

  #end(): void {
    // Lists that grow while they are walked: work may ask for more.
    for (const work of this.#gathering) work();
    for (const work of this.#writing) work();
    this.#gathering = [];
    this.#writing = [];
    this.#isAwaited = false;
  }
}
