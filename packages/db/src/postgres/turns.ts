/**
 * Work under one key, one after the other within this process. What would only wait for a lock of the one before it waits here
 * instead, where it takes no connection of the database and none of its patience. [ST-2]
 */
import { DatabaseUnavailable } from "../trouble.ts";

type Turn = (outcome: DatabaseUnavailable | null) => void;

export class Turns {
  /** Who waits, by key; a key is here while somebody has its turn. */
  readonly #waiting = new Map<string, Turn[]>();

  readonly #progress: () => number;

  /** `progress`: how many writes this process has done so far, of whatever kind. */
  constructor(progress: () => number) {
    this.#progress = progress;
  }

  /**
   * Runs `work` when it is its turn and gives what it gives; it must be a write. One that took too long while others were done
   * only waited: it stored nothing, and is tried again. When none was done the database is not there, and those who wait are
   * refused with the one whose turn it is: each would wait as long for as little.
   */
  async take<R>(key: string, work: () => Promise<R>): Promise<R> {
    await this.#turn(key);
    for (;;) {
      const before = this.#progress();
      try {
        const done = await work();
        this.#next(key);
        return done;
      } catch (error) {
        const isUnavailable = error instanceof DatabaseUnavailable;
        const isAlive = this.#progress() > before;
        if (isUnavailable && !error.isInDoubt && isAlive) continue;
        if (isUnavailable && !isAlive) this.#refuseAll(key);
        else this.#next(key);
        throw error;
      }
    }
  }

  #turn(key: string): Promise<void> {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      this.#waiting.set(key, []);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      waiting.push((outcome) => (outcome === null ? resolve() : reject(outcome)));
    });
  }

  #next(key: string): void {
    const next = this.#waiting.get(key)?.shift();
    if (next === undefined) this.#waiting.delete(key);
    else next(null);
  }

  #refuseAll(key: string): void {
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    // Of theirs nothing was sent, so nothing of it is in doubt.
    for (const turn of waiting) turn(new DatabaseUnavailable("The database does not answer"));
  }
}
