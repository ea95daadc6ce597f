import type { Clock } from "@relaydeck/kit/clock";

/** Bites once when it was neither fed nor paused for `silenceMs`. Feeding sets no timer: the one that runs looks again. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #options: { readonly silenceMs: number; readonly onSilence: () => void };
  #fedAt: number;
  #isPaused = false;
  #stopTimer: () => void;
  hasBitten = false;

  constructor(clock: Clock, options: { silenceMs: number; onSilence: () => void }) {
    this.#clock = clock;
    this.#options = options;
    this.#fedAt = clock.monotonic();
    this.#stopTimer = clock.after(options.silenceMs, () => this.#look());
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#fedAt = this.#clock.monotonic();
  }

  #look(): void {
    const silentMs = this.#isPaused ? 0 : this.#clock.monotonic() - this.#fedAt;
    if (silentMs < this.#options.silenceMs) {
      this.#stopTimer = this.#clock.after(this.#options.silenceMs - silentMs, () => this.#look());
      return;
    }
    this.hasBitten = true;
    this.#options.onSilence();
  }

  stop(): void {
    this.#stopTimer();
  }
}
