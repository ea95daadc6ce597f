/**
 * The store over one SQLite file: a writer behind group commit, a read-only connection for everything else.
 *
 * Every commit is synced to disk before it is answered (WAL, synchronous=FULL). [ST-3]
 */
import { Feed } from "@relaydeck/kit/feed";
import type { Clock } from "@relaydeck/kit/clock";
import { sqliteDialect } from "../dialect/columns.ts";
import { isHealthy } from "../health.ts";
import { appendLive } from "../live/append.ts";
import { defineSchema } from "../schema.ts";
import type { Store, StoreOptions, Tx } from "../store.ts";
import type { LiveEvent, NewLiveEvent } from "../live/event.ts";
import { filePath, openFile } from "./file.ts";
import { GroupCommit, type Member } from "./group-commit.ts";
import { sqlitePrepared } from "./prepared.ts";
import { sqliteQueries } from "./queries.ts";

export async function openSqlite(options: StoreOptions): Promise<Store> {
  const { url, clock, random, report } = options;
  const { writer, reader } = await openFile(filePath(url), options);
  const t = defineSchema(sqliteDialect);
  const feed = new Feed<readonly LiveEvent[]>();
  const group = new GroupCommit({
    connection: writer,
    clock,
    report,
    onCommitted: (members) => tell(members, feed),
  });
  const base = { t, db: sqliteQueries(writer), prepared: sqlitePrepared(writer), random };

  function write<R>(work: (tx: Tx) => Promise<R>): Promise<R> {
    return new Promise((resolve, reject) => {
      group.add(new Write({ base, clock, work, resolve, reject }));
    });
  }

  return {
    dialect: "sqlite",
    t,
    read: { t, db: sqliteQueries(reader) },
    write,
    onLive: (listener) => feed.subscribe(listener),
    // Who commits here tells it here.
    liveBlindMs: () => 0,
    async join(whenAlone) {
      await whenAlone();
      return true;
    },
    healthy: () => isHealthy(write, clock),
    async close() {
      await group.close();
      reader.close();
      writer.close();
    },
  };
}

interface WriteParts<R> {
  readonly base: Pick<Tx, "t" | "db" | "prepared" | "random">;
  readonly clock: Clock;
  readonly work: (tx: Tx) => Promise<R>;
  readonly resolve: (value: R) => void;
  readonly reject: (error: unknown) => void;
}

/** One write on its way through a group. */
class Write<R> implements Member {
  readonly #parts: WriteParts<R>;
  readonly #hooks: (() => void)[] = [];
  #answer: { value: R } | null = null;
  events: readonly LiveEvent[] = [];

  constructor(parts: WriteParts<R>) {
    this.#parts = parts;
  }

  async work(): Promise<void> {
    const { base, clock, work } = this.#parts;
    const live: NewLiveEvent[] = [];
    const value = await work({
      ...base,
      afterCommit: (fn) => void this.#hooks.push(fn),
      live: async (events) => void live.push(...events),
    });
    this.events = await appendLive(base, live, clock.now());
    this.#answer = { value };
  }

  committed(): void {
    for (const hook of this.#hooks) hook();
    if (this.#answer !== null) this.#parts.resolve(this.#answer.value);
  }

  refused(error: unknown): void {
    this.#parts.reject(error);
  }
}

function tell(members: readonly Member[], feed: Feed<readonly LiveEvent[]>): void {
  const events = members.flatMap((member) => (member instanceof Write ? member.events : []));
  if (events.length > 0) feed.emit(events);
}
