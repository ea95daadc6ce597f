/**
 * Finding rows by a part of a name or by the beginning of an id, without reading every row. [IN-9]
 *
 * Both databases keep trigrams of the names: Postgres in an index over the expression below, SQLite in tables of its own that
 * triggers fill (`user_words`, `device_words`; migration 0015). One or two characters have no trigram, so they are looked for
 * in all names. Letters of any case are the same; wildcards are letters.
 */
import { is, or, sql, type Column, type SQL } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Schema } from "../schema.ts";

/** Fewer characters make no trigram. */
const trigram = 3;

/** How a search goes: for rows that few hold, or along an order in which many do and are soon met. */
export type Holders = "few" | "many";

/** True for users whose names or address hold the words. */
export function userHolds({ users }: Schema, words: string, holders: Holders): SQL | undefined {
  const { firstName, lastName, email } = users;
  if (isSqlite(users)) {
    const name = sql`${firstName} || ' ' || ${lastName}`;
    return isReadAsItIs(words, holders) ? heldAsItIs([name, email], words) : heldInSqlite("user", users.id, words);
  }
  return heldInPostgres(sql`lower(${firstName} || ' ' || ${lastName} || chr(10) || ${email})`, words);
}

/** True for devices whose name or serial number holds the words. */
export function deviceHolds({ devices }: Schema, words: string, holders: Holders): SQL | undefined {
  const { name, serialNumber } = devices;
  if (isSqlite(devices)) {
    const columns = [name, serialNumber];
    return isReadAsItIs(words, holders) ? heldAsItIs(columns, words) : heldInSqlite("device", devices.id, words);
  }
  return heldInPostgres(sql`lower(${name} || chr(10) || ${serialNumber})`, words);
}

/** True where the text of the column begins so; along an index of the column. */
export function beginsWith(table: Schema[keyof Schema], column: Column, prefix: string): SQL {
  if (isSqlite(table)) return sql`(${column} >= ${prefix} and ${column} < ${`${prefix}\u{10FFFF}`})`;
  return sql`${column} like ${`${escaped(prefix)}%`}`;
}

function isSqlite(table: Schema[keyof Schema]): boolean {
  return is(table, SQLiteTable);
}

/** SQLite would first gather all that its trigrams find; and by itself it knows no case beyond ASCII. */
function isReadAsItIs(words: string, holders: Holders): boolean {
  return holders === "many" && /^[\x20-\x7E]*$/.test(words);
}

function heldAsItIs(columns: readonly (Column | SQL)[], words: string): SQL | undefined {
  const pattern = `%${escaped(words)}%`;
  return or(...columns.map((column) => sql`${column} like ${pattern} escape '\\'`));
}

function heldInSqlite(kind: "user" | "device", id: Column, words: string): SQL {
  const names = sql.identifier(`${kind}_words`);
  const index = sql.identifier(`${kind}_words_index`);
  if ([...words].length < trigram)
    return sql`${id} in (select id from ${names} where lower(words) like ${`%${escaped(words.toLowerCase())}%`} escape '\\')`;
  // One phrase in the index's own language: what is searched for, letter by letter.
  const phrase = `"${words.replaceAll('"', '""')}"`;
  return sql`${id} in (select id from ${names} where number in (select rowid from ${index} where words match ${phrase}))`;
}

/** Backslash is what Postgres takes for an escape by itself; what is one letter in another case is its locale's to say. */
function heldInPostgres(names: SQL, words: string): SQL {
  return sql`${names} like lower(${`%${escaped(words)}%`})`;
}

function escaped(words: string): string {
  return words.replaceAll(/[\\%_]/g, (wildcard) => `\\${wildcard}`);
}
