/** Ids that come into a prepared statement as one value: a list of many lengths would be a statement each. [G10] */
import { is, sql, type Column, type SQL } from "drizzle-orm";
import { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** The column holds one of the `ids` with which the statement is executed. */
export function isListed(column: Column): SQL {
  const ids = sql.placeholder("ids");
  if (is(column, SQLiteColumn)) return sql`${column} in (select value from json_each(${ids}))`;
  return sql`${column} = any (array(select jsonb_array_elements_text(${ids}::jsonb)))`;
}

/** Ids as such a statement takes them. */
export function idsOf(list: readonly string[]): string {
  return JSON.stringify(list);
}
