import { statSync } from "node:fs";
import { openConnection, type Connection } from "../sqlite/connection.ts";
import { filePath, fileRefused, lostTables } from "../sqlite/file.ts";
import { DatabaseRefused, NoDatabase, withoutStatement } from "../trouble.ts";
import { namesIn, rowsAtOnce, type HeldColumn, type HeldRow, type HeldTable } from "./held.ts";
import type { Snapshot } from "./snapshot.ts";

/** Nothing else goes on in this process, so it may stand still so long for a lock, in milliseconds. */
export const lockPatienceMs = 10_000;

/** A reader of the write-ahead log sees what was committed when it began, and keeps no writer waiting. */
export async function withSqliteSnapshot<R>(url: string, work: (snapshot: Snapshot) => Promise<R>): Promise<R> {
  const { connection, applied, lost } = begin(filePath(url));
  try {
    return await work({ applied, lost, rows: (table) => rowsOf(connection, table) });
  } finally {
    connection.close();
  }
}

function begin(path: string): { connection: Connection } & Omit<Snapshot, "rows"> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new NoDatabase(`There is no database file ${path}.`);
  if (found.isDirectory()) throw new DatabaseRefused(`The database file ${path} cannot be used: it is a folder.`);
  let connection: Connection | null = null;
  try {
    connection = openConnection(path, { readonly: true });
    connection.pragma(`busy_timeout = ${lockPatienceMs}`);
    connection.exec("begin");
    const ours = connection.prepare("select 1 from sqlite_master where name = 'schema_migrations'").get();
    if (ours === undefined) throw new NoDatabase(`The database file ${path} holds nothing of this program.`);
    const applied = connection.prepare<[], { made_at: number }>("select made_at from schema_migrations").all();
    return { connection, applied: applied.map((row) => row.made_at), lost: lostTables(connection) };
  } catch (error) {
    connection?.close();
    throw fileRefused(path, error);
  }
}

async function* rowsOf(connection: Connection, table: HeldTable): AsyncGenerator<readonly HeldRow[]> {
  const found = connection
    .prepare<[], unknown[]>(`select ${namesIn(table)} from "${table.name}"`)
    .raw(true)
    .iterate();
  let portion: HeldRow[] = [];
  try {
    for (const row of found) {
      portion.push(table.columns.map(({ kind }, index) => asJson(kind, row[index])));
      if (portion.length < rowsAtOnce) continue;
      yield portion;
      portion = [];
    }
  } catch (error) {
    throw withoutStatement(error);
  }
  yield portion;
}

/** SQLite keeps JSON as text and knows no booleans. */
function asJson(kind: HeldColumn["kind"], value: unknown): unknown {
  if (value === null) return null;
  if (kind === "boolean") return value === 1;
  return kind === "json" && typeof value === "string" ? JSON.parse(value) : value;
}
