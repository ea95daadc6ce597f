/** Ids that come into a prepared statement as one value: a list of many lengths would be a statement each. [G10] */
import { is, sql, type Column, type SQL } from "drizzle-orm";
import { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** The column holds one of the `ids` with which the statement is executed. */
export function isListed(column: Column): SQL {
  const ids = sql.placeholder("ids");
  if (is(column, SQLiteColumn)) return sql`${column} in (select value from json_each(${ids}))`;
  // Postgres' own way of writing a list: it looks how long that is when it plans, which it cannot where rows are taken out of JSON.
  return sql`${column} = any (translate(${ids}, '[]', '{}')::text[])`;
}

/** Ids of ours as such a statement takes them: letters, digits and `_`. */
export function idsOf(list: readonly string[]): string {
  return JSON.stringify(list);
}
