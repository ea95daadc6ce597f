import { BetterSQLiteSession } from "drizzle-orm/better-sqlite3";
import { BaseSQLiteDatabase, SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import type { Db } from "../store.ts";
import { withoutStatement } from "../trouble.ts";
import type { Connection } from "./connection.ts";
import { rowReader, type NotNullable } from "./row-reader.ts";

/**
 * Drizzle's queries on one connection. Trouble of the database is thrown by its name. [ST-2]
 *
 * The one place where SQLite's queries take the type of Postgres' (dialect/columns.ts says why).
 */
export function sqliteQueries(connection: Connection): Db {
  const dialect = new SQLiteSyncDialect({ casing: "snake_case" });
  dialect.escapeParam = hidden;
  const session = new BetterSQLiteSession(connection, dialect, undefined);
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = ((...query: Parameters<typeof prepare>) => {
    const prepared = named(() => prepare(...query));
    const read = rowReader(query[1]);
    const all = prepared.all.bind(prepared);
    const values = prepared.values.bind(prepared);
    prepared.values = (bound) => named(() => values(bound));
    prepared.all = (bound) =>
      named(() => (read === null ? all(bound) : rowsOf(values(bound)).map((row) => read(row, joinsOf(prepared)))));
    const run = prepared.run.bind(prepared);
    prepared.run = (bound) => named(() => run(bound));
    return prepared;
  }) as typeof prepare;
  return new BaseSQLiteDatabase("sync", dialect, session, undefined) as unknown as Db;
}

/**
 * A value behind a sign that does nothing. SQLite looks at a bare one while it plans a join, an order or a limit, and then prepares
 * the statement anew for each run: such a look-up takes eight times as long. A partial index must be named in words. [G7, G10]
 */
function hidden(): string {
  return "+?";
}

/** Better-sqlite3 answers a list of lists here. */
function rowsOf(values: unknown): readonly (readonly unknown[])[] {
  return values as readonly (readonly unknown[])[];
}

/** Drizzle leaves this note on the prepared query after making it. */
function joinsOf(prepared: object): NotNullable {
  return "joinsNotNullableMap" in prepared ? (prepared.joinsNotNullableMap as NotNullable) : undefined;
}

function named<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw withoutStatement(error);
  }
}
