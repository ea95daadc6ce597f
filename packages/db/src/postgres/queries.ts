import type { Clock } from "@relaydeck/kit/clock";
import { PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import { PostgresJsSession, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { DatabaseUnavailable, withoutStatement } from "../trouble.ts";

export type PostgresQueries = PgDatabase<PostgresJsQueryResultHKT>;

/** Longest that a write or a single read may take, in milliseconds, so that callers are answered within 3 s. [ST-2] */
export const patienceMs = 2_500;

/**
 * Drizzle's queries outside of transactions. One that gets no answer in time is refused, trouble of the database is
 * thrown by its name, and no error quotes a statement or its values. [ST-2, LG-2]
 */
export function postgresReads(client: Sql, clock: Clock): PostgresQueries {
  const dialect = new PgDialect({ casing: "snake_case" });
  const session = new PostgresJsSession(client, dialect, undefined);
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = ((...query: Parameters<typeof prepare>) => {
    const prepared = prepare(...query);
    const execute = prepared.execute.bind(prepared);
    prepared.execute = (...values) => withPatience(clock, () => execute(...values));
    return prepared;
  }) as typeof prepare;
  return new PgDatabase(dialect, session, undefined);
}

/** Rejects with `DatabaseUnavailable` when the work takes too long; it is told so by `late`, and its end is ignored. */
export function withPatience<R>(clock: Clock, work: (late: { readonly isLate: boolean }) => Promise<R>): Promise<R> {
  const late = { isLate: false };
  return new Promise((resolve, reject) => {
    const stop = clock.after(patienceMs, () => {
      late.isLate = true;
      reject(new DatabaseUnavailable("The database does not answer"));
    });
    work(late)
      .then(resolve, (error: unknown) => reject(withoutStatement(error)))
      .finally(stop);
  });
}
