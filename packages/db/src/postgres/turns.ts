/**
 * Work under one key, one after the other within this process. What would only wait for the row lock of the one before it waits
 * here instead, where it takes no connection from others. How long one may wait is the work's own affair. [ST-2]
 */
export class Turns {
  /** The end of the last work of each key that has any; never rejects. */
  readonly #ends = new Map<string, Promise<void>>();

  /** Calls `work` at once with the end of the work before it, and gives what it gives. Its turn is over when it settles. */
  async take<R>(key: string, work: (before: Promise<void>) => Promise<R>): Promise<R> {
    const running = work(this.#ends.get(key) ?? Promise.resolve());
    const end = running.then(ignore, ignore);
    this.#ends.set(key, end);
    try {
      return await running;
    } finally {
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    }
  }
}

function ignore(): void {}
