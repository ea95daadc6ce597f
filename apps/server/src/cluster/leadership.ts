/** Whether this process leads the installation, and what it does while it does. */
import { soleLead, type Lead } from "@relaydeck/api/cluster/lead";
import { newestLiveAt } from "@relaydeck/db/live/read";
import type { Store, Tx } from "@relaydeck/db/store";
import type { Clock } from "@relaydeck/kit/clock";
import type { Log } from "@relaydeck/kit/log";
import { gapFrom, unlessBrief } from "./gap-before.ts";
import { LeaseLeadership } from "./lease-leadership.ts";

/** What the leader does, and only the leader. */
export interface Duty {
  /** `heardUntil`: since then nobody listened, which is a gap, epoch ms; null where there is none. [C3] */
  begin(heardUntil: number | null): void;
  /** Nothing of it goes on afterwards. */
  end(): Promise<void>;
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
  readonly log: Log;
  /** Name of this process, as the operations page shows it. */
  readonly holder: string;
}

/** A file has one process, which leads; the nodes of one Postgres have a lease. To be opened before anything is written. */
export async function openLeadership(deps: LeadershipDeps): Promise<Leadership> {
  if (deps.store.dialect === "postgres") return new LeaseLeadership(deps);
  const { store, clock } = deps;
  // The log is written every few seconds while somebody listens, so its end is where the listening ended. [C3]
  const heardUntil = unlessBrief(await newestLiveAt(store.read), clock.now());
  return new SoleLeadership(await gapFrom(store.read, heardUntil));
}

class SoleLeadership implements Leadership {
  readonly #heardUntil: number | null;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(heardUntil: number | null) {
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
    const stopped = new Promise((resolve) => this.#stopping.signal.addEventListener("abort", resolve, { once: true }));
    this.#running = stopped.then(() => duty.end());
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }
}
