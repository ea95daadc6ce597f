/**
 * The lease of the one leader, on the nodes of one Postgres: taken, renewed every 3 s, over after 10 s without. [LE-1]
 *
 * Nobody compares wall clocks. The holder counts its ten seconds from before it asked, so it stops before anybody else can
 * begin; who waits takes the lease only after it has not moved for ten seconds of its own clock, or was given back. A holder
 * that was paused or cut off finds its time over before it does anything else, and the database refuses its writes by number.
 */
import { findLease, releaseLease, renewLease, takeLease, type LeaseRow } from "@relaydeck/db/cluster/leases";
import { listenerLease } from "@relaydeck/api/admin/operations/stored-facts";
import type { Tx } from "@relaydeck/db/store";
import { troubleOf } from "@relaydeck/db/trouble";
import { sleep } from "@relaydeck/kit/clock";
import { beginGap, findHeard, noteHeard, unlessBrief } from "./gap-before.ts";
import type { Duty, Leadership, LeadershipDeps } from "./leadership.ts";

const leaseMs = 10_000;
const renewEveryMs = 3_000;
/** A holder looks this often whether its time is over, and a waiter whether the lease is free. */
const lookEveryMs = 500;

interface Held {
  readonly fencing: number;
  /** Since then nobody listened, which is a gap, epoch ms; null where there is none. [C3] */
  readonly heardUntil: number | null;
  /** Monotonic. */
  readonly until: number;
}

/** The lease as it was seen, and since when it has not moved. */
interface Seen {
  readonly lease: Pick<LeaseRow, "fencing" | "beat">;
  readonly since: number;
}

export class LeaseLeadership implements Leadership {
  readonly #deps: LeadershipDeps;
  /** The end of the log before this process wrote to it, epoch ms. */
  readonly #loggedUntil: number | null;
  readonly #stopping = new AbortController();
  #held: Held | null = null;
  #seen: Seen | null = null;
  /** The lease as a process left it that is not there any more; good to take while it is that one. */
  #left: Seen["lease"] | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: LeadershipDeps, loggedUntil: number | null) {
    this.#deps = deps;
    this.#loggedUntil = loggedUntil;
  }

  holds(): boolean {
    return this.#held !== null && this.#deps.clock.monotonic() < this.#held.until;
  }

  async isConfirmed(tx: Tx): Promise<boolean> {
    return this.#held !== null && tx.prepared.holdsLease(listenerLease, this.#held.fencing);
  }

  async foundAlone(): Promise<void> {
    this.#left = await findLease(this.#deps.store.read, listenerLease);
  }

  run(duty: Duty): Promise<void> {
    this.#running = this.#loop(duty);
    return this.#running;
  }

  /** The lease is let go, so that the next one need not wait. [BP-2] */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #loop(duty: Duty): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const held = await this.#tried(() => this.#take());
      if (held !== null) await this.#lead(held, duty);
      else {
        duty.standBy();
        await sleep(this.#deps.clock, lookEveryMs, signal);
      }
    }
  }

  async #lead(held: Held, duty: Duty): Promise<void> {
    const { log } = this.#deps;
    this.#held = held;
    log.info("leader.began", { fencing: held.fencing });
    duty.begin(held.heardUntil);
    const isLost = await this.#keep(duty);
    const heardAt = duty.heardAt();
    this.#held = isLost ? null : this.#held;
    await duty.end();
    this.#held = null;
    if (isLost) log.error("leader.lost", { fencing: held.fencing, action: "Another node takes over" });
    else await this.#tried(() => this.#release(held, heardAt));
  }

  /** Renews until it is lost (true) or the process stops. */
  async #keep(duty: Duty): Promise<boolean> {
    const { clock } = this.#deps;
    const { signal } = this.#stopping;
    let renewAt = clock.monotonic() + renewEveryMs;
    let renewing: Promise<void> | null = null;
    while (!signal.aborted) {
      if (!this.holds()) return true;
      if (renewing === null && clock.monotonic() >= renewAt) {
        renewAt = clock.monotonic() + renewEveryMs;
        // Not awaited: a database that does not answer must not keep the end from being seen.
        renewing = this.#renew(duty.heardAt()).finally(() => {
          renewing = null;
        });
      }
      await sleep(clock, lookEveryMs, signal);
    }
    await renewing;
    return false;
  }

  async #renew(heardAt: number | null): Promise<void> {
    const { store, clock } = this.#deps;
    const held = this.#held;
    if (held === null) return;
    const asked = clock.monotonic();
    const renewal = { name: listenerLease, fencing: held.fencing, now: clock.now(), lastsMs: leaseMs };
    const renew = async (tx: Tx) => {
      const isRenewed = await renewLease(tx, renewal);
      if (isRenewed) await noteHeard(tx, heardAt);
      return isRenewed;
    };
    const isOurs = await this.#tried(() => store.write(renew));
    // Without an answer it may have been renewed or not: the time that is certain goes on.
    if (isOurs === null || this.#held?.fencing !== held.fencing) return;
    this.#held = isOurs ? { ...held, until: asked + leaseMs } : { ...held, until: asked };
  }

  async #take(): Promise<Held | null> {
    const { store, clock, random, holder } = this.#deps;
    const lease = await findLease(store.read, listenerLease);
    const isLeft = lease !== null && isSame(lease, this.#left);
    const isFree = lease === null || lease.holder === "" || isLeft || this.#isSilent(lease);
    if (!isFree) return null;
    const asked = clock.monotonic();
    const now = clock.now();
    const take = { name: listenerLease, holder, seen: lease, now, lastsMs: leaseMs };
    const isTakeOver = lease !== null && !isLeft;
    return store.write(async (tx) => {
      const taken = await takeLease(tx, take);
      if (taken === null) return null;
      const noted = (await findHeard(tx)) ?? lease?.renewedAt ?? this.#loggedUntil;
      // By the clock of another process, which may be a little ahead of this one.
      const heardBefore = noted === null ? null : Math.min(noted, now);
      // A take-over is a gap however short it was: the cloud replays nothing, and who looks on noticed no stop. [C3]
      const heardUntil = await beginGap(tx, random, isTakeOver ? heardBefore : unlessBrief(heardBefore, now));
      return { fencing: taken.fencing, heardUntil, until: asked + leaseMs };
    });
  }

  /** It has not moved for the whole time of a lease. */
  #isSilent(lease: LeaseRow): boolean {
    const now = this.#deps.clock.monotonic();
    if (!isSame(lease, this.#seen?.lease)) this.#seen = { lease, since: now };
    return now - (this.#seen?.since ?? now) >= leaseMs;
  }

  #release({ fencing }: Held, heardAt: number | null): Promise<void> {
    return this.#deps.store.write(async (tx) => {
      if (await releaseLease(tx, { name: listenerLease, fencing })) await noteHeard(tx, heardAt);
    });
  }

  /** Null when the database could not be asked: the next look tries again. */
  async #tried<R>(work: () => Promise<R>): Promise<R | null> {
    try {
      return await work();
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === null) throw error;
      this.#deps.log.warn("leader.database-trouble", { reason: trouble.message });
      return null;
    }
  }
}

/** Nobody has taken or renewed it between. */
function isSame(lease: Seen["lease"], seen: Seen["lease"] | null | undefined): boolean {
  return seen?.fencing === lease.fencing && seen.beat === lease.beat;
}
