/**
 * The product's database from outside: what rows there are, and a lock that lets everybody read and nobody write.
 *
 * Plain SQL over drivers that the product does not share, so that no fault of its data layer hides itself here.
 */
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import postgres from "postgres";
import { madeAsOurs } from "@relaydeck/db/testing/postgres";

export type Row = Readonly<Record<string, unknown>>;

export interface OutsideDatabase {
  readonly url: string;
  /** Runs one statement; its values are in the text, which only tests write. */
  rows(statement: string): Promise<Row[]>;
  /** Keeps every other writer waiting until it is let go. */
  hold(): Promise<() => Promise<void>>;
  /** Takes the name of a table that is still to be made, until it is let go: who makes it meanwhile waits. Postgres only. */
  claimName(table: string): Promise<() => Promise<void>>;
  /** True when a writer is seen to wait for a lock; where that cannot be seen, always true. */
  someoneWaits(): Promise<boolean>;
  close(): Promise<void>;
}

export function openDatabase(kind: "sqlite" | "postgres", folder: string): Promise<OutsideDatabase> {
  return kind === "sqlite" ? openSqlite(join(folder, "relaydeck.db")) : openPostgres();
}

async function openSqlite(file: string): Promise<OutsideDatabase> {
  // Opened at the first use: the file belongs to the product, which makes it.
  let opened: DatabaseSync | null = null;
  const connection = () => (opened ??= new DatabaseSync(file, { timeout: 10_000 }));
  return {
    url: `file:${file}`,
    rows: async (statement) => connection().prepare(statement).all(),
    async hold() {
      const holder = new DatabaseSync(file, { timeout: 10_000 });
      holder.exec("begin immediate");
      return async () => {
        holder.exec("rollback");
        holder.close();
      };
    },
    claimName: async () => async () => {},
    someoneWaits: async () => true,
    close: async () => opened?.close(),
  };
}

async function openPostgres(): Promise<OutsideDatabase> {
  const admin = process.env["RELAYDECK_TEST_POSTGRES_URL"] ?? "";
  const name = `crash_${process.pid}_${performance.now().toString(36).replace(".", "")}`;
  await onServer(admin, `create database ${name} ${madeAsOurs}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  const client = postgres(url.href, { max: 2, onnotice: () => {} });
  // Connected before it is needed: what is frozen at a point may not wait for it.
  const holder = postgres(url.href, { max: 1, onnotice: () => {}, idle_timeout: 0 });
  await holder.unsafe("select 1");
  const hold = async (statement: string) => {
    await holder.unsafe(`begin; ${statement}`);
    return async () => void (await holder.unsafe("rollback"));
  };
  return {
    url: url.href,
    rows: async (statement) => [...(await client.unsafe(statement))],
    hold: () => hold("lock table relay_commands, device_shares, email_alerts in share row exclusive mode"),
    claimName: (table) => hold(`create table ${table} (x int)`),
    async someoneWaits() {
      const [waiting] = await client.unsafe(
        "select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return Number(waiting?.["n"]) > 0;
    },
    async close() {
      await Promise.all([client.end(), holder.end()]);
      await onServer(admin, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await client.unsafe(statement);
  await client.end();
}
