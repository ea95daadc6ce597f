/** Sums as numbers in both databases; Postgres answers them as text. */
import { sql, type SQL } from "drizzle-orm";

/** The sum of an expression over the group; 0 over nothing. */
export function total(expression: SQL): SQL<number> {
  return sql`coalesce(sum(${expression}), 0)`.mapWith(Number);
}

/** The whole part of an expression. */
export function whole(expression: SQL): SQL<number> {
  return sql`cast(${expression} as bigint)`.mapWith(Number);
}
