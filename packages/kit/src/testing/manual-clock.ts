import type { Clock } from "../clock.ts";
import type { Disposer } from "../disposer.ts";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fn: () => void;
}

/** Each reading of the steady clock is later than the one before by the least that can be told from a present in epoch ms. */
const readingMs = 2 ** -12;

/**
 * A clock that stands still until it is moved. Timers run in order of their time, then of their creation.
 *
 * Between two timers `settle` is awaited, so work that a timer started has run as far as it can before the next fires.
 */
export class ManualClock implements Clock {
  #elapsed = 0;
  #order = 0;
  #readings = 0;
  #wallOffset: number;
  #timers = new Set<Timer>();

  constructor(startAt = Date.UTC(2026, 10, 21, 14, 2, 0)) {
    this.#wallOffset = startAt;
  }

  /** Whole milliseconds, as of every machine's wall clock; a timer may fall due between two of them. */
  now(): number {
    return Math.floor(this.#wallOffset + this.#elapsed);
  }

  /** No whole milliseconds: what is reckoned with it has to be rounded where it is told or stored. */
  monotonic(): number {
    this.#readings += 1;
    return this.#elapsed + this.#readings * readingMs;
  }

  after(delayMs: number, fn: () => void): Disposer {
    this.#order += 1;
    const timer = { at: this.#elapsed + Math.max(delayMs, 0), order: this.#order, fn };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Moves the wall clock alone, as an operator or a time server would. [TI-1] */
  jumpWall(deltaMs: number): void {
    this.#wallOffset += deltaMs;
  }

  /** Moves time on and runs every timer that falls due, those set meanwhile included. */
  async advance(ms: number, settle: () => Promise<void> = turn): Promise<void> {
    const end = this.#elapsed + ms;
    await settle();
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      this.#timers.delete(timer);
      this.#elapsed = Math.max(this.#elapsed, timer.at);
      timer.fn();
      await settle();
    }
    this.#elapsed = end;
  }

  #next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at > end) continue;
      if (first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    }
    return first;
  }
}

/** One turn of the event loop: everything that was ready, promises included, has run. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
