/**
 * The coarse limits that a door asks before any work: reads, and requests for relay commands. [checklist section 5]
 *
 * Not here: limits that must hold exactly and over all nodes; those are counted in the database (rate-limits.ts).
 */
import type { Refusal } from "@relaydeck/contract/refusals";
import type { Clock } from "@relaydeck/kit/clock";
import type { Result } from "@relaydeck/kit/result";
import { addressKey } from "./address-key.ts";
import { limitFigures, type CountedName } from "./limit-figures.ts";
import type { SharedCounter, SharedCounts } from "./shared-counts.ts";
import { SlidingLimiter } from "./sliding-limiter.ts";

/** What a node has counted and not told the others is at most this share of a limit. [RL-2] */
const untoldShare = 0.05;

interface Counted {
  readonly limiter: SlidingLimiter;
  readonly shared: SharedCounter;
  /** Tells the others before it counts more than this on its own. */
  readonly mostUntold: number;
}

export class DoorLimits {
  readonly #shared: SharedCounts;
  readonly #users: Counted;
  readonly #addresses: Counted;
  readonly #commands: Counted;

  constructor(options: { clock: Pick<Clock, "monotonic">; factor: number; shared: SharedCounts }) {
    const { clock, factor } = options;
    const counted = (name: CountedName): Counted => {
      const { limit, windowMs } = limitFigures[name];
      const shared = options.shared.counter(name, windowMs);
      const limiter = new SlidingLimiter({ clock, limit: limit * factor, windowMs, shared });
      return { limiter, shared, mostUntold: Math.ceil(limit * factor * untoldShare) };
    };
    this.#shared = options.shared;
    this.#users = counted("readsPerUser");
    this.#addresses = counted("readsPerAddress");
    this.#commands = counted("commandRequestsPerUser");
  }

  /** One read of a user, or of an address that nobody is signed in at. */
  countRead(from: { userId: string | null; address: string }): Promise<Result<null, Refusal>> {
    return from.userId === null ? this.#take(this.#addresses, addressKey(from.address)) : this.#take(this.#users, from.userId);
  }

  /** One request to switch, repeats of a known key included. */
  countCommandRequest(userId: string): Promise<Result<null, Refusal>> {
    return this.#take(this.#commands, userId);
  }

  async #take({ limiter, shared, mostUntold }: Counted, key: string): Promise<Result<null, Refusal>> {
    if (shared.untold(key) >= mostUntold) await this.#shared.exchange();
    return limiter.take(key);
  }
}
