/**
 * How many reads may be under way at once: commands always find a connection, however many silent devices are being read.
 * [BP-1]
 */
import type { Clock } from "@relaydeck/kit/clock";

export type LaneEntry = "entered" | "full" | "too-late" | "aborted";

export class Lanes {
  readonly #clock: Clock;
  readonly #limits: { readonly atOnce: number; readonly waitingAtMost: number };
  #inside = 0;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock, limits: { readonly atOnce: number; readonly waitingAtMost: number }) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Waits for a lane, first come first served. Who `entered` must `leave`. */
  enter(withinMs: number, signal?: AbortSignal): LaneEntry | Promise<LaneEntry> {
    if (signal?.aborted === true) return "aborted";
    if (this.#inside < this.#limits.atOnce) {
      this.#inside += 1;
      return "entered";
    }
    if (this.#waiting.size >= this.#limits.waitingAtMost) return "full";
    return new Promise((resolve) => {
      const end = (how: LaneEntry) => {
        this.#waiting.delete(enter);
        stopTimer();
        signal?.removeEventListener("abort", abort);
        resolve(how);
      };
      const enter = () => end("entered");
      const abort = () => end("aborted");
      const stopTimer = this.#clock.after(withinMs, () => end("too-late"));
      signal?.addEventListener("abort", abort, { once: true });
      this.#waiting.add(enter);
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    // The lane passes on without becoming free in between.
    if (next === undefined) this.#inside -= 1;
    else next();
  }
}
