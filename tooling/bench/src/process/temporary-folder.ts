import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder that goes when this process goes. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `relaydeck-bench-${name}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
