/**
 * Reads a backup file and believes none of it: names, forms, counts and the checksum are compared on the way. [EX-3]
 *
 * A piece at a time is in memory. What was read is right only once the end was reached.
 */
import type { HeldTable } from "@relaydeck/db/backup/held";
import type { Portion } from "@relaydeck/db/backup/restore";
import { driverError } from "@relaydeck/db/trouble";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { CommandFailed } from "../commands/command-line.ts";
import {
  AnyHeading,
  Closing,
  closingStart,
  formatNumber,
  Heading,
  isRow,
  longestLine,
  TableLine,
  tablesIn,
} from "./backup-form.ts";

/** Bytes that are unpacked at a time. */
const pieceBytes = 1024 * 1024;

const damaged = "is damaged or cut off. Use another backup";

/** What is in the file does not hold together. */
class Damaged extends Error {}

/** Throws `CommandFailed` with one sentence where it is no backup, one of a newer format, or cannot be read. */
export async function readHeading(file: string): Promise<Heading> {
  try {
    for await (const lines of linesOf(file)) return headingIn(file, lines[0] ?? "");
  } catch (error) {
    // What begins as gzip does was one, maybe.
    const isPacked = driverError(error).code?.startsWith("Z_") === true && !/header check/.test(driverError(error).message);
    throw sentenceFor(file, error, isPacked ? damaged : "is no backup of this program");
  }
  throw new CommandFailed(`${file} is no backup of this program.`);
}

export function newerThanWe(file: string, version: string): CommandFailed {
  return new CommandFailed(`${file} was made by a newer version of this program (${version}). Restore it with that version.`);
}

/** All rows, and at the end the closing. Throws `CommandFailed` where anything is not as it was written. */
export async function* readPortions(file: string, heading: Heading): AsyncGenerator<Portion, Closing> {
  const reading = new Reading(heading);
  try {
    for await (const lines of linesOf(file)) yield* reading.portionsIn(lines);
    return reading.end();
  } catch (error) {
    throw sentenceFor(file, error, damaged);
  }
}

/** Where in the file we are. */
class Reading {
  readonly #tables: ReadonlyMap<string, HeldTable>;
  readonly #hash = createHash("sha256");
  readonly #counts: Record<string, number>;
  #table: HeldTable | null = null;
  #isBegun = false;
  #closing: Closing | null = null;

  constructor(heading: Heading) {
    const tables = tablesIn(heading);
    this.#tables = new Map(tables.map((table) => [table.name, table]));
    this.#counts = Object.fromEntries(tables.map(({ name }) => [name, 0]));
  }

  *portionsIn(lines: readonly string[]): Generator<Portion> {
    if (this.#closing !== null) throw new Damaged("Something follows the closing");
    const isLast = lines.at(-1)?.startsWith(closingStart) === true;
    const body = isLast ? lines.slice(0, -1) : lines;
    if (body.length > 0) this.#hash.update(`${body.join("\n")}\n`);
    let rows: (readonly unknown[])[] = [];
    for (const line of this.#isBegun ? body : body.slice(1)) {
      if (line.startsWith("[")) {
        rows.push(this.#row(line));
        continue;
      }
      yield* this.#portion(rows);
      rows = [];
      this.#table = this.#named(line);
    }
    this.#isBegun = true;
    yield* this.#portion(rows);
    if (isLast) this.#closing = Closing.parse(JSON.parse(lines.at(-1) ?? ""));
  }

  end(): Closing {
    const closing = this.#closing;
    if (closing === null) throw new Damaged("There is no closing");
    const isWhole = closing.sha256 === this.#hash.digest("hex");
    const counts = Object.entries({ ...this.#counts, ...closing.rows });
    if (!isWhole || counts.some(([name, count]) => this.#counts[name] !== count)) throw new Damaged("It is not what was written");
    return closing;
  }

  *#portion(rows: readonly (readonly unknown[])[]): Generator<Portion> {
    if (rows.length === 0 || this.#table === null) return;
    this.#counts[this.#table.name] = (this.#counts[this.#table.name] ?? 0) + rows.length;
    yield { table: this.#table, rows };
  }

  #row(line: string): readonly unknown[] {
    const row: unknown = JSON.parse(line);
    if (this.#table === null || !isRow(this.#table, row)) throw new Damaged("A row does not fit its table");
    return row;
  }

  #named(line: string): HeldTable {
    const table = this.#tables.get(TableLine.parse(JSON.parse(line)).table);
    if (table === undefined) throw new Damaged("The heading does not name the table");
    return table;
  }
}

function headingIn(file: string, line: string): Heading {
  const any = AnyHeading.parse(JSON.parse(line));
  if (any.format > formatNumber) throw newerThanWe(file, any.version);
  return Heading.parse(any);
}

/** Whole lines, as many as a piece brings. */
async function* linesOf(file: string): AsyncGenerator<readonly string[]> {
  const packed = createReadStream(file);
  const unpacked = createGunzip({ chunkSize: pieceBytes });
  packed.on("error", (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      const lines = (rest + decoder.write(piece)).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > longestLine) throw new Damaged("A line does not end");
      if (lines.length > 0) yield lines;
    }
  } finally {
    packed.destroy();
  }
  if (rest !== "") throw new Damaged("The last line does not end");
}

function sentenceFor(file: string, error: unknown, trouble: string): unknown {
  const { code = "" } = driverError(error);
  if (code === "ENOENT") return new CommandFailed(`There is no file ${file}.`);
  if (/^E[A-Z]+$/.test(code)) return new CommandFailed(`${file} cannot be read (${code}).`);
  const isInFile = error instanceof Damaged || error instanceof SyntaxError || code.startsWith("Z_") || isZodError(error);
  return isInFile ? new CommandFailed(`${file} ${trouble}.`) : error;
}

function isZodError(error: unknown): boolean {
  return error instanceof Error && error.name.endsWith("ZodError");
}
