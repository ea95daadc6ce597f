/**
 * Writes a backup file, readable by its owner alone. [DA-3]
 *
 * It bears another name until it is whole and on disk, so that what was broken off is never taken for a backup.
 */
import { heldTables } from "@relaydeck/db/backup/held";
import { withSnapshot, type Dumped } from "@relaydeck/db/backup/snapshot";
import { driverError } from "@relaydeck/db/trouble";
import { createHash } from "node:crypto";
import { createWriteStream, existsSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { CommandEnded, CommandFailed } from "../commands/command-line.ts";
import { formatNumber, tablesOut, type Closing, type Heading } from "./backup-form.ts";

interface BackupWish {
  readonly databaseUrl: string;
  readonly file: string;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** Told of so many rows more. */
  readonly onRows: (count: number) => void;
  /** Ends it; nothing is left then. */
  readonly signal: AbortSignal;
}

export interface Written {
  readonly closing: Closing;
  /** Of the file. */
  readonly bytes: number;
}

/** More costs more time than it saves room. */
const compression = { level: 4, chunkSize: 256 * 1024 } as const;

/** Throws `CommandFailed` with one sentence where the file is there already or cannot be written. */
export async function writeBackup(wish: BackupWish): Promise<Written> {
  const { file } = wish;
  const unfinished = `${file}.new`;
  refuseIfThere(file);
  return withSnapshot(wish.databaseUrl, async (dumped) => {
    const fd = openNew(unfinished);
    try {
      const closing = await write(wish, dumped, fd);
      refuseIfThere(file);
      renameSync(unfinished, file);
      return { closing, bytes: statSync(file).size };
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  });
}

function refuseIfThere(file: string): void {
  if (existsSync(file)) throw new CommandFailed(`${file} is there already and is not overwritten. Name another file.`);
}

function openNew(file: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (error) {
    const { code, message } = driverError(error);
    if (code === "EEXIST")
      throw new CommandFailed(`${file} is there: another backup is being written, or was broken off. In that case remove it.`);
    throw new CommandFailed(`${file} cannot be written (${message}).`);
  }
}

async function write(wish: BackupWish, dumped: Dumped, fd: number): Promise<Closing> {
  const closing: Closing = { rows: {}, sha256: "" };
  const out = createWriteStream("", { fd, flush: true });
  try {
    await pipeline(textOf(wish, dumped, closing), createGzip(compression), out, { signal: wish.signal });
  } catch (error) {
    if (wish.signal.aborted) throw new CommandEnded("Ended before it was whole; no file is left.");
    // Trouble of the database comes by its own names.
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new CommandFailed(`${wish.file} cannot be written (${driverError(error).code ?? error.message}).`);
  }
  return closing;
}

/** Fills in the closing on its way. */
async function* textOf(wish: BackupWish, dumped: Dumped, closing: Closing): AsyncGenerator<string> {
  const hash = createHash("sha256");
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  yield hashed(`${JSON.stringify(headingOf(wish, dumped))}\n`);
  for (const table of heldTables) {
    closing.rows[table.name] = 0;
    for await (const rows of dumped.rows(table)) {
      if (rows.length === 0) continue;
      const isFirst = closing.rows[table.name] === 0;
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
      yield hashed(isFirst ? `${JSON.stringify({ table: table.name })}\n${lines}` : lines);
      closing.rows[table.name] = (closing.rows[table.name] ?? 0) + rows.length;
      wish.onRows(rows.length);
    }
  }
  closing.sha256 = hash.digest("hex");
  yield `${JSON.stringify(closing)}\n`;
}

function headingOf({ version, madeAt }: BackupWish, { migrations }: Dumped): Heading {
  const about = { version, madeAt: new Date(madeAt).toISOString(), migrations: [...migrations] };
  return { relaydeck: "backup", format: formatNumber, ...about, tables: tablesOut(heldTables) };
}
