/**
 * Which committed migrations a database still lacks. Both dialects run them in one transaction under a lock, so two
 * processes that start together migrate once, and a crash leaves all or nothing. [checklist section 16]
 */
import { present } from "@relaydeck/kit/assert";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { DatabaseRefused } from "./trouble.ts";

export interface Migration {
  /** What it does, such as `open_commands`; the same in both dialects, whose numbers and times differ. */
  readonly name: string;
  /** When it was generated, epoch milliseconds; rises, and is what a database remembers of it. */
  readonly madeAt: number;
  readonly statements: readonly string[];
}

/** The table that remembers what was applied; the same text is valid in both databases. */
export const migrationTable = "create table if not exists schema_migrations (made_at bigint primary key not null)";

const folders = {
  sqlite: new URL("../migrations/sqlite/", import.meta.url),
  postgres: new URL("../migrations/pg/", import.meta.url),
} as const;

/** All that this program has for a dialect, oldest first. */
export function knownMigrations(dialect: keyof typeof folders): Migration[] {
  const folder = folders[dialect];
  const journal = JSON.parse(readFileSync(new URL("meta/_journal.json", folder), "utf8")) as {
    entries: { when: number; tag: string }[];
  };
  const tags = new Map(journal.entries.map(({ when, tag }) => [when, tag]));
  const files = readMigrationFiles({ migrationsFolder: fileURLToPath(folder) });
  return files.map((file) => ({
    name: present(tags.get(file.folderMillis), "A migration is in the journal").replace(/^\d+_/, ""),
    madeAt: file.folderMillis,
    statements: file.sql.filter((text) => text.trim() !== ""),
  }));
}

/** Throws where some of what the migrations have made is gone; `lost` are those tables. */
export function refuseIncomplete(lost: readonly string[]): void {
  if (lost.length === 0) return;
  throw new DatabaseRefused(
    `The database lacks a part of this program's tables: ${lost.join(", ")}. Restore a backup into an empty database.`,
  );
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
