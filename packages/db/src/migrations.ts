/**
 * Which committed migrations a database still lacks. Both dialects run them in one transaction under a lock, so two
 * processes that start together migrate once, and a crash leaves all or nothing. [checklist section 16]
 */
import { readMigrationFiles } from "drizzle-orm/migrator";
import { fileURLToPath } from "node:url";
import { DatabaseRefused } from "./trouble.ts";

export interface Migration {
  /** When it was generated, epoch milliseconds; rises and names the migration. */
  readonly madeAt: number;
  readonly statements: readonly string[];
}

/** The table that remembers what was applied; the same text is valid in both databases. */
export const migrationTable = "create table if not exists schema_migrations (made_at bigint primary key not null)";

export function knownMigrations(folder: URL): Migration[] {
  const files = readMigrationFiles({ migrationsFolder: fileURLToPath(folder) });
  return files.map((file) => ({ madeAt: file.folderMillis, statements: file.sql.filter((text) => text.trim() !== "") }));
}

/** What is left to do; throws when the database has migrations that this program does not know. */
export function missingMigrations(known: readonly Migration[], applied: readonly number[]): Migration[] {
  const names = new Set(known.map((migration) => migration.madeAt));
  if (applied.some((madeAt) => !names.has(madeAt))) {
    throw new DatabaseRefused(
      "The database was written by a newer version of this program; start that version, or restore a backup.",
    );
  }
  return known.filter((migration) => !applied.includes(migration.madeAt));
}
