/**
 * Statements that are built once per connection instead of once per call: building one costs more than running it. [G7, G10]
 *
 * A statement ends with drizzle's `.prepare(name)`, which both dialects know, and takes its values by name. On Postgres a
 * transaction is a connection of its own here, so inside of one they are built per transaction.
 */
import { getTableColumns, Param, sql, type Column } from "drizzle-orm";
import type { PgInsertValue, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";

interface Connected {
  readonly db: object;
}

/** One statement. */
export function once<From extends Connected, P>(build: (from: From) => P): (from: From) => P {
  const built = new WeakMap<object, P>();
  return (from) => {
    const statement = built.get(from.db) ?? build(from);
    built.set(from.db, statement);
    return statement;
  };
}

/** One statement per key, such as the list of columns that a patch names; keys must come from a closed set. */
export function onceBy<From extends Connected, K extends string, P>(build: (from: From, key: K) => P): (from: From, key: K) => P {
  const all = once<From, Map<K, P>>(() => new Map());
  return (from, key) => {
    const known = all(from);
    const statement = known.get(key) ?? build(from, key);
    known.set(key, statement);
    return statement;
  };
}

/** The columns that a patch writes, as a key. */
export function patchKey(patch: object): string {
  return Object.entries(patch)
    .flatMap(([key, value]) => (value === undefined ? [] : [key]))
    .toSorted()
    .join();
}

/** The `set` of an update whose columns are a `patchKey` and whose values come by the columns' names. */
export function setByName<T extends PgTable>(table: T, key: string): PgUpdateSetSource<T> {
  const columns: Record<string, Column> = getTableColumns(table);
  const named = key.split(",").map((name) => [name, sql`${new Param(sql.placeholder(name), columns[name])}`]);
  return Object.fromEntries(named) as PgUpdateSetSource<T>;
}

/** The columns of a row that hold something, as a key. */
export function valueKey(row: object): string {
  return Object.entries(row)
    .flatMap(([key, value]) => (value === null || value === undefined ? [] : [key]))
    .toSorted()
    .join();
}

/** The `values` of an insert whose columns are a `valueKey` and whose values come by the columns' names; the rest are left to their defaults. */
export function valuesByName<T extends PgTable>(key: string): PgInsertValue<T> {
  return Object.fromEntries(key.split(",").map((name) => [name, sql.placeholder(name)])) as PgInsertValue<T>;
}

/** The `values` of an insert of a whole row by the columns' names; JSON that is null must not come this way: Postgres would keep JSON’s null. */
export function rowByName<T extends PgTable>(table: T): PgInsertValue<T> {
  return valuesByName<T>(Object.keys(getTableColumns(table)).join());
}

/** A row with the defaults of its table where it says nothing. */
export function wholeRow(table: PgTable, row: Record<string, unknown>): Record<string, unknown> {
  const columns = Object.entries(getTableColumns(table));
  return Object.fromEntries(
    columns.map(([name, column]) => [name, row[name] ?? (row[name] === null ? null : (column.default ?? null))]),
  );
}
