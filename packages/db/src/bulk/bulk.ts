/**
 * Rows by the million, for rehearsals and measurements: past the store, in large transactions, and not synced to disk one by
 * one. An interruption leaves whole portions.
 *
 * Never while a server runs that somebody relies on: it holds the database for seconds at a time.
 */
import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { columnName } from "../dialect/column-name.ts";
import { pgDialect, sqliteDialect } from "../dialect/columns.ts";
import { defineSchema, type Schema } from "../schema.ts";
import { openPostgresBulk } from "./postgres.ts";
import { openSqliteBulk } from "./sqlite.ts";

type TableName = keyof Schema;
export type BulkRow<N extends TableName> = Schema[N]["$inferInsert"];

/** A table as both databases are told of it. */
export interface BulkTable {
  readonly name: string;
  /** Columns that rows have, by the names of the database. */
  readonly columns: readonly string[];
}

/** One database's way to take rows; values as its driver takes them. */
export interface BulkTarget {
  insert(table: BulkTable, rows: Iterable<readonly unknown[]>): Promise<void>;
  /** Tells the planner of what is there now. */
  close(): Promise<void>;
}

export interface Bulk {
  /** Every row has the same columns; those that are not named get the database's default. */
  insert<N extends TableName>(name: N, rows: Iterable<BulkRow<N>>): Promise<void>;
  close(): Promise<void>;
}

/** `url` as of a store that is migrated already. */
export function openBulk(url: string): Bulk {
  const isFile = url.startsWith("file:");
  const schema = defineSchema(isFile ? sqliteDialect : pgDialect);
  const target = isFile ? openSqliteBulk(url) : openPostgresBulk(url);
  return {
    async insert(name, rows) {
      for (const portion of portionsOf(rows)) {
        const table = schema[name];
        const columns: Record<string, PgColumn> = getTableColumns(table);
        const keys = Object.keys(portion[0] ?? {});
        const values = (row: object) =>
          Object.entries(row).map(([key, value]) => (value === null ? null : columns[key]?.mapToDriverValue(value)));
        await target.insert({ name: getTableName(table), columns: keys.map(columnName) }, portion.map(values));
      }
    },
    close: () => target.close(),
  };
}

/** Rows of one transaction. */
const portion = 20_000;

function* portionsOf<T>(rows: Iterable<T>): Generator<readonly T[]> {
  let part: T[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length === portion) {
      yield part;
      part = [];
    }
  }
  if (part.length > 0) yield part;
}
