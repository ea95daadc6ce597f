/** One suite, two databases: every test of a suite gets a migrated store without rows, of the dialect it runs on. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock, type Clock } from "@relaydeck/kit/clock";
import { afterAll, afterEach, beforeAll, beforeEach, describe } from "vitest";
import { openStore } from "../open.ts";
import type { Store } from "../store.ts";
import { emptiedStore, type EmptiedStore } from "./emptied-store.ts";
import { createMigratedDatabase, type TestDatabase } from "./postgres.ts";
import { migratedFile } from "./sqlite.ts";

export interface TestStore {
  readonly store: Store;
  readonly url: string;
  /** Another store on the same database, as a second node or process would open; closed with the store. */
  readonly again: () => Promise<Store>;
  readonly close: () => Promise<void>;
}

/** A migrated SQLite store in a folder of its own. The caller closes it. */
export async function openTestStore(options: { clock?: Clock } = {}): Promise<TestStore> {
  return openAt(await newFile(), options.clock ?? systemClock({ unref: true }));
}

/** The same on Postgres, in a database of its own. */
export async function openTestPostgresStore(options: { clock?: Clock } = {}): Promise<TestStore> {
  return openAt(await createMigratedDatabase(), options.clock ?? systemClock({ unref: true }));
}

/**
 * Declares the suite once for each database. `fresh()` gives the store of the running test; on Postgres the tests share one that is
 * emptied after each.
 */
export function describeOnBothStores(name: string, suite: (fresh: () => TestStore) => void): void {
  describeOn(name, suite, [onSqlite, onPostgres]);
}

const isFull = process.env["RELAYDECK_FULL"] === "1";

/**
 * For what knows of databases by the store alone, as the stories of packages/api: in `npm test` on Postgres, where two run at once,
 * while the whole product is tested on SQLite; in `npm run test:full` on both.
 */
export function describeOnStores(name: string, suite: (fresh: () => TestStore) => void): void {
  describeOn(name, suite, isFull ? [onSqlite, onPostgres] : [onPostgres]);
}

/** With a new Postgres for each test: where a table is taken away, a store closed, or the live log counted from its first number. */
export function describeOnOwnStores(name: string, suite: (fresh: () => TestStore) => void): void {
  describeOn(name, suite, [onSqlite, { dialect: "Postgres", stores: () => ownStores(openTestPostgresStore) }]);
}

interface Database {
  readonly dialect: string;
  readonly stores: () => () => TestStore;
}

const onSqlite: Database = { dialect: "SQLite", stores: () => ownStores(openTestStore) };
const onPostgres: Database = { dialect: "Postgres", stores: sharedStore };

function describeOn(name: string, suite: (fresh: () => TestStore) => void, on: readonly Database[]): void {
  describe.each(on)(`${name} on $dialect`, ({ stores }) => {
    suite(stores());
  });
}

function ownStores(open: () => Promise<TestStore>): () => TestStore {
  let current: TestStore | null = null;
  beforeEach(async () => {
    current = await open();
  }, 60_000);
  afterEach(async () => {
    await current?.close();
    current = null;
  });
  return () => ofTheTest(current);
}

function sharedStore(): () => TestStore {
  let shared: EmptiedStore | null = null;
  beforeAll(async () => {
    shared = emptiedStore(await openTestPostgresStore());
  }, 60_000);
  afterEach(() => shared?.empty());
  afterAll(() => shared?.close());
  return () => ofTheTest(shared);
}

function ofTheTest(store: TestStore | null): TestStore {
  if (store === null) throw new Error("fresh() is for inside of a test");
  return store;
}

async function openAt(place: TestDatabase, clock: Clock): Promise<TestStore> {
  const opened: Store[] = [];
  async function open(): Promise<Store> {
    const store = await openStore({ url: place.url, clock });
    opened.push(store);
    return store;
  }
  return {
    store: await open(),
    url: place.url,
    again: open,
    async close() {
      await Promise.all(opened.map((store) => store.close()));
      await place.drop();
    },
  };
}

async function newFile(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-db-"));
  const path = join(folder, "test.db");
  writeFileSync(path, await migratedFile());
  return { url: `file:${path}`, drop: async () => rmSync(folder, { recursive: true, force: true }) };
}
