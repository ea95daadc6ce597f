/**
 * One shared tick for everything that shows an age, on the clock of the server: the machine's own clock plus the offset that
 * the last snapshot told. Runs only while somebody listens. [D53]
 */
import { every, type Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import { Feed } from "@relaydeck/kit/feed";

const tickMs = 1_000;
const unhurriedTicks = 10;

export class Ticker {
  readonly #clock: Clock;
  readonly #offsetMs: number;
  #feed = new Feed<void>();
  #stop: Disposer | undefined;
  #nextPhase = 0;

  /** `offsetMs`: server time minus machine time. */
  constructor(clock: Clock, offsetMs: number) {
    this.#clock = clock;
    this.#offsetMs = offsetMs;
  }

  /** Now on the server's clock, epoch milliseconds. */
  now(): number {
    return this.toServer(this.#clock.now());
  }

  /** An instant that the machine's clock told, on the server's. */
  toServer(machineAt: number): number {
    return machineAt + this.#offsetMs;
  }

  /** The same for what nobody sees: called every ten seconds, each listener at its own one of ten ticks, so that no tick is long. [A16] */
  readonly unhurried = {
    now: (): number => this.now(),
    subscribe: (listener: () => void): Disposer => {
      let ticks = this.#nextPhase++ % unhurriedTicks;
      return this.subscribe(() => {
        ticks += 1;
        if (ticks % unhurriedTicks === 0) listener();
      });
    },
  };

  /** Called once a second until disposed; the first listener starts the timer, the last one stops it. */
  subscribe(listener: () => void): Disposer {
    const leave = this.#feed.subscribe(listener);
    this.#stop ??= every(this.#clock, tickMs, () => this.#feed.emit());
    return () => {
      leave();
      if (this.#feed.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }
}
