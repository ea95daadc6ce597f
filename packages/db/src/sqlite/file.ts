/** Opening and migrating the database file. Other people of the machine cannot read it. [DA-3] */
import { closeSync, existsSync, fchmodSync, mkdirSync, openSync, readSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { sleep, type Clock } from "@relaydeck/kit/clock";
import { tableNames } from "../backup/held.ts";
import { knownMigrations, migrationTable, missingMigrations, refuseIncomplete, type Migration } from "../migrations.ts";
import type { StoreOptions } from "../store.ts";
import { DatabaseRefused, driverError } from "../trouble.ts";
import { busyTimeoutMs, openConnection, type Connection } from "./connection.ts";

/** Longest that a start waits for another process that holds the file, in milliseconds. */
const startPatienceMs = 10_000;

/** `file:./data/x.db`, `file:/data/x.db` and `file:///data/x.db` as a path. */
export function filePath(url: string): string {
  return url.startsWith("file://") ? fileURLToPath(url) : url.slice("file:".length);
}

type OpenOptions = Pick<StoreOptions, "clock" | "onMigration">;

/** The writer's and the readers' connection of a file that is there, ours, private and migrated. */
export async function openFile(path: string, options: OpenOptions): Promise<{ writer: Connection; reader: Connection }> {
  try {
    makePrivate(path);
    const writer = await migrated(path, options);
    return { writer, reader: openConnection(path, { readonly: true }) };
  } catch (error) {
    throw fileRefused(path, error);
  }
}

/**
 * Makes the file and its folder if they are missing. Done before SQLite does, which would let everybody read it; its side files
 * take over the mode. Throws at a file of somebody else, which stays as it is.
 */
export function makePrivate(path: string): void {
  makeFolder(dirname(path));
  const file = openSync(path, "a+", 0o600);
  try {
    if (isForeign(file)) throw new DatabaseRefused(`The database file ${path} cannot be used: ${noDatabase}.`);
    fchmodSync(file, 0o600);
  } finally {
    closeSync(file);
  }
}

const noDatabase = "it is not a SQLite database";

/** By its first bytes. A killed process may have left zeros there, which SQLite mends. */
function isForeign(file: number): boolean {
  const first = Buffer.alloc(16);
  readSync(file, first, 0, first.length, 0);
  return first.some((byte) => byte !== 0) && first.toString("latin1") !== "SQLite format 3\0";
}

/** Why the file cannot be used, as one sentence for the operator. */
export function fileRefused(path: string, error: unknown): DatabaseRefused {
  if (error instanceof DatabaseRefused) return error;
  return new DatabaseRefused(`The database file ${path} cannot be used: ${inWords(error)}.`, { cause: error });
}

/** Step by step from what is there: where no folder can be made, as in /proc, Node's own recursion never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (driverError(error).code !== "EEXIST") throw error;
  }
}

async function migrated(path: string, { clock, onMigration }: OpenOptions): Promise<Connection> {
  const writer = openConnection(path);
  try {
    await withPatience(clock, () => writer.pragma("journal_mode = wal"));
    writer.pragma("synchronous = full");
    // Off while tables may be rebuilt; on from here on.
    writer.pragma("foreign_keys = off");
    await withPatience(clock, () => migrate(writer, onMigration));
    writer.pragma("foreign_keys = on");
    writer.pragma("journal_size_limit = 67108864");
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
}

function migrate(writer: Connection, onMigration: StoreOptions["onMigration"]): void {
  const run = writer.transaction(() => {
    writer.exec(migrationTable);
    const applied = writer.prepare<[], { made_at: number }>("select made_at from schema_migrations").all();
    const known = knownMigrations("sqlite");
    for (const migration of missingMigrations(
      known,
      applied.map((row) => row.made_at),
    )) {
      if (applied.length > 0) onMigration(migration.name);
      applyMigration(writer, migration);
    }
    refuseIncomplete(lostTables(writer));
  });
  run.immediate();
}

/** Those of ours that are not there. */
export function lostTables(connection: Connection): readonly string[] {
  const rows = connection.prepare<[], { name: string }>("select name from sqlite_master where type = 'table'").all();
  return tableNames.filter((name) => !rows.some((row) => row.name === name));
}

/** Within the caller's transaction. */
export function applyMigration(writer: Connection, { statements, madeAt }: Migration): void {
  for (const statement of statements) writer.exec(statement);
  writer.prepare("insert into schema_migrations (made_at) values (?)").run(madeAt);
}

async function withPatience(clock: Clock, fn: () => unknown): Promise<void> {
  const start = clock.monotonic();
  for (;;) {
    try {
      fn();
      return;
    } catch (error) {
      const isBusy = driverError(error).code?.startsWith("SQLITE_BUSY") ?? false;
      if (!isBusy || clock.monotonic() - start >= startPatienceMs) throw error;
    }
    await sleep(clock, busyTimeoutMs);
  }
}

function inWords(error: unknown): string {
  const { code, message } = driverError(error);
  if (code === "SQLITE_NOTADB") return noDatabase;
  if (code?.startsWith("SQLITE_CORRUPT") === true) return "it is damaged; restore a backup";
  if (code?.startsWith("SQLITE_BUSY") === true) return "another program holds it";
  if (code === "EACCES" || code === "EROFS" || code === "EPERM") return "this user may not write it";
  if (code === "ENOENT") return "its folder cannot be made";
  if (code === "ENOTDIR") return "a part of its path is no folder";
  if (code === "EISDIR") return "it is a folder";
  if (code === "SQLITE_FULL" || code === "ENOSPC") return "the disk is full";
  return message.replace(/\.$/, "");
}
