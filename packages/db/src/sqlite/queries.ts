import { BetterSQLiteSession } from "drizzle-orm/better-sqlite3";
import { BaseSQLiteDatabase, SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import type { Db } from "../store.ts";
import { withoutStatement } from "../trouble.ts";
import type { Connection } from "./connection.ts";

/**
 * Drizzle's queries on one connection. Trouble of the database is thrown by its name. [ST-2]
 *
 * The one place where SQLite's queries take the type of Postgres' (dialect/columns.ts says why).
 */
export function sqliteQueries(connection: Connection): Db {
  const dialect = new SQLiteSyncDialect({ casing: "snake_case" });
  const session = new BetterSQLiteSession(connection, dialect, undefined);
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = ((...query: Parameters<typeof prepare>) => {
    const prepared = named(() => prepare(...query));
    for (const way of ["all", "get", "values"] as const) {
      const ask = prepared[way].bind(prepared);
      prepared[way] = (values?: Record<string, unknown>) => named(() => ask(values));
    }
    const run = prepared.run.bind(prepared);
    prepared.run = (values) => named(() => run(values));
    return prepared;
  }) as typeof prepare;
  return new BaseSQLiteDatabase("sync", dialect, session, undefined) as unknown as Db;
}

function named<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw withoutStatement(error);
  }
}
