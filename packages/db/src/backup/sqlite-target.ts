import { existsSync, rmSync, statSync } from "node:fs";
import { storableJson, storableText } from "../dialect/columns.ts";
import { migrationTable } from "../migrations.ts";
import { openConnection, type Connection } from "../sqlite/connection.ts";
import { applyMigration, fileRefused, filePath, makePrivate } from "../sqlite/file.ts";
import { DatabaseRefused, troubleOf } from "../trouble.ts";
import { namesIn, type HeldColumn, type HeldTable } from "./held.ts";
import type { Portion, Target } from "./restore.ts";
import { lockPatienceMs } from "./sqlite-snapshot.ts";

/** Memory for pages, in KiB: indexes that do not fit are read anew for every row. */
const cacheKib = 512_000;

export async function withSqliteTarget(url: string, work: (target: Target) => Promise<void>): Promise<void> {
  const path = filePath(url);
  const isOurs = !existsSync(path);
  try {
    await inTransaction(begin(path), work);
  } catch (error) {
    if (isOurs) removeEmpty(path);
    throw troubleOf(error) ?? error;
  }
}

async function inTransaction(connection: Connection, work: (target: Target) => Promise<void>): Promise<void> {
  try {
    await work(targetOn(connection));
    connection.exec("commit");
  } finally {
    // What was not committed is undone.
    connection.close();
  }
}

/** Not what another program has put there meanwhile. */
function removeEmpty(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path);
}

function begin(path: string): Connection {
  let connection: Connection | null = null;
  try {
    makePrivate(path);
    connection = openConnection(path);
    connection.pragma(`busy_timeout = ${lockPatienceMs}`);
    connection.pragma(`cache_size = -${cacheKib}`);
    connection.pragma("synchronous = full");
    // Off while tables may be rebuilt; asked at the end.
    connection.pragma("foreign_keys = off");
    connection.exec("begin immediate");
    return connection;
  } catch (error) {
    connection?.close();
    throw fileRefused(path, error);
  }
}

function targetOn(connection: Connection): Target {
  const names = (statement: string, ...values: string[]) =>
    connection
      .prepare<string[], { name: string }>(statement)
      .all(...values)
      .map(({ name }) => name);
  return {
    dialect: "sqlite",
    tables: async () => names("select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'"),
    columns: async (table) => names("select name from pragma_table_info(?)", table),
    holdsRows: async (table) => connection.prepare(`select 1 from "${table}" limit 1`).get() !== undefined,
    async applied() {
      connection.exec(migrationTable);
      const rows = connection.prepare<[], { made_at: number }>("select made_at from schema_migrations").all();
      return rows.map((row) => row.made_at);
    },
    apply: async (migration) => applyMigration(connection, migration),
    insert: async (portion) => insert(connection, portion),
    run: async (statement) => void connection.exec(statement),
    last: { what: "looking whether all rows belong together", run: async () => refuseLoose(connection) },
  };
}

function refuseLoose(connection: Connection): void {
  if (connection.prepare("pragma foreign_key_check").get() !== undefined)
    throw new DatabaseRefused("The rows of the backup do not belong together: one names another that is missing.");
}

function insert(connection: Connection, { table, rows }: Portion): void {
  const marks = table.columns.map(() => "?").join(", ");
  const statement = connection.prepare<unknown[]>(`insert into "${table.name}" (${namesIn(table)}) values (${marks})`);
  for (const row of rows) statement.run(...valuesOf(table, row));
}

function valuesOf({ columns }: HeldTable, row: readonly unknown[]): unknown[] {
  return columns.map(({ kind }, index) => asStored(kind, row[index]));
}

/** SQLite keeps JSON as text and knows no booleans. */
function asStored(kind: HeldColumn["kind"], value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (kind === "json") return storableJson(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "string" ? storableText(value) : value;
}
