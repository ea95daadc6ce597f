import type { Clock } from "@relaydeck/kit/clock";
import type { Limits } from "./settings.ts";

/** Ten wrong passwords in a row block logging in for half an hour. [dialect section 4] */
export class LoginGuard {
  readonly #clock: Clock;
  readonly #limits: Limits;
  #failures = 0;
  #blockedUntil = 0;

  constructor(clock: Clock, limits: Limits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Seconds until logging in is possible again; 0 = now. */
  get blockedForSeconds(): number {
    return Math.max(0, Math.ceil((this.#blockedUntil - this.#clock.monotonic()) / 1000));
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures < this.#limits.failedLogins) return;
    this.#failures = 0;
    this.#blockedUntil = this.#clock.monotonic() + this.#limits.loginBlockMs;
  }
}
