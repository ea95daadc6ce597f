/** A database asked in plain SQL, past everything that the product is made of: for those who count again. */
import Database from "better-sqlite3";
import postgres from "postgres";
import { filePath } from "../sqlite/file.ts";

export interface PlainSql {
  /** Rows with their columns' names; numbers as numbers. */
  all(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  close(): Promise<void>;
}

export function openPlainSql(url: string): PlainSql {
  return url.startsWith("file:") ? plainSqlite(url) : plainPostgres(url);
}

function plainSqlite(url: string): PlainSql {
  const connection = new Database(filePath(url));
  return {
    async all(text) {
      const statement = connection.prepare<[], Record<string, unknown>>(text);
      if (statement.reader) return statement.all();
      statement.run();
      return [];
    },
    close: async () => void connection.close(),
  };
}

function plainPostgres(url: string): PlainSql {
  const numbers = { to: 20, from: [20, 1700], serialize: String, parse: Number };
  const client = postgres(url, { max: 1, onnotice: () => {}, fetch_types: false, types: { numbers } });
  return { all: async (text) => [...(await client.unsafe(text))], close: () => client.end() };
}
