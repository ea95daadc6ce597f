/** A Postgres of the bench's own that waits for the disk: the one that TEST_DATABASE_URL names, or one that is made for it and thrown away. */
import { madeAsOurs } from "@relaydeck/db/testing/postgres";
import { base62, systemRandom } from "@relaydeck/kit/random";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import postgres from "postgres";

export interface OwnPostgres {
  readonly url: string;
  /** Address of a new database without any table. */
  newDatabase(): Promise<string>;
  /** The new databases go too. */
  stop(): Promise<void>;
}

const holder = fileURLToPath(new URL("../../../check/src/postgres-holder.ts", import.meta.url));

export async function ownPostgres(): Promise<OwnPostgres> {
  const given = process.env["TEST_DATABASE_URL"] ?? "";
  const { url, stop } = given === "" ? await startPostgres() : { url: given, stop: async () => {} };
  const names: string[] = [];
  return {
    url,
    async newDatabase() {
      const name = `bench_${base62(systemRandom(), 16).toLowerCase()}`;
      await run(url, [`create database ${name} ${madeAsOurs}`]);
      names.push(name);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    async stop() {
      const drops = names.map((name) => `drop database if exists ${name} with (force)`);
      await run(url, drops);
      await stop();
    },
  };
}

async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [holder, "durable"], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (said.includes("\n")) resolve(said.trim());
    });
    child.once("close", () => reject(new Error("Postgres could not be started; name a running one in TEST_DATABASE_URL")));
  });
  return {
    url,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    for (const statement of statements) await client.unsafe(statement);
  } finally {
    await client.end();
  }
}
