/** A Postgres of the bench's own: the one that TEST_DATABASE_URL names, or one that is made for it and thrown away. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface OwnPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

const holder = fileURLToPath(new URL("../../../check/src/postgres-holder.ts", import.meta.url));

export async function ownPostgres(): Promise<OwnPostgres> {
  const given = process.env["TEST_DATABASE_URL"] ?? "";
  if (given !== "") return { url: given, stop: async () => {} };
  const child = spawn(process.execPath, [holder], { stdio: ["pipe", "pipe", "inherit"] });
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
