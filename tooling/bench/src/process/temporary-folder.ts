import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

/** A folder that goes when this process goes. */
export function temporaryFolder(name: string): string {
  if (folders.length === 0) process.once("exit", removeAll);
  const folder = mkdtempSync(join(tmpdir(), `relaydeck-bench-${name}-`));
  folders.push(folder);
  return folder;
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
