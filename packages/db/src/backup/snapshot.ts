/**
 * The database as it is at one moment, read row by row while others go on writing. [DA-1]
 *
 * Changes nothing: a database that this program would have to migrate first is refused.
 */
import { knownMigrations, missingMigrations, refuseIncomplete } from "../migrations.ts";
import { DatabaseRefused, NoDatabase } from "../trouble.ts";
import type { HeldRow, HeldTable } from "./held.ts";
import { withPostgresSnapshot } from "./postgres-snapshot.ts";
import { withSqliteSnapshot } from "./sqlite-snapshot.ts";

export interface Snapshot {
  /** When each migration that was applied was made, epoch milliseconds. */
  readonly applied: readonly number[];
  /** Tables of ours that are not there. */
  readonly lost: readonly string[];
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
 * ours, or one that is not whole or of another version.
 */
export function withSnapshot<R>(url: string, work: (dumped: Dumped) => Promise<R>): Promise<R> {
  return openingOf(url)(url, (snapshot) => {
    refuseUnfit(url, snapshot);
    return work({ migrations: knownMigrations(kindOf(url)).map(({ name }) => name), rows: snapshot.rows });
  });
}

/**
 * For whoever only looks at a database, since opening one makes it and brings it up to date: throws `NoDatabase` where there is
 * none of ours, and `DatabaseRefused` for one that is not whole, or of another version, whose program may still run or be needed
 * for a backup.
 */
export function refuseUnlessThere(url: string): Promise<void> {
  return openingOf(url)(url, async (snapshot) => refuseUnfit(url, snapshot));
}

/** For whoever adds to a database, and makes it where there is none: only one that is there and unfit is refused. */
export async function refuseUnfitOne(url: string): Promise<void> {
  try {
    await refuseUnlessThere(url);
  } catch (error) {
    if (!(error instanceof NoDatabase)) throw error;
  }
}

function refuseUnfit(url: string, { applied, lost }: Snapshot): void {
  if (missingMigrations(knownMigrations(kindOf(url)), applied).length === 0) return refuseIncomplete(lost);
  throw new DatabaseRefused(
    "The database was written by an older version of this program; make the backup with that version, or run relaydeck migrate first.",
  );
}

function openingOf(url: string): typeof withSqliteSnapshot {
  return kindOf(url) === "sqlite" ? withSqliteSnapshot : withPostgresSnapshot;
}

function kindOf(url: string): "sqlite" | "postgres" {
  return url.startsWith("file:") ? "sqlite" : "postgres";
}
