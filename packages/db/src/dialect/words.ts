/**
 * Finding rows by parts of names, in any order, or by the beginning of an id, without reading every row. [IN-9]
 *
 * Both databases keep trigrams of the names: Postgres in an index over the expression below, SQLite in tables of its own that
 * triggers fill (`user_words`, `device_words`; migration 0015). One or two characters have no trigram, so alone they are looked
 * for as what very many hold: along the order that is listed, whose index holds the names themselves.
 * Letters of any case are the same; wildcards are letters.
 */
import { and, is, isNull, or, sql, type Column, type SQL } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Schema } from "../schema.ts";
import type { Reader } from "../store.ts";

/** Fewer characters make no trigram. */
const trigram = 3;

/**
 * How a search goes: for the rows that hold the words, deleted ones too, of which the answer is all only where it is not more
 * than `fewAtMost`; or along an order of the living in which many do and are soon met.
 */
export type Holders = "few" | "many";

/** So many are taken one by one; of more it is quicker to look whether a row is among them. */
export const fewAtMost = 1_000;

/** What stands between blanks, each once: a row is found where it holds every one of them, wherever in it. */
export function wordsIn(search: string): string[] {
  return [...new Set(search.split(/\s+/u).filter((word) => word !== ""))];
}

/** Whether trigrams know one of the words: else nothing tells quickly whether few rows hold them. */
export function haveTrigram(words: readonly string[]): boolean {
  return words.some((word) => !isShort(word));
}

function isShort(word: string): boolean {
  return [...word].length < trigram;
}

/** True for users whose names or address hold all the words. */
export function userHolds({ users }: Schema, words: readonly string[], holders: Holders): SQL | undefined {
  const { firstName, lastName, email } = users;
  const fullName = sql`${firstName} || ' ' || ${lastName}`;
  return holds({ kind: "user", table: users, columns: [fullName, sql`${email}`] }, words, holders);
}

/** True for devices whose name or serial number holds all the words. */
export function deviceHolds({ devices }: Schema, words: readonly string[], holders: Holders): SQL | undefined {
  const columns = [sql`${devices.name}`, sql`${devices.serialNumber}`];
  return holds({ kind: "device", table: devices, columns }, words, holders);
}

/** True where the text of the column begins so; along an index of the column. */
export function beginsWith(table: Schema[keyof Schema], column: Column, prefix: string): SQL {
  if (isSqlite(table)) return sql`(${column} >= ${prefix} and ${column} < ${`${prefix}\u{10FFFF}`})`;
  return sql`${column} like ${`${escaped(prefix)}%`}`;
}

function isSqlite(table: Schema[keyof Schema]): boolean {
  return is(table, SQLiteTable);
}

/** Whether letters beyond ASCII have cases here: of a Postgres that was made without, a search misses what is written otherwise. */
export async function knowsLetters({ db, t }: Reader): Promise<boolean> {
  if (isSqlite(t.users)) return true;
  const [row] = await db.select({ same: sql<boolean>`lower('\u00c9') = '\u00e9'` }).from(sql`(values (1)) as one`);
  return row?.same === true;
}

interface Named {
  readonly kind: "user" | "device";
  readonly table: Schema["users"] | Schema["devices"];
  /** What is searched, in the order of Postgres' index. */
  readonly columns: readonly SQL[];
}

function holds(named: Named, words: readonly string[], holders: Holders): SQL | undefined {
  return isSqlite(named.table) ? heldInSqlite(named, words, holders) : heldInPostgres(named, words, holders);
}

/** SQLite takes what its trigrams find one by one, and of those what holds the short words. Few are asked for, or it would go to the end. */
function heldInSqlite(named: Named, words: readonly string[], holders: Holders): SQL | undefined {
  if (holders === "many") return and(...words.map((word) => holdsWord(named, word)));
  return isFound(named, { known: words.filter((word) => !isShort(word)), short: words.filter(isShort), atMost: fewAtMost + 1 });
}

/** By the columns themselves; by trigrams alone where a word has too many forms. */
function holdsWord(named: Named, word: string): SQL | undefined {
  const forms = casesOf(word);
  return forms === null ? isFound(named, { known: [word], short: [] }) : holdsOneOf(named.columns, forms);
}

interface Found {
  /** Words that trigrams know; at least one. */
  readonly known: readonly string[];
  readonly short: readonly string[];
  readonly atMost?: number;
}

function isFound({ kind, table: { id } }: Named, { known, short, atMost }: Found): SQL {
  const names = sql.identifier(`${kind}_words`);
  const index = sql.identifier(`${kind}_words_index`);
  const from = sql`${index} cross join ${names} on ${names}.number = ${index}.rowid`;
  // Phrases in the index's own language, all of which are to be held: each what is searched for, letter by letter.
  const phrases = known.map((word) => `"${word.replaceAll('"', '""')}"`).join(" ");
  const isIt = and(
    sql`${index}.words match ${phrases}`,
    ...short.map((word) => holdsOneOf([sql`${names}.words`], casesOf(word) ?? [word])),
  );
  return sql`${id} in (select ${names}.id from ${from} where ${isIt}${atMost === undefined ? sql`` : sql` limit ${atMost}`})`;
}

function holdsOneOf(columns: readonly SQL[], forms: readonly string[]): SQL | undefined {
  const patterns = forms.map((form) => `%${escaped(form)}%`);
  return or(...columns.flatMap((column) => patterns.map((pattern) => sql`${column} like ${pattern} escape '\\'`)));
}

/** Enough for the three cases that some letters have, twice. */
const mostForms = 9;

/** The word with each letter beyond ASCII in its cases, since SQLite by itself knows those of ASCII alone. Null: too many. */
export function casesOf(word: string): string[] | null {
  let forms = [""];
  for (const letter of word) {
    const cases = letter <= "\x7F" ? [letter] : casesOfLetter(letter);
    forms = forms.flatMap((form) => cases.map((one) => form + one));
    if (forms.length > mostForms) return null;
  }
  return forms;
}

/** What is more or fewer letters in another case has none here. */
function casesOfLetter(letter: string): string[] {
  const cases = [letter, letter.toLowerCase(), letter.toUpperCase()];
  return [...new Set(cases.filter((one) => one.length === letter.length))];
}

/**
 * By the expression of its index, which is of the living alone; or by the columns, of which Postgres knows how many rows hold
 * what, and so goes along the order. Backslash is what it takes for an escape by itself; cases are its locale's to say.
 */
function heldInPostgres({ table, columns }: Named, words: readonly string[], holders: Holders): SQL | undefined {
  const patterns = words.map((word) => `%${escaped(word)}%`);
  if (holders === "many")
    return and(...patterns.map((pattern) => or(...columns.map((column) => sql`${column} ilike ${pattern}`))));
  const names = sql.join([...columns], sql` || chr(10) || `);
  return and(isNull(table.deletedAt), ...patterns.map((pattern) => sql`lower(${names}) like lower(${pattern})`));
}

/** Wildcards of LIKE as themselves, with a backslash for escape. */
export function escaped(word: string): string {
  return word.replaceAll(/[\\%_]/g, (wildcard) => `\\${wildcard}`);
}
