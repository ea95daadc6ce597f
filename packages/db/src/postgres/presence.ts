/**
 * Which processes are nodes of this installation at this moment: each holds a shared lock on a session of its own, and the
 * database frees it with the session, however the process ended. No clock is asked.
 */
import { every, type Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import type postgres from "postgres";

/** Key of the lock; any number that nothing else here locks. */
const lockKey = 7_325_293;
/** How soon a node whose session was lost is counted again. */
const holdEveryMs = 3_000;

export class Presence {
  readonly #session: postgres.Sql;
  readonly #clock: Clock;
  #stopHolding: Disposer = () => {};

  /** `session`: one connection that is used for nothing else. */
  constructor(session: postgres.Sql, clock: Clock) {
    this.#session = session;
    this.#clock = clock;
  }

  /** Counts this process from now on. Where no other one is there, `whenAlone` runs first, and nobody joins meanwhile. */
  async join(whenAlone: () => Promise<void>): Promise<boolean> {
    const [only] = await this.#session<{ held: boolean }[]>`select pg_try_advisory_lock(${lockKey}) as held`;
    const isAlone = only?.held === true;
    if (isAlone) await whenAlone();
    await this.#hold();
    if (isAlone) await this.#session`select pg_advisory_unlock(${lockKey})`;
    this.#stopHolding = every(this.#clock, holdEveryMs, () =>
      // The store says what is wrong with the database; here it is only tried again.
      this.#hold().catch(() => {}),
    );
    return isAlone;
  }

  async leave(): Promise<void> {
    this.#stopHolding();
    await this.#session.end({ timeout: 1 });
  }

  async #hold(): Promise<void> {
    await this.#session`
      select pg_advisory_lock_shared(${lockKey}) where not exists (
        select 1 from pg_locks
        where locktype = 'advisory' and mode = 'ShareLock' and pid = pg_backend_pid() and objid = ${lockKey}
      )`;
  }
}
