/**
 * The vocabulary of columns: every table is written once, in these words, and built for both databases.
 *
 * Postgres is the canonical *type*; SQLite is cast to it at the one place below, and refuses by itself what Postgres
 * would refuse (NUL in text, whole numbers past 32 bits, fractions), so that both databases take the same values.
 * Instants are epoch milliseconds; a day is text `YYYY-MM-DD`.
 */
import { assert } from "@relaydeck/kit/assert";
import * as pg from "drizzle-orm/pg-core";
import * as sq from "drizzle-orm/sqlite-core";

export const pgDialect = {
  table: pg.pgTable,
  id: () => pg.text().primaryKey(),
  text: () => pg.text(),
  /** Text out of a closed list; the list is the contract's, the column keeps what it is given. */
  oneOf: <T extends string>() => pg.text().$type<T>(),
  /** Whole number of 32 bits. */
  int: () => pg.integer(),
  /** Whole number that may grow past 32 bits, up to 2^53. */
  big: () => pg.bigint({ mode: "number" }),
  real: () => pg.doublePrecision(),
  bool: () => pg.boolean(),
  /** Epoch milliseconds. */
  time: () => pg.bigint({ mode: "number" }),
  json: <T>() => pg.jsonb().$type<T>(),
  /** JSON of which the program must be able to say that it is none any more; in Postgres it cannot be. */
  jsonAsFound: () => pg.jsonb().$type<unknown>(),
  primaryKey: pg.primaryKey,
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
};

export type Dialect = typeof pgDialect;

/** Text as SQLite may store it: what Postgres would refuse is refused. */
export function storableText(value: string): string {
  assert(!value.includes("\0"), "Text must not hold NUL");
  return value;
}

/** The same for JSON. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value);
  // An escape is NUL only when an even number of backslashes stands before it.
  assert(!text.includes("\\u0000") || !/(?<!\\)(?:\\\\)*\\u0000/.test(text), "JSON must not hold NUL");
  return text;
}

/** A value that comes by name into a prepared statement passes here also when it is null. */
function orNull<T, D>(toDriver: (value: T) => D): (value: T) => D {
  return (value) => (value === null ? (value as D & null) : toDriver(value));
}

const textColumn = sq.customType<{ data: string; driverData: string }>({
  dataType: () => "text",
  toDriver: orNull(storableText),
});

/**
 * What somebody wrote past the product is told as it stands, so that whoever looks for changes finds it: what is no JSON,
 * and what reads as a value that would have been written in other letters (a name twice, a blank, `null` for nothing).
 */
const jsonAsFoundColumn = sq.customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  toDriver: orNull(storableJson),
  fromDriver(text): unknown {
    const value = parsed(text);
    return value === null || JSON.stringify(value) !== text ? { unreadable: text } : value;
  },
});

/** Null when it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const jsonColumn = sq.customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  toDriver: orNull(storableJson),
  fromDriver: (text): unknown => JSON.parse(text),
});

function wholeNumber(limit: number) {
  return sq.customType<{ data: number; driverData: number }>({
    dataType: () => "integer",
    toDriver: orNull((value) => {
      assert(Number.isInteger(value) && Math.abs(value) <= limit, "Not a whole number that fits its column");
      return value;
    }),
  });
}

/** SQLite has no booleans. */
const boolColumn = sq.customType<{ data: boolean; driverData: number }>({
  dataType: () => "integer",
  toDriver: orNull((value) => (value ? 1 : 0)),
  fromDriver: (value) => value === 1,
});

const intColumn = wholeNumber(2 ** 31 - 1);
const bigColumn = wholeNumber(Number.MAX_SAFE_INTEGER);

const sqliteWords = {
  table: sq.sqliteTable,
  id: () => textColumn().primaryKey(),
  text: () => textColumn(),
  oneOf: () => textColumn(),
  int: () => intColumn(),
  big: () => bigColumn(),
  real: () => sq.real(),
  bool: () => boolColumn(),
  time: () => bigColumn(),
  json: () => jsonColumn(),
  jsonAsFound: () => jsonAsFoundColumn(),
  primaryKey: sq.primaryKey,
  index: sq.index,
  uniqueIndex: sq.uniqueIndex,
} satisfies Record<keyof Dialect, unknown>;

/** The one cast of the two dialects; queries that use only the common subset then run on both. */
export const sqliteDialect = sqliteWords as unknown as Dialect;
