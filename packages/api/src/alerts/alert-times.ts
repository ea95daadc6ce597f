import type { Clock } from "@relaydeck/kit/clock";

/** So long after a moment nothing asks for it any more, and it is forgotten. */
const keptMs = 10 * 60_000;

/**
 * How long ago a moment was that an alert remembers, on the monotonic clock: a jump of the wall clock neither shortens a
 * debounce nor a cooldown. [TI-1] What this process did not see itself falls back to the wall clock, once.
 */
export class AlertTimes {
  readonly #clock: Clock;
  /** By alert and moment: the monotonic reading that belongs to it. */
  readonly #seen = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds since then; `at`: epoch ms, as it is stored. */
  since(alertId: string, at: number): number {
    const key = `${alertId} ${at}`;
    const now = this.#clock.monotonic();
    const known = this.#seen.get(key) ?? now - Math.max(0, this.#clock.now() - at);
    if (!this.#seen.has(key)) this.note(alertId, at, known);
    return now - known;
  }

  /** The moment is now. */
  note(alertId: string, at: number, monotonic: number = this.#clock.monotonic()): void {
    this.#forgetOld();
    this.#seen.set(`${alertId} ${at}`, monotonic);
  }

  /** They stand in the order in which they were seen, which is nearly that of the moments. */
  #forgetOld(): void {
    const before = this.#clock.monotonic() - keptMs;
    for (const [key, monotonic] of this.#seen) {
      if (monotonic > before) return;
      this.#seen.delete(key);
    }
  }
}
