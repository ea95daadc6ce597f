/** How a database means to answer what is asked of it: finds questions that read a whole table. */
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { pgDialect, sqliteDialect } from "../dialect/columns.ts";
import { defineSchema } from "../schema.ts";
import { openConnection } from "../sqlite/connection.ts";
import { filePath } from "../sqlite/file.ts";
import { sqliteQueries } from "../sqlite/queries.ts";
import type { Reader } from "../store.ts";

export interface Plan {
  readonly text: string;
  /** In the database's own words. */
  readonly lines: readonly string[];
}

export interface Explained {
  readonly read: Reader;
  /** The plan of each question since the last call. */
  plans(): Promise<readonly Plan[]>;
  /** Each question since the last call that reads a whole table, with the line of its plan. */
  fullScans(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export function openExplained(url: string): Explained {
  return url.startsWith("file:") ? explainedSqlite(url) : explainedPostgres(url);
}

/**
 * Reading an index in its order ends with the limit; reading it to its end is a full scan as well, but where it holds the
 * living alone, who are counted that way, or where the figure is of all there is. A match in an index of words is called a
 * scan, and is none.
 */
function explainedSqlite(url: string): Explained {
  const connection = openConnection(filePath(url));
  const prepare = connection.prepare.bind(connection);
  const asked = new Set<string>();
  connection.prepare = ((text: string) => {
    asked.add(text);
    return prepare(text);
  }) as typeof connection.prepare;
  function plans(): Plan[] {
    const explained = [...asked].map((text) => {
      const rows = prepare<null[], { detail: string }>(`explain query plan ${text}`).all(...nothingFor(text));
      return { text, lines: rows.map(({ detail }) => detail) };
    });
    asked.clear();
    return explained;
  }
  return {
    read: { t: defineSchema(sqliteDialect), db: sqliteQueries(connection) },
    plans: async () => plans(),
    fullScans: async () =>
      plans().flatMap(({ text, lines }) => {
        const scans = lines.filter((line) => /^SCAN (?!CONSTANT ROW|\(|\d)/.test(line) && !isOfSubquery(line, text));
        const isCount = /^select count\(\*\) from "\w+"$/.test(text);
        const isBounded = (line: string) =>
          (isCount && line.includes(" USING COVERING INDEX ")) ||
          /COVERING INDEX \w+_live$|VIRTUAL TABLE INDEX \d+:M/.test(line) ||
          (/ limit \?/.test(text) && / USING /.test(line));
        return scans.filter((line) => !isBounded(line)).map((line) => `${line}: ${text}`);
      }),
    close: async () => void connection.close(),
  };
}

/** What a question reads out of another one, by the name it gives it. */
function isOfSubquery(line: string, text: string): boolean {
  return text.includes(`) "${line.split(" ")[1] ?? ""}"`);
}

/** A value for each place of a statement; a plan is made without looking at them. */
function nothingFor(text: string): null[] {
  return Array.from(text.matchAll(/\?/g), () => null);
}

/** With sequential scans made dear, one that is planned all the same has no index to go by. Rows are counted before, as usual. */
function explainedPostgres(url: string): Explained {
  const client = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false, connection: { enable_seqscan: "off" } });
  const asked = new Map<string, unknown[]>();
  const logger = { logQuery: (text: string, values: unknown[]) => void asked.set(text, values) };
  async function plans(): Promise<Plan[]> {
    const explained: Plan[] = [];
    await client.unsafe("analyze");
    for (const [text, values] of asked) {
      const rows = await client.unsafe<{ "QUERY PLAN": string }[]>(`explain ${text}`, values as (string | number)[]);
      explained.push({ text, lines: rows.map((row) => row["QUERY PLAN"].trim()) });
    }
    asked.clear();
    return explained;
  }
  return {
    read: { t: defineSchema(pgDialect), db: drizzle(client, { casing: "snake_case", logger }) },
    plans,
    fullScans: async () =>
      (await plans()).flatMap(({ text, lines }) =>
        lines.filter((line) => line.includes("Seq Scan")).map((line) => `${line}: ${text}`),
      ),
    close: () => client.end(),
  };
}
