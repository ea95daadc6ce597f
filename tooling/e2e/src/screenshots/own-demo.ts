/** A demo of its own: the real server in an empty folder and on free ports, gone afterwards with everything it wrote. */
import { once } from "node:events";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { Readable } from "node:stream";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@relaydeck/kit/testing/free-port";
import { adminEnvironment } from "../browser/admin-screens.ts";

export interface OwnDemo {
  readonly origin: string;
  end(): Promise<void>;
}

const commandLine = fileURLToPath(new URL("../../../../apps/server/dist/cli.js", import.meta.url));

/** Resolves when it serves; throws with what the server said when it does not start. */
export async function startOwnDemo(): Promise<OwnDemo> {
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-screenshots-"));
  const port = await freePort();
  const server = spawn(process.execPath, [commandLine, "serve"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], PORT: String(port), SIMULATOR_PORT: "0", LOG_LEVEL: "warn", ...adminEnvironment },
    stdio: ["ignore", "inherit", "pipe"],
  });
  const ended = once(server, "exit");
  const end = async () => {
    server.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const said = await firstLines(server);
  if (said.startsWith("Relaydeck ")) return { origin: `http://localhost:${port}`, end };
  await end();
  throw new Error(`The server did not start: ${said}`);
}

/** What it says first, or nothing when it ends before. The stream is read on, or the server could not speak any more. */
async function firstLines(server: ChildProcessByStdio<null, null, Readable>): Promise<string> {
  const lines = await Promise.race([once(server.stderr, "data"), once(server, "exit").then(() => ["it said nothing."])]);
  server.stderr.resume();
  return String(lines[0]);
}
