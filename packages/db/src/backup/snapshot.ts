/**
 * The database as it is at one moment, read row by row while others go on writing. [DA-1]
 *
 * Changes nothing: a database that this program would have to migrate first is refused.
 */
import { knownMigrations, missingMigrations } from "../migrations.ts";
import { DatabaseRefused } from "../trouble.ts";
import type { HeldRow, HeldTable } from "./held.ts";
import { withPostgresSnapshot } from "./postgres-snapshot.ts";
import { withSqliteSnapshot } from "./sqlite-snapshot.ts";

export interface Snapshot {
  /** When each migration that was applied was made, epoch milliseconds. */
  readonly applied: readonly number[];
  /** All rows, some hundred at a time; the next are read when they are asked for. */
  readonly rows: (table: HeldTable) => AsyncIterable<readonly HeldRow[]>;
}

export interface Dumped {
  /** Names of the migrations that made its tables, oldest first. */
  readonly migrations: readonly string[];
  readonly rows: Snapshot["rows"];
}

/**
 * Runs `work` on a snapshot, which ends with it. Throws `DatabaseRefused` with one sentence where there is no database of
 * ours, or one of another version.
 */
export function withSnapshot<R>(url: string, work: (dumped: Dumped) => Promise<R>): Promise<R> {
  const known = knownMigrations(isFile(url) ? "sqlite" : "postgres");
  return openingOf(url)(url, ({ applied, rows }) => {
    if (missingMigrations(known, applied).length > 0)
      throw new DatabaseRefused(
        "The database was written by an older version of this program; make the backup with that version, or run relaydeck migrate first.",
      );
    return work({ migrations: known.map(({ name }) => name), rows });
  });
}

/** Throws `NoDatabase` where there is none of ours: for whoever only looks at one, since opening it would make it. */
export function refuseUnlessThere(url: string): Promise<void> {
  return openingOf(url)(url, async () => {});
}

function openingOf(url: string): typeof withSqliteSnapshot {
  return isFile(url) ? withSqliteSnapshot : withPostgresSnapshot;
}

function isFile(url: string): boolean {
  return url.startsWith("file:");
}
