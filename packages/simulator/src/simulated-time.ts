/**
 * The clock of one simulated world: it follows the given clock, or is moved by hand.
 *
 * Each world has its own, so that starting afresh ends every timer of the world before. Timers of the hand-moved clock run
 * in order of their time, then of their creation: one sequence of calls gives one sequence of events.
 */
import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";

export type ClockMode = "real" | "manual";

/** Where a hand-moved clock starts when nobody says. */
const manualStartAt = Date.UTC(2026, 2, 1, 10, 0, 0);

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fn: () => void;
}

export class SimulatedTime implements Clock {
  readonly mode: ClockMode;
  readonly #base: Clock;
  readonly #wallOffset: number;
  readonly #manual = new Set<Timer>();
  readonly #following = new Set<Disposer>();
  #elapsed = 0;
  #order = 0;

  constructor(options: { base: Clock; mode: ClockMode; startAt?: number }) {
    this.mode = options.mode;
    this.#base = options.base;
    if (options.mode === "manual") this.#wallOffset = options.startAt ?? manualStartAt;
    else this.#wallOffset = options.startAt === undefined ? 0 : options.startAt - options.base.now();
  }

  now(): number {
    return this.#wallOffset + (this.mode === "manual" ? this.#elapsed : Math.floor(this.#base.now()));
  }

  monotonic(): number {
    return this.mode === "manual" ? this.#elapsed : this.#base.monotonic();
  }

  /** The present moment as the provider writes it. */
  iso(): string {
    return new Date(this.now()).toISOString();
  }

  after(delayMs: number, fn: () => void): Disposer {
    return this.mode === "manual" ? this.#afterByHand(delayMs, fn) : this.#afterFollowing(delayMs, fn);
  }

  /** Like `after`, but without a turn of the clock when there is nothing to wait for. */
  wait(delayMs: number, fn: () => void): Disposer {
    if (delayMs > 0) return this.after(delayMs, fn);
    fn();
    return () => {};
  }

  /** Moves a hand-moved clock and runs everything due, timers set meanwhile included. */
  advance(ms: number): void {
    const end = this.#elapsed + ms;
    for (let timer = this.#firstUntil(end); timer !== undefined; timer = this.#firstUntil(end)) {
      this.#manual.delete(timer);
      this.#elapsed = Math.max(this.#elapsed, timer.at);
      timer.fn();
    }
    this.#elapsed = end;
  }

  /** Ends every timer. */
  close(): void {
    this.#manual.clear();
    for (const stop of this.#following) stop();
    this.#following.clear();
  }

  #afterByHand(delayMs: number, fn: () => void): Disposer {
    this.#order += 1;
    const timer = { at: this.#elapsed + Math.max(delayMs, 0), order: this.#order, fn };
    this.#manual.add(timer);
    return () => {
      this.#manual.delete(timer);
    };
  }

  #afterFollowing(delayMs: number, fn: () => void): Disposer {
    const stop = this.#base.after(delayMs, () => {
      this.#following.delete(stop);
      fn();
    });
    this.#following.add(stop);
    return () => {
      this.#following.delete(stop);
      stop();
    };
  }

  #firstUntil(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#manual) {
      if (timer.at > end) continue;
      if (first === undefined || timer.at < first.at || (timer.at === first.at && timer.order < first.order)) first = timer;
    }
    return first;
  }
}
