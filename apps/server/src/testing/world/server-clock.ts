/**
 * The server's clock inside a world: timers and the monotonic reading are the world's, the wall clock may be wrong.
 *
 * A crash takes the timers with it. The wall clock belongs to the machine, so its error outlives the server. [TI-1]
 */
import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";

/** How far the machine's wall clock is from the true time, in milliseconds. */
export interface WallError {
  ms: number;
}

export class ServerClock implements Clock {
  readonly #world: Clock;
  readonly #wall: WallError;
  readonly #timers = new Set<Disposer>();
  #isDead = false;

  constructor(world: Clock, wall: WallError) {
    this.#world = world;
    this.#wall = wall;
  }

  /** Whole milliseconds, as a machine's wall clock gives them; a half round trip may end between two. */
  now(): number {
    return Math.floor(this.#world.now()) + this.#wall.ms;
  }

  monotonic(): number {
    return this.#world.monotonic();
  }

  after(delayMs: number, fn: () => void): Disposer {
    if (this.#isDead) return () => {};
    const stop = this.#world.after(delayMs, () => {
      this.#timers.delete(stop);
      fn();
    });
    this.#timers.add(stop);
    return () => {
      this.#timers.delete(stop);
      stop();
    };
  }

  /** No timer fires any more, and none is set. */
  die(): void {
    this.#isDead = true;
    for (const stop of this.#timers) stop();
    this.#timers.clear();
  }
}
