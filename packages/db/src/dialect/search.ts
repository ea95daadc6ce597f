import { and, is, or, sql, type Column, type SQL } from "drizzle-orm";
import { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { casesOf, escaped, wordsIn } from "./words.ts";

/**
 * True for rows in which one of the columns holds each of the words, whatever their order and case. [IN-9]
 *
 * The wildcards of LIKE in the words mean themselves. SQLite knows the cases of ASCII alone, so there a word is looked for in
 * the forms that it has, or, where those are very many, in texts that our own function has made small (sqlite/connection.ts).
 */
export function holdsWords(columns: readonly Column[], search: string): SQL | undefined {
  return and(...wordsIn(search).map((word) => or(...columns.map((column) => holdsWord(column, word)))));
}

function holdsWord(column: Column, word: string): SQL | undefined {
  if (!is(column, SQLiteColumn)) return sql`lower(${column}) like lower(${`%${escaped(word)}%`})`;
  const forms = casesOf(word);
  if (forms === null) return sql`lower_all(${column}) like ${`%${escaped(word.toLowerCase())}%`} escape '\\'`;
  return or(...forms.map((form) => sql`${column} like ${`%${escaped(form)}%`} escape '\\'`));
}
