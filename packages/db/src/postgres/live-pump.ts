/**
 * Brings the committed rows of the live log to this node's listeners, in the order of their numbers.
 *
 * A notice only wakes: rows are always read by number, so a lost notice costs latency and never an event, and this
 * node's own events take the same way as everybody's. [architecture section 6]
 */
import { every, type Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import { Feed } from "@relaydeck/kit/feed";
import { asc, gt } from "drizzle-orm";
import type { Reader } from "../store.ts";
import type { LiveEvent } from "../live/event.ts";

/** How long a lost notice can delay an event, in milliseconds. [SE-5] */
const pollEveryMs = 500;
const rowsPerRead = 1_000;

interface PumpOptions {
  readonly read: Reader;
  readonly clock: Clock;
  /** The last number that listeners need not hear. */
  readonly after: number;
  readonly report: (error: unknown) => void;
}

export class LivePump {
  readonly #options: PumpOptions;
  readonly #feed = new Feed<readonly LiveEvent[]>();
  readonly #stopPolling: Disposer;
  #last: number;
  #readAt: number;
  #isAsked = false;
  #reading: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: PumpOptions) {
    this.#options = options;
    this.#last = options.after;
    this.#readAt = options.clock.monotonic();
    this.#stopPolling = every(options.clock, pollEveryMs, () => this.wake());
  }

  subscribe(listener: (events: readonly LiveEvent[]) => void): Disposer {
    return this.#feed.subscribe(listener);
  }

  /** So old is what was read to its end last, in milliseconds; at rest it is asked for twice a second. */
  get blindMs(): number {
    return this.#options.clock.monotonic() - this.#readAt;
  }

  /** Something may be new. Cheap to call often. */
  wake(): void {
    this.#isAsked = true;
    if (!this.#isStopped) this.#reading ??= this.#readAll();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopPolling();
    await this.#reading;
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#isAsked && !this.#isStopped) {
        this.#isAsked = false;
        const askedAt = this.#options.clock.monotonic();
        const rows = await this.#readNext();
        // What stands behind a full page is not known yet.
        if (rows.length === rowsPerRead) this.#isAsked = true;
        else this.#readAt = askedAt;
        this.#last = rows.at(-1)?.number ?? this.#last;
        if (rows.length > 0) this.#feed.emit(rows);
      }
    } catch (error) {
      // The poll tries again; `healthy()` says that the database is gone.
      this.#options.report(error);
    } finally {
      this.#reading = null;
    }
  }

  #readNext(): Promise<LiveEvent[]> {
    const { db, t } = this.#options.read;
    return db
      .select()
      .from(t.liveEvents)
      .where(gt(t.liveEvents.number, this.#last))
      .orderBy(asc(t.liveEvents.number))
      .limit(rowsPerRead);
  }
}
