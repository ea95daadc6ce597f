/**
 * Makes dist/, which `pnpm pack` puts into the tarball: plain JavaScript and declarations, file by file as the compiler writes
 * them, of the client and of what it takes from contract and kit. (docs/adr/0019-packed-client.md)
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { packedFiles } from "./packed-files.ts";
import { packedManifest } from "./packed-manifest.ts";

/** What programs may import, as `@relaydeck/client/<entry>`; README.md names the same. */
const entries = ["relaydeck", "relaydeck-error", "react", "live/live-state", "commands/outcome"];

const home = join(import.meta.dirname, "..");
const emitted = mkdtempSync(join(tmpdir(), "relaydeck-client-"));
try {
  compile();
  rmSync(join(home, "dist"), { recursive: true, force: true });
  const { files, foreign } = packedFiles(emitted, entries);
  for (const { path, text } of files) put(path, text);
  put("package.json", packedManifest({ home, entries, foreign }));
  put("README.md", readFileSync(join(home, "README.md"), "utf8"));
} catch (error) {
  process.stderr.write(`The client was not built: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  rmSync(emitted, { recursive: true, force: true });
}

function compile(): void {
  const args = ["-p", join(home, "build"), "--outDir", emitted];
  const { status, stdout, error } = spawnSync(join(home, "node_modules/.bin/tsc"), args, { encoding: "utf8" });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`its sources do not compile.\n${stdout}`);
}

function put(path: string, text: string): void {
  const file = join(home, "dist", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
