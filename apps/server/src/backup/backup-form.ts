/**
 * The form of a backup: lines of JSON, gzipped. docs/adr/0018-backup.md says why.
 *
 * First the heading. Then, for each table that has rows, a line with its name and one line for each row: its values in the order
 * of the heading's columns. At the end the closing, with the rows of each table and the SHA-256 of all bytes before it.
 */
import type { HeldColumn, HeldTable } from "@relaydeck/db/backup/held";
import * as z from "zod/mini";

/** Rises when an older program could not read what a newer one writes. */
export const formatNumber = 1;

/** Bytes of the longest line that is read: what a row may hold is bounded far below that. */
export const longestLine = 16 * 1024 * 1024;

const name = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,62}$/));
const Column = z.tuple([name, z.enum(["string", "number", "boolean", "json"])]);

/** What the headings of all formats say, so that a newer one is known for what it is. */
export const AnyHeading = z.looseObject({
  relaydeck: z.literal("backup"),
  format: z.int().check(z.positive()),
  version: z.string().check(z.regex(/^[\w.+-]{1,64}$/)),
});

export const Heading = z.strictObject({
  relaydeck: z.literal("backup"),
  format: z.literal(formatNumber),
  /** Of the program that made it. */
  version: z.string().check(z.regex(/^[\w.+-]{1,64}$/)),
  madeAt: z.iso.datetime(),
  /** The migrations that had made its tables, by what they do; the state of the schema. */
  migrations: z.array(name).check(z.maxLength(10_000)),
  tables: z.array(z.strictObject({ name, columns: z.array(Column) })).check(z.maxLength(1_000)),
});
export type Heading = z.infer<typeof Heading>;

export const TableLine = z.strictObject({ table: name });

/** How the closing begins, and no other line does. */
export const closingStart = '{"rows":';
export const Closing = z.strictObject({
  rows: z.record(name, z.int().check(z.nonnegative())),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type Closing = z.infer<typeof Closing>;

export function tablesIn(heading: Heading): HeldTable[] {
  return heading.tables.map((table) => ({
    name: table.name,
    columns: table.columns.map(([column, kind]) => ({ name: column, kind })),
  }));
}

export function tablesOut(tables: readonly HeldTable[]): Heading["tables"] {
  return tables.map((table) => ({ name: table.name, columns: table.columns.map((column) => [column.name, column.kind]) }));
}

export function isRow({ columns }: HeldTable, value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length === columns.length && columns.every(({ kind }, at) => isOfKind(kind, value[at]));
}

/** A number that no column of ours can hold would be taken by SQLite, and break what reads it. */
function isOfKind(kind: HeldColumn["kind"], value: unknown): boolean {
  if (kind === "number" && typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return kind === "json" || value === null || typeof value === kind;
}

/** All rows of all tables. */
export function rowsIn({ rows }: Closing): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}
