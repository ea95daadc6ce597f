/** Both databases have one schema, and the committed migrations make exactly it. */
import { readFileSync } from "node:fs";
import { generateDrizzleJson, generateMigration, generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { getTableColumns, getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { pgDialect, sqliteDialect } from "./dialect/columns.ts";
import { defineSchema, type Schema } from "./schema.ts";
import * as pgExports from "./schema.pg.ts";
import * as sqliteExports from "./schema.sqlite.ts";
import { openTestPostgresStore, openTestStore } from "./testing/stores.ts";

function columnsOf(schema: Schema) {
  return Object.entries(schema).map(([name, table]) => ({
    name,
    table: getTableName(table),
    columns: Object.entries(getTableColumns(table)).map(([key, column]) => ({
      key,
      isRequired: column.notNull,
      hasDefault: column.hasDefault,
      isPrimary: column.primary,
      default: column.default,
    })),
  }));
}

/** The last snapshot that drizzle-kit wrote for a dialect. */
function lastSnapshot(dialect: "sqlite" | "pg"): unknown {
  const folder = new URL(`../migrations/${dialect}/meta/`, import.meta.url);
  const journal = JSON.parse(readFileSync(new URL("_journal.json", folder), "utf8")) as { entries: { idx: number }[] };
  const last = String(journal.entries.at(-1)?.idx).padStart(4, "0");
  return JSON.parse(readFileSync(new URL(`${last}_snapshot.json`, folder), "utf8"));
}

test("both databases have the same tables with the same columns", () => {
  expect(columnsOf(defineSchema(sqliteDialect))).toEqual(columnsOf(defineSchema(pgDialect)));
});

test("every table is exported to drizzle-kit for both databases", () => {
  const names = Object.keys(defineSchema(pgDialect)).toSorted((a, b) => a.localeCompare(b));
  for (const exported of [pgExports, sqliteExports]) {
    expect(Object.keys(exported).toSorted((a, b) => a.localeCompare(b))).toEqual(names);
  }
});

test("the committed migrations lead to this schema: generating again would find nothing", async () => {
  const pgNow = generateDrizzleJson(pgExports, "", undefined, "snake_case");
  expect(await generateMigration(lastSnapshot("pg") as typeof pgNow, pgNow)).toEqual([]);
  const sqliteNow = await generateSQLiteDrizzleJson(sqliteExports, "", "snake_case");
  expect(await generateSQLiteMigration(lastSnapshot("sqlite") as typeof sqliteNow, sqliteNow)).toEqual([]);
});

test("every column of the schema is there in a migrated database of each kind", async () => {
  for (const { store, close } of [await openTestStore(), await openTestPostgresStore()]) {
    for (const table of Object.values(store.t)) expect(await store.read.db.select().from(table)).toEqual([]);
    await close();
  }
});
