/**
 * What a backup holds: rows of every table but those that open something or belong to processes that run. [DA-1]
 *
 * A new table is held by itself. Values are written as JSON knows them, whichever database they come from.
 */
import { getTableColumns, getTableName } from "drizzle-orm";
import { columnName } from "../dialect/column-name.ts";
import { pgDialect } from "../dialect/columns.ts";
import { defineSchema, type Schema } from "../schema.ts";

export interface HeldColumn {
  readonly name: string;
  readonly kind: "string" | "number" | "boolean" | "json";
}

/** A table by the names of the databases. */
export interface HeldTable {
  readonly name: string;
  readonly columns: readonly HeldColumn[];
}

/** Values in the order of the columns: null, text, a number, true or false, or for `json` whatever JSON it is. */
export type HeldRow = readonly unknown[];

/** Rows that are read into memory at a time. */
export const rowsAtOnce = 500;

/** Sessions, tokens and what leads to one; mails, whose texts carry such links; what counts for a few minutes or one process. */
const leftOut: ReadonlySet<keyof Schema> = new Set([
  "sessions",
  "adminSessions",
  "knownBrowsers",
  "apiTokens",
  "mailTokens",
  "signInChallenges",
  "googleFlows",
  "mailOutbox",
  "leases",
  "rateLimits",
]);

const schema = defineSchema(pgDialect);
const tables = Object.entries(schema) as [keyof Schema, Schema[keyof Schema]][];

/** In an order in which no row comes before one that it points to. */
export const heldTables: readonly HeldTable[] = tables
  .filter(([key]) => !leftOut.has(key))
  .map(([, table]) => ({
    name: getTableName(table),
    columns: Object.entries(getTableColumns(table)).map(([key, { dataType }]) => ({
      name: columnName(key),
      kind: kindOf(dataType),
    })),
  }));

/** Every table of this program, held or not. */
export const tableNames: readonly string[] = tables.map(([, table]) => getTableName(table));
export const leftOutNames: ReadonlySet<string> = new Set(
  tables.flatMap(([key, table]) => (leftOut.has(key) ? [getTableName(table)] : [])),
);

function kindOf(dataType: string): HeldColumn["kind"] {
  if (dataType === "string" || dataType === "number" || dataType === "boolean" || dataType === "json") return dataType;
  throw new Error(`The vocabulary of columns has no ${dataType}`);
}

/** For statements that name columns. */
export function namesIn({ columns }: HeldTable): string {
  return columns.map(({ name }) => `"${name}"`).join(", ");
}
