/** Whether this process leads the installation, and what it does while it does. */
import { soleLead, type Lead } from "@relaydeck/api/cluster/lead";
import { newestLiveAt } from "@relaydeck/db/live/read";
import type { Store, Tx } from "@relaydeck/db/store";
import { findOpenGap } from "@relaydeck/db/telemetry/gaps";
import { troubleOf } from "@relaydeck/db/trouble";
import { every, type Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import type { Random } from "@relaydeck/kit/random";
import { beginGap, findHeard, noteHeard, unlessBrief } from "./gap-before.ts";
import { LeaseLeadership } from "./lease-leadership.ts";

/** What the leader does, and only the leader. */
export interface Duty {
  /** `heardUntil`: since then nobody listened, which is a gap, epoch ms; null where there is none. [C3] */
  begin(heardUntil: number | null): void;
  /** Nothing of it goes on afterwards. */
  end(): Promise<void>;
  /** When the cloud was heard last, epoch ms; null: not since it began. */
  heardAt(): number | null;
  /** Another node leads, or may do so; also said over and over. */
  standBy(): void;
}

export interface Leadership extends Lead {
  /** To be called while no other process is there and none can join: the lead of an earlier one need not run out then. */
  foundAlone(): Promise<void>;
  /** Does the duty whenever this process leads, until `stop`. */
  run(duty: Duty): Promise<void>;
  /** Ends the duty first, so that the next leader finds nothing half-done. */
  stop(): Promise<void>;
}

export interface LeadershipDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Name of this process, as the operations page shows it. */
  readonly holder: string;
}

/** A file has one process, which leads; the nodes of one Postgres have a lease. To be opened before anything is written. */
export async function openLeadership(deps: LeadershipDeps): Promise<Leadership> {
  const { store, clock } = deps;
  // Where nobody noted since when nobody listens, as after a restore, the end of the log is the nearest to it. [C3]
  const loggedUntil = await newestLiveAt(store.read);
  if (store.dialect === "postgres") return new LeaseLeadership(deps, loggedUntil);
  const heardUntil = unlessBrief((await findHeard(store.read)) ?? loggedUntil, clock.now());
  return new SoleLeadership(deps, await gapAtStart(deps, heardUntil));
}

/** Often enough that after a kill no time is missing that anybody minds. */
const noteHeardEveryMs = 10_000;

async function gapAtStart({ store, random, log }: LeadershipDeps, heardUntil: number | null): Promise<number | null> {
  try {
    return await store.write((tx) => beginGap(tx, random, heardUntil));
  } catch (error) {
    // A full disk keeps nobody from reading. The first byte notes the gap, once there is room, or ends the one that is open. [ST-1]
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    log.warn("leader.database-trouble", { reason: trouble.message });
    return (await findOpenGap(store.read))?.from ?? heardUntil;
  }
}

class SoleLeadership implements Leadership {
  readonly #deps: LeadershipDeps;
  readonly #heardUntil: number | null;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #notedAt: number | null = null;

  constructor(deps: LeadershipDeps, heardUntil: number | null) {
    this.#deps = deps;
    this.#heardUntil = heardUntil;
  }

  holds(): boolean {
    return soleLead.holds();
  }

  isConfirmed(tx: Tx): Promise<boolean> {
    return soleLead.isConfirmed(tx);
  }

  async foundAlone(): Promise<void> {}

  run(duty: Duty): Promise<void> {
    duty.begin(this.#heardUntil);
    const stopNoting = every(this.#deps.clock, noteHeardEveryMs, () => this.#noteHeard(duty.heardAt()));
    const stopped = new Promise((resolve) => this.#stopping.signal.addEventListener("abort", resolve, { once: true }));
    this.#running = stopped.then(async () => {
      stopNoting();
      const heardAt = duty.heardAt();
      await duty.end();
      await this.#noteHeard(heardAt);
    });
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #noteHeard(at: number | null): Promise<void> {
    if (at === null || at === this.#notedAt) return;
    try {
      await this.#deps.store.write((tx) => noteHeard(tx, at));
      this.#notedAt = at;
    } catch (error) {
      // The next beat notes it; a database in trouble is said elsewhere.
      this.#deps.log.warn("leader.heard-not-noted", { error: String(error) });
    }
  }
}
