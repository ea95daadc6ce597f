import { present } from "@relaydeck/kit/assert";
import Database from "better-sqlite3";

export type Connection = Database.Database;

/**
 * How long SQLite itself may wait for a lock, in milliseconds; the event loop stands still meanwhile. Longer waits are
 * asynchronous (group-commit.ts). [ST-2]
 */
export const busyTimeoutMs = 20;

/**
 * Pages that a connection keeps of the file, in KiB; the driver's own 16 MB fill up in a few minutes, twice. What is asked for
 * again and again fits, and the rest is in the system's memory.
 */
const cacheKib = 4_096;

/** Prepared statements that a connection remembers; the longest unused goes first. */
const mostStatements = 500;

/**
 * A connection that remembers its prepared statements, because preparing costs more than running them.
 *
 * Drizzle takes every answer of one statement text in the same form, so a text can share its statement.
 */
export function openConnection(path: string, options: { readonly?: boolean } = {}): Connection {
  const connection = new Database(path, { ...options, timeout: busyTimeoutMs });
  connection.pragma(`cache_size = -${cacheKib}`);
  // By itself it knows the cases of ASCII alone.
  connection.function("lower_all", { deterministic: true }, (text: unknown) =>
    typeof text === "string" ? text.toLowerCase() : text,
  );
  const statements = new Map<string, Database.Statement>();
  const prepare = connection.prepare.bind(connection);
  function remembered(text: string): Database.Statement {
    const statement = statements.get(text) ?? prepare(text);
    statements.delete(text);
    if (statements.size >= mostStatements)
      statements.delete(present(statements.keys().next().value, "A full map has a first key"));
    statements.set(text, statement);
    return statement;
  }
  // The driver's type ties parameters and result to each text; a shared statement cannot.
  connection.prepare = remembered as typeof connection.prepare;
  return connection;
}
