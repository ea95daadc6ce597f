/** How a database means to answer what is asked of it: finds questions that read a whole table. */
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { pgDialect, sqliteDialect } from "../dialect/columns.ts";
import { defineSchema } from "../schema.ts";
import { openConnection } from "../sqlite/connection.ts";
import { filePath } from "../sqlite/file.ts";
import { sqliteQueries } from "../sqlite/queries.ts";
import type { Reader } from "../store.ts";

export interface Explained {
  readonly read: Reader;
  /** Each question since the last call that reads a whole table, with the line of its plan. */
  fullScans(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export function openExplained(url: string): Explained {
  return url.startsWith("file:") ? explainedSqlite(url) : explainedPostgres(url);
}

/**
 * Reading an index in its order ends with the limit; reading it to its end is a full scan as well, but where it holds the
 * living alone, who are counted that way.
 */
function explainedSqlite(url: string): Explained {
  const connection = openConnection(filePath(url));
  const prepare = connection.prepare.bind(connection);
  const asked = new Set<string>();
  connection.prepare = ((text: string) => {
    asked.add(text);
    return prepare(text);
  }) as typeof connection.prepare;
  return {
    read: { t: defineSchema(sqliteDialect), db: sqliteQueries(connection) },
    async fullScans() {
      const found = [...asked].flatMap((text) => {
        const rows = prepare<null[], { detail: string }>(`explain query plan ${text}`).all(...nothingFor(text));
        const scans = rows.map(({ detail }) => detail).filter((detail) => /^SCAN (?!CONSTANT ROW|\(|\d)/.test(detail));
        const isBounded = (detail: string) =>
          /COVERING INDEX \w+_live$/.test(detail) || (/ limit \?/.test(text) && / USING /.test(detail));
        return scans.filter((detail) => !isBounded(detail)).map((detail) => `${detail}: ${text}`);
      });
      asked.clear();
      return found;
    },
    close: async () => void connection.close(),
  };
}

/** A value for each place of a statement; a plan is made without looking at them. */
function nothingFor(text: string): null[] {
  return Array.from(text.matchAll(/\?/g), () => null);
}

/** With sequential scans made dear, one that is planned all the same has no index to go by. */
function explainedPostgres(url: string): Explained {
  const client = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false, connection: { enable_seqscan: "off" } });
  const asked = new Map<string, unknown[]>();
  const logger = { logQuery: (text: string, values: unknown[]) => void asked.set(text, values) };
  return {
    read: { t: defineSchema(pgDialect), db: drizzle(client, { casing: "snake_case", logger }) },
    async fullScans() {
      const found: string[] = [];
      for (const [text, values] of asked) {
        const rows = await client.unsafe<{ "QUERY PLAN": string }[]>(`explain ${text}`, values as (string | number)[]);
        const scans = rows.map((row) => row["QUERY PLAN"].trim()).filter((line) => line.includes("Seq Scan"));
        found.push(...scans.map((line) => `${line}: ${text}`));
      }
      asked.clear();
      return found;
    },
    close: () => client.end(),
  };
}
