/** The `relaydeck` command as it is typed, in a folder that goes with the tests of its file. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { withoutProgress } from "./without-progress.ts";

/** The built program. */
const cli = join(import.meta.dirname, "../../dist/cli.js");

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface CommandFolder {
  readonly folder: string;
  /** In a folder without `.env`, with these settings alone. */
  readonly relaydeck: (args: readonly string[], settings?: Readonly<Record<string, string>>, cwd?: string) => Promise<Said>;
}

export function commandFolder(): CommandFolder {
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-cli-"));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    relaydeck: (args, settings = {}, cwd = folder) =>
      new Promise((resolve) => {
        const child = execFile(process.execPath, [cli, ...args], { cwd, env: settings }, (_error, out, err) =>
          resolve({ code: child.exitCode ?? -1, out, err: withoutProgress(err) }),
        );
      }),
  };
}
