/**
 * The store over Postgres: one pool, read committed, transactions repeated after a conflict.
 *
 * A write that gets no answer in `patienceMs` is refused; it stores nothing then, unless its COMMIT was on the way. [ST-2]
 */
import type { Clock } from "@relaydeck/kit/clock";
import type { Random } from "@relaydeck/kit/random";
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { pgDialect } from "../dialect/columns.ts";
import { isHealthy } from "../health.ts";
import { appendLive } from "../live/append.ts";
import { defineSchema, type Schema } from "../schema.ts";
import type { Reader, Store, StoreOptions, Tx } from "../store.ts";
import type { NewLiveEvent } from "../live/event.ts";
import { DatabaseUnavailable, driverError } from "../trouble.ts";
import { LivePump } from "./live-pump.ts";
import { migratePostgres } from "./migrate.ts";
import { Presence } from "./presence.ts";
import { postgresPrepared } from "./prepared.ts";
import { patienceMs, postgresReads, postgresWrites, withPatience, type Asked, type PostgresQueries } from "./queries.ts";
import { Turns } from "./turns.ts";

/** Tries of one transaction that others keep from committing. */
const mostTries = 10;
const channel = "relaydeck_live";
/** Least time between the end of a connection and the next try. */
const reconnectSeconds = 0.2;
/** A server that lives says of every statement within the patience at least that it gave it up; one that does not is lost. */
const silenceMs = patienceMs + 500;

const settings = {
  connect_timeout: patienceMs / 1000,
  // By itself the driver doubles the wait for each connection that was reset, ten at once are 20 s in which nobody is served.
  backoff: () => reconnectSeconds,
  onnotice: () => {},
  // The driver asks for array types in a query that nobody awaits: cut off in it, the rejection would end the process. No
  // column here is an array.
  fetch_types: false,
  // Ends an idle connection that is lost after 15 s, also the one that only listens; and no firewall forgets what it hears of.
  keep_alive: 5,
  // An answered write is on the disk, also where the server's own default is to write it later. [ST-3]
  connection: { application_name: "relaydeck", synchronous_commit: "on" },
};

const session = {
  statement_timeout: patienceMs,
  // What a lost connection locked is free again when the next one has taken its place.
  idle_in_transaction_session_timeout: silenceMs,
};

/** The server finds out too, so that lost connections do not fill it, or hold what they locked, for two hours. */
const kept = { tcp_keepalives_idle: 10, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 };

/** Between two statements of a migration; a node that was lost in one holds up the others no longer than this. */
const migrationIdleMs = 10_000;

export async function openPostgres(options: StoreOptions): Promise<Store> {
  // Migrations may be silent for long, so they have a connection of their own; and at the start no caller waits.
  const migrating = { ...settings.connection, ...kept, idle_in_transaction_session_timeout: migrationIdleMs };
  const migrator = postgres(options.url, { ...settings, connect_timeout: 10, max: 1, connection: migrating });
  await migratePostgres(migrator, options.onMigration);
  const connect = (max: number) =>
    postgres(options.url, {
      ...settings,
      max,
      silence_timeout: silenceMs / 1000,
      connection: { ...settings.connection, ...kept, ...session },
    });
  const client = connect(options.poolSize);
  // It connects when the process becomes a node, and the connection is to live as long as the process.
  const presence = new Presence(connect(1), options.clock);
  try {
    return await startStore({ client, presence }, options);
  } catch (error) {
    await client.end({ timeout: 1 });
    throw error;
  }
}

async function startStore(
  { client, presence }: { client: postgres.Sql; presence: Presence },
  { clock, random, report }: StoreOptions,
): Promise<Store> {
  const t = defineSchema(pgDialect);
  // Teaches the connections to leave JSON and dates to drizzle.
  drizzle(client);
  const read: Reader = { t, db: postgresReads(client, clock) };
  const pump = new LivePump({ read, clock, report, after: await head(read) });
  // Also called after each reconnect, when notices may have been missed.
  await client.listen(
    channel,
    () => pump.wake(),
    () => pump.wake(),
  );
  const writer = new Writer({ client, t, clock, random, report });
  return {
    dialect: "postgres",
    t,
    read,
    write: (work, options) => writer.write(work, options?.turn),
    onLive: (listener) => pump.subscribe(listener),
    liveBlindMs: () => pump.blindMs,
    join: (whenAlone) => presence.join(whenAlone),
    healthy: () => isHealthy((work) => writer.write(work), clock),
    async close() {
      await writer.close();
      await pump.stop();
      await presence.leave();
      await client.end({ timeout: 5 });
    },
  };
}

async function head({ db, t }: Reader): Promise<number> {
  const [row] = await db.select({ value: t.counters.value }).from(t.counters).where(eq(t.counters.name, "live"));
  return row?.value ?? 0;
}

interface WriterParts {
  readonly client: postgres.Sql;
  readonly t: Schema;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
}

class Writer {
  readonly #parts: WriterParts;
  readonly #running = new Set<Promise<unknown>>();
  readonly #turns = new Turns();
  #isClosed = false;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  async write<R>(work: (tx: Tx) => Promise<R>, turn?: string): Promise<R> {
    if (this.#isClosed) throw new DatabaseUnavailable("The database is closed");
    const running =
      turn === undefined ? this.#patiently(work) : this.#turns.take(turn, (before) => this.#patiently(work, before));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#running);
  }

  /** The time until its turn counts as well: who waited too long is refused, and nothing of theirs is stored late. [C2] */
  #patiently<R>(work: (tx: Tx) => Promise<R>, before?: Promise<void>): Promise<R> {
    return withPatience(this.#parts.clock, async (asked) => {
      await before;
      refuseLate(asked);
      return this.#repeatedly(work, asked);
    });
  }

  async #repeatedly<R>(work: (tx: Tx) => Promise<R>, asked: Asked): Promise<R> {
    for (let tries = 1; ; tries += 1) {
      try {
        asked.isCommitting = false;
        return await this.#once(work, asked);
      } catch (error) {
        if (tries === mostTries || asked.isLate || !isConflict(error)) throw error;
      }
    }
  }

  async #once<R>(work: (tx: Tx) => Promise<R>, asked: Asked): Promise<R> {
    const { client, t, clock, random } = this.#parts;
    const hooks: (() => void)[] = [];
    const { value } = await client.begin(async (connection) => {
      refuseLate(asked);
      const db = postgresWrites(connection);
      const live: NewLiveEvent[] = [];
      const value = await work({
        t,
        db,
        prepared: postgresPrepared(db),
        random,
        afterCommit: (fn) => void hooks.push(fn),
        live: async (events) => void live.push(...events),
      });
      await this.#append(db, live, clock.now());
      refuseLate(asked);
      asked.isCommitting = true;
      return { value };
    });
    for (const hook of hooks) this.#guarded(hook);
    return value;
  }

  async #append(db: PostgresQueries, events: readonly NewLiveEvent[], at: number): Promise<void> {
    if (events.length === 0) return;
    await appendLive({ prepared: postgresPrepared(db) }, events, at);
    await db.execute(sql`select pg_notify(${channel}, '')`);
  }

  #guarded(hook: () => void): void {
    try {
      hook();
    } catch (error) {
      this.#parts.report(error);
    }
  }
}

/** The caller has been told "not stored" already. */
function refuseLate({ isLate }: Asked): void {
  if (isLate) throw new DatabaseUnavailable("The database answered too late");
}

/** Serialisation failure or deadlock: the same work may succeed at once. */
function isConflict(error: unknown): boolean {
  const { code } = driverError(error);
  return code === "40001" || code === "40P01";
}
