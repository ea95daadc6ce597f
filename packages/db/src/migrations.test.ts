import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@relaydeck/kit/clock";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { knownMigrations, migrationTable } from "./migrations.ts";
import { openStore } from "./open.ts";
import { applyMigration as applyToPostgres } from "./postgres/migrate.ts";
import { openConnection } from "./sqlite/connection.ts";
import { applyMigration as applyToSqlite } from "./sqlite/file.ts";
import { createTestDatabase, type TestDatabase } from "./testing/postgres.ts";

let folder: string;
let onServer: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "relaydeck-migrations-"));
  onServer = await createTestDatabase();
});
afterAll(async () => {
  await onServer.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function openedWith(url: string): Promise<readonly string[]> {
  const told: string[] = [];
  const store = await openStore({ url, clock: systemClock(), onMigration: (name) => void told.push(name) });
  await store.close();
  return told;
}

test("of a file that is there each migration is told before it is applied, of a new one none", async () => {
  const path = join(folder, "old.db");
  const known = knownMigrations("sqlite");
  const connection = openConnection(path);
  connection.exec(migrationTable);
  for (const migration of known.slice(0, -2)) applyToSqlite(connection, migration);
  connection.close();
  expect(await openedWith(`file:${path}`)).toEqual(known.slice(-2).map(({ name }) => name));
  expect(await openedWith(`file:${path}`)).toEqual([]);
  expect(await openedWith(`file:${join(folder, "new.db")}`)).toEqual([]);
});

test("the same on Postgres", async () => {
  const known = knownMigrations("postgres");
  const client = postgres(onServer.url, { max: 1, onnotice: () => {} });
  await client.begin(async (tx) => {
    await tx.unsafe(migrationTable);
    for (const migration of known.slice(0, -2)) await applyToPostgres(tx, migration);
  });
  await client.end();
  expect(await openedWith(onServer.url)).toEqual(known.slice(-2).map(({ name }) => name));
  expect(await openedWith(onServer.url)).toEqual([]);
});
