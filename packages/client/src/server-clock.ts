/**
 * The server's clock, read from here. Deadlines of commands are counted on it and never on our own. [C2, D53]
 *
 * A heard `serverTime` is at most as late as the truth, so it only ever raises the offset; a round trip measures it.
 * When our wall clock jumps against the monotonic one (set by hand, or the machine slept), the offset is unknown again; and so
 * it is when a heard instant is much too early: it came late, or the server's clock was set back.
 */
import type { Clock } from "@relaydeck/kit/clock";

/** A wall clock that left the monotonic one by more than this has jumped, in milliseconds. */
const jumpMs = 1_000;
/** A round trip longer than this says too little about the moment between, in milliseconds. */
const longestRoundTripMs = 4_000;

interface Sample {
  readonly offsetMs: number;
  /** By how much the offset may be too high. */
  readonly aheadMs: number;
  /** Wall clock minus monotonic clock when it was taken. */
  readonly wallMinusMonotonic: number;
}

/** The server's wall clock as this machine can know it, from instants in answers and their round trips. [C2, D53] */
export class ServerClock {
  readonly #clock: Clock;
  #sample: Sample | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Server's wall clock minus ours, in milliseconds; null while unknown. */
  offsetMs(): number | null {
    if (this.#sample === null) return null;
    return Math.abs(this.#wallMinusMonotonic() - this.#sample.wallMinusMonotonic) > jumpMs ? null : this.#sample.offsetMs;
  }

  /** Epoch milliseconds on the server's clock; null while unknown. */
  now(): number | null {
    const offsetMs = this.offsetMs();
    return offsetMs === null ? null : this.#clock.now() + offsetMs;
  }

  /** `now()` may run ahead of the server's true clock by at most this; half of the round trip that measured it. */
  aheadMs(): number {
    return this.#sample?.aheadMs ?? 0;
  }

  /** The server wrote this instant at some time before now. */
  heard(serverTimeMs: number): void {
    const known = this.offsetMs();
    if (known !== null && serverTimeMs - this.#clock.now() < known - jumpMs) this.forget();
    else this.heardLate(serverTimeMs);
  }

  /** The same of an answer that may have waited for another one: it is no word of a clock that was set back. */
  heardLate(serverTimeMs: number): void {
    const offsetMs = serverTimeMs - this.#clock.now();
    const known = this.offsetMs();
    if (known === null || offsetMs > known) this.#take(offsetMs, 0);
  }

  /** The server wrote this instant between `askedAt` (monotonic milliseconds) and now. False when it took too long to tell. */
  measured(serverTimeMs: number, askedAt: number): boolean {
    const roundTripMs = this.#clock.monotonic() - askedAt;
    if (roundTripMs > longestRoundTripMs) return false;
    this.#take(serverTimeMs + roundTripMs / 2 - this.#clock.now(), roundTripMs / 2);
    return true;
  }

  forget(): void {
    this.#sample = null;
  }

  #take(offsetMs: number, aheadMs: number): void {
    this.#sample = { offsetMs: Math.round(offsetMs), aheadMs, wallMinusMonotonic: this.#wallMinusMonotonic() };
  }

  #wallMinusMonotonic(): number {
    return this.#clock.now() - this.#clock.monotonic();
  }
}
