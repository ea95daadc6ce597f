/**
 * At most four password hashes at once; a bounded number waits in order, more are refused. [PW-5]
 *
 * A hash costs 19 MiB and some 20 ms of a core, so without a bound a burst of sign-ins would starve everything else.
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { ok, type Result } from "@relaydeck/kit/result";
import { availableParallelism } from "node:os";

/** Hashes that run at once: never more than four, and never more than cores, or the event loop would wait for its turn. */
export const hashesAtOnce = Math.min(4, availableParallelism());
/** Callers that may wait for a hash; about three seconds of work. */
export const waitingHashes = 256;

export class HashGate {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #limits: { atOnce: number; waiting: number };

  constructor(limits = { atOnce: hashesAtOnce, waiting: waitingHashes }) {
    this.#limits = limits;
  }

  /** Runs `work` when a place is free; refused at once when too many wait. What `work` throws is thrown on. */
  async run<T>(work: () => Promise<T>): Promise<Result<T, Refusal>> {
    if (this.#running >= this.#limits.atOnce) {
      if (this.#waiting.length >= this.#limits.waiting) return overloaded;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    } else {
      this.#running += 1;
    }
    try {
      return ok(await work());
    } finally {
      this.#leave();
    }
  }

  /** Hands the place to the one who waited longest, so that nobody can slip in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }
}

const overloaded = refuse("OVERLOADED", { message: "The server is busy. Try again in a moment.", retryAfterSeconds: 2 });
