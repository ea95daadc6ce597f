import { and, or, sql, type Column, type SQL } from "drizzle-orm";
import { wordsIn } from "./words.ts";

/**
 * True for rows in which one of the columns holds each of the words, whatever their order and case. [IN-9]
 *
 * The wildcards of LIKE in the words mean themselves. Each database makes small what it knows: SQLite the letters of ASCII
 * alone, so the words are looked for as they were given and made small by us; both pass through `lower` as the rows do.
 */
export function holdsWords(columns: readonly Column[], search: string): SQL | undefined {
  return and(...wordsIn(search).map((word) => holdsWord(columns, word)));
}

function holdsWord(columns: readonly Column[], word: string): SQL | undefined {
  const forms = [...new Set([word, word.toLowerCase()])];
  const patterns = forms.map((form) => `%${form.replaceAll(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`);
  return or(...columns.flatMap((column) => patterns.map((pattern) => sql`lower(${column}) like lower(${pattern}) escape '\\'`)));
}
