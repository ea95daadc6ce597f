/** Lists that come into a prepared statement as one value: of each length they would be a statement each. [G7, G10] */
import { is, sql, type Column, type SQL } from "drizzle-orm";
import { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** The column holds one of the `ids` with which the statement is executed. */
export function isListed(column: Column): SQL {
  if (is(column, SQLiteColumn)) return sql`${column} in (select value from ${listed(column, "ids")})`;
  // Postgres' own way of writing a list: it looks how long that is when it plans, which it cannot where rows are taken out of JSON.
  return sql`${column} = any (translate(${sql.placeholder("ids")}, '[]', '{}')::text[])`;
}

/** To stand after `from`: the texts of the list of this name, JSON, each a row whose column is `value`; for the dialect of the `column`. */
export function listed(column: Column, name: string): SQL {
  const list = sql.placeholder(name);
  return is(column, SQLiteColumn) ? sql`json_each(${list})` : sql`json_array_elements_text(${list}::json)`;
}

/** Ids of ours as such a statement takes them: letters, digits and `_`. */
export function idsOf(list: readonly string[]): string {
  return JSON.stringify(list);
}
