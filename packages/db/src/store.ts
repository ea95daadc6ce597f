/**
 * What every store function takes: a way to read, and a transaction to write in.
 *
 * One interface over SQLite and Postgres; queries are typed as Postgres and use only what both know: select, insert,
 * update, delete, `returning`, `onConflict…`, `$count`. No `execute`, no `for("update")`, no drizzle transactions.
 * Work given to `write` may run more than once (Postgres repeats it after a conflict): effects outside the database
 * belong into `afterCommit`. No network and no timers inside: on SQLite the whole site waits.
 */
import type { LiveEvent, NewLiveEvent } from "./live/event.ts";
import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import type { Random } from "@relaydeck/kit/random";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Prepared } from "./prepared.ts";
import type { Schema } from "./schema.ts";

type Queries = PgDatabase<PgQueryResultHKT>;
export type ReadDb = Pick<Queries, "select" | "selectDistinct" | "$count">;
export type Db = Pick<Queries, "select" | "selectDistinct" | "$count" | "insert" | "update" | "delete">;

/** What a reading store function takes: `store.read`, or a transaction. */
export interface Reader {
  readonly t: Schema;
  readonly db: ReadDb;
}

/** One transaction. Valid until the work it was given to has ended. */
export interface Tx extends Reader {
  readonly db: Db;
  /** The few statements of the hot path that differ by dialect. */
  readonly prepared: Prepared;
  /** For salts. */
  readonly random: Random;
  /** Runs `fn` once the transaction is durable; never when it is rolled back. */
  afterCommit(fn: () => void): void;
  /**
   * Adds events to the live log. They are appended when the work has ended, in the order given, so that the lock on
   * their numbers is the last one taken and the shortest held.
   */
  live(events: readonly NewLiveEvent[]): Promise<void>;
}

export interface Store {
  readonly dialect: "sqlite" | "postgres";
  readonly t: Schema;
  readonly read: Reader;
  /**
   * Runs `work` in one transaction and resolves when it is durable on disk. What `work` throws rolls it back and is
   * thrown on. Throws `DatabaseUnavailable` or `StorageFull` when the database cannot take it; then nothing was stored,
   * or, of a commit that got no answer, the message says that it is not known.
   *
   * Works of one `turn` begin one after the other in this process, so that those of them that lock the same row wait without
   * taking a connection. It is no lock: other processes have turns of their own. A file has one writer anyway.
   */
  write<R>(work: (tx: Tx) => Promise<R>, options?: { readonly turn: string }): Promise<R>;
  /** Committed rows of the live log, in the order of their numbers, from now on. */
  onLive(listener: (events: readonly LiveEvent[]) => void): Disposer;
  /** For how long this node could not have heard of rows that others committed, in milliseconds. */
  liveBlindMs(): number;
  /**
   * Counts this process among the nodes of the installation until it ends; to be called once. True when it is the only one:
   * then `whenAlone` has run, before any other could join, because what earlier processes had under way is nobody's any more.
   * A file has one server: sqlite/one-server.ts sees to it.
   */
  join(whenAlone: () => Promise<void>): Promise<boolean>;
  /** True when the database answers and takes writes at this moment. Never throws. */
  healthy(): Promise<boolean>;
  /** Waits for writes under way, refuses new ones, frees everything. Safe to call twice. */
  close(): Promise<void>;
}

export interface StoreOptions {
  /** `file:…` or `postgres://…`. */
  readonly url: string;
  readonly clock: Clock;
  /** The secure generator, unless a test wants another. */
  readonly random: Random;
  /** Told what a listener or an `afterCommit` threw, and trouble of background reading; must not throw. */
  readonly report: (error: unknown) => void;
  /** Told the name of each migration before it is applied to a database that is there already: with its rows it may take long. */
  readonly onMigration: (name: string) => void;
  /** Connections to Postgres; SQLite has one writer and one reader. */
  readonly poolSize: number;
}
