/**
 * After the cloud refused our token: at most one call a minute asks whether it is good again. [checklist 17]
 *
 * One gate serves the calls and the event stream of an installation, so that their probes do not add up.
 */
import type { Clock } from "@relaydeck/kit/clock";

export const probeEveryMs = 60_000;

export class TokenGate {
  readonly #clock: Clock;
  readonly #onChange: (refusedSince: number | null) => void;
  #refused: { readonly since: number; readonly at: number } | null = null;
  #probeAt = 0;

  /** `onChange` is told once when the token is refused, and once when it is good again. */
  constructor(clock: Clock, onChange: (refusedSince: number | null) => void = () => {}) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Epoch ms; null while the token is good as far as we know. */
  get refusedSince(): number | null {
    return this.#refused?.since ?? null;
  }

  /** Milliseconds until a call may leave; 0 = now. Counts nothing. */
  waitMs(): number {
    return this.#refused === null ? 0 : Math.max(0, this.#probeAt - this.#clock.monotonic());
  }

  /** Takes the minute's probe, right before a call leaves; false = it must not leave. */
  take(): boolean {
    if (this.waitMs() > 0) return false;
    if (this.#refused !== null) this.#probeAt = this.#clock.monotonic() + probeEveryMs;
    return true;
  }

  refuse(): void {
    const at = this.#clock.monotonic();
    this.#probeAt = Math.max(this.#probeAt, at + probeEveryMs);
    const wasRefused = this.#refused !== null;
    this.#refused = { since: this.#refused?.since ?? this.#clock.now(), at };
    if (!wasRefused) this.#onChange(this.#refused.since);
  }

  /** An answer that only a good token gets. `leftAt` (monotonic) tells an answer that was already on its way at the refusal. */
  accept(leftAt: number): void {
    if (this.#refused === null || leftAt < this.#refused.at) return;
    this.#refused = null;
    this.#onChange(null);
  }
}
