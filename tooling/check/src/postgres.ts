/**
 * A real Postgres for tests, thrown away afterwards.
 *
 * It is held by a program of its own (postgres-holder.ts) that ends it when our end of its standard input closes, so even a
 * caller that is killed leaves neither a server nor its files.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { err, ok, type Result } from "@relaydeck/kit/result";

export interface TestPostgres {
  /** A user that may create databases; suites make their own and leave `postgres` alone. */
  readonly url: string;
  /** Ends the server and removes its files. */
  readonly stop: () => Promise<void>;
}

export async function startPostgres(): Promise<Result<TestPostgres, string>> {
  const program = fileURLToPath(new URL("postgres-holder.ts", import.meta.url));
  // A group of its own: Ctrl-C must not end the database before the suites that use it.
  const holder = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "pipe"], detached: true });
  const ended = new Promise<void>((resolve) => holder.once("close", () => resolve()));
  let errors = "";
  holder.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const url = await new Promise<string | undefined>((resolve) => {
    let output = "";
    holder.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("\n")) resolve(output.trim());
    });
    holder.once("error", () => resolve(undefined));
    holder.once("close", () => resolve(undefined));
  });
  if (url === undefined) {
    return err(`Postgres for the tests could not be started; name a running one in TEST_DATABASE_URL instead. ${errors.trim()}`);
  }
  const stop = async () => {
    holder.stdin.end();
    await ended;
  };
  return ok({ url, stop });
}
