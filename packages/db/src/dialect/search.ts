import { or, sql, type Column, type SQL } from "drizzle-orm";

/**
 * True for rows in which one of the columns holds the words, whatever their case. [IN-9]
 *
 * The wildcards of LIKE in the words mean themselves; `lower` on both sides, as the databases differ in case.
 */
export function holdsWords(columns: readonly Column[], words: string): SQL | undefined {
  const pattern = `%${words.toLowerCase().replaceAll(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`;
  return or(...columns.map((column) => sql`lower(${column}) like ${pattern} escape '\\'`));
}
