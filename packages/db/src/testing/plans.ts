/** How a database means to answer what is asked of it, in its own words. What to think of that: efforts.ts. */
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { pgDialect, sqliteDialect } from "../dialect/columns.ts";
import { defineSchema } from "../schema.ts";
import { openConnection } from "../sqlite/connection.ts";
import { filePath } from "../sqlite/file.ts";
import { sqliteQueries } from "../sqlite/queries.ts";
import type { Tx } from "../store.ts";

export interface Plan {
  readonly text: string;
  /** In the database's own words. */
  readonly lines: readonly string[];
}

export interface Explained {
  /** Able to write, so that also what stores or removes can be asked what it looks for. */
  readonly read: Pick<Tx, "t" | "db">;
  /** Statements sent since the opening; on SQLite, where nothing is sent, those made. */
  sent(): number;
  /** The plan of each question since the opening. */
  plans(): Promise<readonly Plan[]>;
  /** How those of them that go by an index would be answered if it were not there. */
  plansWithout(index: string): Promise<readonly Plan[]>;
  close(): Promise<void>;
}

/** With dear sorts Postgres shows where it cannot do without one; else it sorts the few rows of a test. */
export function openExplained(url: string, { areSortsDear = false } = {}): Explained {
  return url.startsWith("file:") ? explainedSqlite(url) : explainedPostgres(url, areSortsDear);
}

function explainedSqlite(url: string): Explained {
  const connection = openConnection(filePath(url));
  const prepare = connection.prepare.bind(connection);
  const asked = new Set<string>();
  let sent = 0;
  connection.prepare = ((text: string) => {
    asked.add(text);
    sent += 1;
    return prepare(text);
  }) as typeof connection.prepare;
  // Not by a statement that the connection remembers: that one keeps the plan with which it was made.
  const prepareAnew = Database.prototype.prepare.bind(connection);
  const planOf = (text: string): Plan => {
    const rows = prepareAnew<null[], { detail: string }>(`explain query plan ${text}`).all(...nothingFor(text));
    return { text, lines: rows.map(({ detail }) => detail) };
  };
  const plans = () => [...asked].map(planOf);
  return {
    read: { t: defineSchema(sqliteDialect), db: sqliteQueries(connection) },
    sent: () => sent,
    plans: async () => plans(),
    async plansWithout(index) {
      const by = plans().filter((plan) => goesBy(plan, index));
      connection.exec(`begin; drop index ${index}`);
      try {
        return by.map(({ text }) => planOf(text));
      } finally {
        connection.exec("rollback");
      }
    },
    close: async () => void connection.close(),
  };
}

function goesBy({ lines }: Plan, index: string): boolean {
  return lines.some((line) => line.split(" ").includes(index));
}

/** A value for each place of a statement; a plan is made without looking at them. */
function nothingFor(text: string): null[] {
  return Array.from(text.matchAll(/\?/g), () => null);
}

/**
 * With sequential scans made dear, one that is planned all the same has no index to go by. Rows are counted before, as usual, and
 * a table with any rows passes for one of a thousand: of the few of a test, all of an index costs as much as the five that are
 * asked for. Only a superuser may say so.
 */
function explainedPostgres(url: string, areSortsDear: boolean): Explained {
  const sorts = areSortsDear ? { enable_sort: "off", enable_incremental_sort: "off" } : {};
  const dear = { enable_seqscan: "off", ...sorts };
  const client = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false, connection: dear });
  const asked = new Map<string, unknown[]>();
  let sent = 0;
  const logQuery = (text: string, values: unknown[]) => {
    sent += 1;
    if (!asked.has(text)) asked.set(text, values);
  };
  const planOf = async (text: string): Promise<Plan> => {
    const values = (asked.get(text) ?? []) as (string | number)[];
    const rows = await client.unsafe<{ "QUERY PLAN": string }[]>(`explain ${text}`, values);
    return { text, lines: rows.map((row) => row["QUERY PLAN"].trim()) };
  };
  let known: readonly Plan[] = [];
  return {
    read: { t: defineSchema(pgDialect), db: drizzle(client, { casing: "snake_case", logger: { logQuery } }) },
    sent: () => sent,
    async plans() {
      await client.unsafe("vacuum analyze");
      await client.unsafe(
        `update pg_class set reltuples = 1000
          where relkind = 'r' and reltuples between 1 and 999 and relnamespace = 'public'::regnamespace`,
      );
      known = await Promise.all([...asked.keys()].map(planOf));
      return known;
    },
    async plansWithout(index) {
      const by = known.filter((plan) => goesBy(plan, index));
      await client.unsafe(`begin; drop index ${index}`);
      try {
        return await Promise.all(by.map(({ text }) => planOf(text)));
      } finally {
        await client.unsafe("rollback");
      }
    },
    close: () => client.end(),
  };
}
