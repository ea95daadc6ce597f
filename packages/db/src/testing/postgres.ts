/**
 * Databases for tests on the Postgres server that RELAYDECK_TEST_POSTGRES_URL names; whoever starts the tests provides it.
 *
 * They sort text as SQLite does (locale C), so one suite holds for both.
 */
import { base62, systemRandom } from "@relaydeck/kit/random";
import postgres from "postgres";

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** How a database is made as compose.yaml's server makes them: text in the order of its bytes, with the cases of all letters. */
export const madeAsOurs = `template template0 encoding 'UTF8' locale 'C' locale_provider builtin builtin_locale 'C.UTF-8'`;

/** A new database without any table. */
export function createTestDatabase(from = madeAsOurs): Promise<TestDatabase> {
  return create(from);
}

/** A new database as the migrations leave it: a copy, file by file, of the one that template-setup.ts has made. */
export function createMigratedDatabase(): Promise<TestDatabase> {
  return create(`template ${named("RELAYDECK_TEST_POSTGRES_TEMPLATE")} strategy file_copy`);
}

async function create(from: string): Promise<TestDatabase> {
  const name = `test_${base62(systemRandom(), 16).toLowerCase()}`;
  await ask(`create database ${name} ${from}`);
  const url = new URL(named("RELAYDECK_TEST_POSTGRES_URL"));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => ask(`drop database if exists ${name} with (force)`) };
}

function named(variable: string): string {
  const value = process.env[variable];
  if (value === undefined || value === "") throw new Error(`${variable} is not set: these tests run in the database project.`);
  return value;
}

let client: postgres.Sql | null = null;

/** On one connection for all tests of a process: to open one takes as long as to copy a database. */
async function ask(statement: string): Promise<void> {
  client ??= postgres(named("RELAYDECK_TEST_POSTGRES_URL"), { max: 1, idle_timeout: 10, onnotice: () => {} });
  await client.unsafe(statement);
}
