/**
 * The governor of calls: stays below the cloud's 10,000 calls per five minutes, and gives way in order. [C14, BP-1]
 *
 * Background work stops first, then reads, commands last. After a 429 only commands still try. [checklist 17]
 */
import type { Clock } from "@relaydeck/kit/clock";
import { err, ok, type Result } from "@relaydeck/kit/result";
import { SlidingWindow } from "./sliding-window.ts";

export type CallClass = "command" | "read" | "background";

export interface Withheld {
  readonly reason: string;
  readonly retryAfterSeconds: number;
}

/** The cloud's limit over all routes, per address. */
const callsPerWindow = 10_000;
export const callWindowSeconds = 300;

/** How full the window may be for one more call; the last fifty stay free, because our window and the cloud's differ a little. */
const shares: Readonly<Record<CallClass, number>> = { command: 0.995, read: 0.9, background: 0.8 };

/** Reads rest this long after a 429 that names no time, and never longer than the second figure. */
const defaultPauseSeconds = 30;
export const longestPauseSeconds = 300;
/** The end of a pause elsewhere may lie this much further ahead, by a clock here that is behind; they agree within a second. */
const clocksApartMs = 5_000;

/** Serial look-ups per hour; the cloud allows 50 per account. [D30] */
export const serialLookupsPerHour = 40;

/** Other processes that call with the same token. */
export interface Elsewhere {
  /** Calls that they made in the last five minutes. */
  used(): number;
  /** Reads rest there until then after a 429, epoch ms; 0 or past: they do not. */
  pausedUntil(): number;
  /** Reads rest here until then, epoch ms. */
  tellPause(until: number): void;
}

const nobody: Elsewhere = { used: () => 0, pausedUntil: () => 0, tellPause() {} };

export class Budget {
  readonly max: number;
  readonly #clock: Clock;
  readonly #calls: SlidingWindow;
  readonly #serials: SlidingWindow;
  readonly #elsewhere: Elsewhere;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, max = callsPerWindow, elsewhere = nobody) {
    this.max = max;
    this.#elsewhere = elsewhere;
    this.#clock = clock;
    this.#calls = new SlidingWindow(clock, callWindowSeconds * 1_000);
    this.#serials = new SlidingWindow(clock, 3_600_000);
  }

  used(): number {
    return this.#calls.used() + this.#elsewhere.used();
  }

  /** May a call of this class start now? Counts nothing. */
  ask(of: CallClass): Result<true, Withheld> {
    const pausedForMs = Math.max(this.#pausedUntil - this.#clock.monotonic(), this.#pausedElsewhereMs());
    if (of !== "command" && pausedForMs > 0) return withheld("the device cloud asked us to slow down", pausedForMs);
    const waitMs = this.#calls.roomInMs(Math.floor(this.max * shares[of]) - this.#elsewhere.used());
    return waitMs === 0 ? ok(true) : withheld("the call budget of the device cloud is used up", waitMs);
  }

  /** Do reads rest, because the cloud asked for it or because most calls of the window are made? */
  isSlowedDown(): boolean {
    return !this.ask("read").ok;
  }

  askSerialLookUp(): Result<true, Withheld> {
    const waitMs = this.#serials.roomInMs(serialLookupsPerHour);
    return waitMs === 0 ? ok(true) : withheld("the serial number look-ups of this hour are used up", waitMs);
  }

  /** Counts a call that leaves now. */
  count(): void {
    this.#calls.add();
  }

  countSerialLookUp(): void {
    this.#serials.add();
  }

  /** The cloud answered 429. */
  slowDown(retryAfterSeconds = defaultPauseSeconds): void {
    const pauseMs = Math.min(retryAfterSeconds, longestPauseSeconds) * 1_000;
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.monotonic() + pauseMs);
    this.#elsewhere.tellPause(this.#clock.now() + pauseMs);
  }

  /** A pause longer than there is one comes of a wall clock that jumped back. [TI-1] */
  #pausedElsewhereMs(): number {
    const pausedForMs = this.#elsewhere.pausedUntil() - this.#clock.now();
    return pausedForMs > longestPauseSeconds * 1_000 + clocksApartMs ? 0 : pausedForMs;
  }
}

function withheld(reason: string, waitMs: number): Result<never, Withheld> {
  return err({ reason, retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
