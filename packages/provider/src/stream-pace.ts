/**
 * When the event stream may be opened again: jittered waits that grow, minutes when the cloud says so, and a hard bound on
 * openings that holds whatever else goes wrong. [checklist 17]
 */
import { Backoff } from "@relaydeck/kit/backoff";
import type { Clock } from "@relaydeck/kit/clock";
import type { Random } from "@relaydeck/kit/random";
import type { StreamEnd } from "./event-listening.ts";
import type { StreamLimits } from "./stream-limits.ts";
import { SlidingWindow } from "./sliding-window.ts";
import { probeEveryMs, type TokenGate } from "./token-gate.ts";

export class StreamPace {
  readonly #gate: TokenGate | undefined;
  readonly #limits: StreamLimits;
  readonly #opens: SlidingWindow;
  readonly #afterBreak: Backoff;
  readonly #afterBusy: Backoff;

  constructor(deps: { clock: Clock; random: Random; gate?: TokenGate }, limits: StreamLimits) {
    this.#gate = deps.gate;
    this.#limits = limits;
    this.#opens = new SlidingWindow(deps.clock, limits.opensWithin);
    const { random } = deps;
    this.#afterBreak = new Backoff({ baseMs: limits.firstWait, maxMs: limits.longestWait, random });
    this.#afterBusy = new Backoff({ baseMs: limits.firstBusyWait, maxMs: limits.longestBusyWait, random });
  }

  waitBeforeFirst(): number {
    return this.waitForRoom();
  }

  /** Takes one opening; false when it must wait for `waitForRoom`. */
  take(): boolean {
    if (this.#opens.roomInMs(this.#limits.opens) > 0) return false;
    if (this.#gate?.take() === false) return false;
    this.#opens.add();
    return true;
  }

  waitForRoom(): number {
    return Math.max(this.#opens.roomInMs(this.#limits.opens), this.#gate?.waitMs() ?? 0);
  }

  waitAfter(end: StreamEnd): number {
    if (end.kind === "broken" && end.livedMs >= this.#limits.stableAfter) {
      this.#afterBreak.reset();
      this.#afterBusy.reset();
    }
    return Math.max(this.#waitFor(end), this.waitForRoom());
  }

  #waitFor(end: StreamEnd): number {
    switch (end.kind) {
      case "busy":
        return Math.max(this.#afterBusy.nextMs(), (end.retryAfterSeconds ?? 0) * 1_000);
      case "token-refused":
        return Math.max(this.#afterBreak.nextMs(), probeEveryMs);
      case "broken":
      case "not-opened":
        return this.#afterBreak.nextMs();
    }
  }
}
