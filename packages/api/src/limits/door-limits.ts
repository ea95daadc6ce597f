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
import { SlidingLimiter } from "./sliding-limiter.ts";

export class DoorLimits {
  readonly #users: SlidingLimiter;
  readonly #addresses: SlidingLimiter;
  readonly #commands: SlidingLimiter;

  constructor(options: { clock: Pick<Clock, "monotonic">; factor: number }) {
    const { clock, factor } = options;
    const limiter = (name: CountedName) => {
      const { limit, windowMs } = limitFigures[name];
      return new SlidingLimiter({ clock, limit: limit * factor, windowMs });
    };
    this.#users = limiter("readsPerUser");
    this.#addresses = limiter("readsPerAddress");
    this.#commands = limiter("commandRequestsPerUser");
  }

  /** One read of a user, or of an address that nobody is signed in at. */
  countRead(from: { userId: string | null; address: string }): Result<null, Refusal> {
    return from.userId === null ? this.#addresses.take(addressKey(from.address)) : this.#users.take(from.userId);
  }

  /** One request to switch, repeats of a known key included. */
  countCommandRequest(userId: string): Result<null, Refusal> {
    return this.#commands.take(userId);
  }
}
