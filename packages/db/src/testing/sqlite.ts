/** SQLite files for tests, as the migrations leave them: migrated once in a process, and written as often as they are wanted. */
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../open.ts";

let template: Promise<Uint8Array> | null = null;

/** The bytes of a migrated, empty database. */
export function migratedFile(): Promise<Uint8Array> {
  template ??= makeTemplate();
  return template;
}

async function makeTemplate(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "relaydeck-template-"));
  const path = join(folder, "template.db");
  const store = await openStore({ url: `file:${path}`, clock: new ManualClock() });
  await store.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true, force: true });
  return bytes;
}
