import type { Clock } from "@relaydeck/kit/clock";
import type { Disposer } from "@relaydeck/kit/disposer";
import { PgDatabase, PgDialect } from "drizzle-orm/pg-core";
import { PostgresJsSession, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type { Sql, TransactionSql } from "postgres";
import { DatabaseUnavailable, withoutStatement } from "../trouble.ts";

export type PostgresQueries = PgDatabase<PostgresJsQueryResultHKT>;

/** Longest that a write or a single read may take, in milliseconds, so that callers are answered within 3 s. [ST-2] */
export const patienceMs = 2_500;
/** Most that is given back of the time in which this process itself stood still, so that those 3 s hold. */
const longestGraceMs = 250;

/** Work that somebody waits for. */
export interface Asked {
  /** The caller has been refused; the end of the work is ignored. */
  isLate: boolean;
  /** Its COMMIT is on the way, so that without an answer nobody knows what is stored. */
  isCommitting: boolean;
}

const dialect = new PgDialect({ casing: "snake_case" });

/** Statements with more values are lists of many lengths, each of which would stay prepared: 105 MB a connection, measured. */
const mostValuesPrepared = 48;

/**
 * Drizzle's queries inside of one transaction. Each is prepared once a connection: one that is not goes to Postgres and back
 * twice, and is parsed and planned each time, while the transaction holds its locks. [G9]
 */
export function postgresWrites(client: TransactionSql): PostgresQueries {
  // A session asks nothing of its connection but `unsafe`, which both have.
  const session = new PostgresJsSession(client as unknown as Sql, dialect, undefined);
  const prepare = session.prepareQuery.bind(session);
  session.prepareQuery = ((...[query, fields, name, ...rest]: Parameters<typeof prepare>) => {
    const isKept = query.params.length <= mostValuesPrepared;
    return prepare(query, fields, name ?? (isKept ? "write" : undefined), ...rest);
  }) as typeof prepare;
  return new PgDatabase(dialect, session, undefined);
}

/**
 * Drizzle's queries outside of transactions. One that gets no answer in time is refused, trouble of the database is
 * thrown by its name, and no error quotes a statement or its values. [ST-2, LG-2]
 */
export function postgresReads(client: Sql, clock: Clock): PostgresQueries {
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

/** Rejects with `DatabaseUnavailable` when the work takes too long. */
export function withPatience<R>(clock: Clock, work: (asked: Asked) => Promise<R>): Promise<R> {
  const asked: Asked = { isLate: false, isCommitting: false };
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) => reject(asked.isCommitting ? inDoubt(error) : error);
    const stop = afterPatience(clock, () => {
      asked.isLate = true;
      refuse(new DatabaseUnavailable("The database does not answer"));
    });
    work(asked)
      .then(resolve, (error: unknown) => refuse(withoutStatement(error)))
      .finally(stop);
  });
}

/** While this process stands still answers lie unread: time by which it is late is given back to hear them. */
function afterPatience(clock: Clock, giveUp: () => void): Disposer {
  const due = clock.monotonic() + patienceMs;
  let stop = clock.after(patienceMs, () => {
    stop = clock.after(Math.min(clock.monotonic() - due, longestGraceMs), giveUp);
  });
  return () => stop();
}

function inDoubt(error: unknown): unknown {
  if (!(error instanceof DatabaseUnavailable)) return error;
  const message = `${error.message}; whether it stored this is not known`;
  return new DatabaseUnavailable(message, { cause: error.cause, isInDoubt: true });
}
