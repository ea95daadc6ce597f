/** Backups of tests: made in this process, and rewritten line by line. */
import { assert } from "@relaydeck/kit/assert";
import { createTestDatabase } from "@relaydeck/db/testing/postgres";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { writeBackup, type Written } from "../backup/write-backup.ts";

export type Kind = "sqlite" | "postgres";

/** A folder for backups and for databases without any table; `close` removes all of it. */
export class BackupPlace {
  readonly folder = mkdtempSync(join(tmpdir(), "relaydeck-backup-"));
  readonly #drops: (() => Promise<void>)[] = [];
  #made = 0;

  /** A name that is not taken. */
  file(): string {
    this.#made += 1;
    return join(this.folder, `backup-${this.#made}`);
  }

  async emptyDatabase(kind: Kind): Promise<string> {
    if (kind === "sqlite") return `file:${this.file()}.db`;
    const { url, drop } = await createTestDatabase();
    this.#drops.push(drop);
    return url;
  }

  write(databaseUrl: string, file: string): Promise<Written> {
    const { signal } = new AbortController();
    return writeBackup({ databaseUrl, file, version: "0.1.0", madeAt: 0, onRows: () => {}, signal });
  }

  async close(): Promise<void> {
    for (const drop of this.#drops) await drop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function linesIn(file: string): string[] {
  return gunzipSync(readFileSync(file)).toString("utf8").trimEnd().split("\n");
}

/** Writes these lines with a closing whose sum is right, so that nothing but what they say is wrong. */
export function writeLines(file: string, lines: readonly string[]): void {
  const closing = lines.at(-1) ?? "";
  assert(closing.startsWith('{"rows":'), "The last line is the closing");
  const text = lines
    .slice(0, -1)
    .map((line) => `${line}\n`)
    .join("");
  const sha256 = createHash("sha256").update(text).digest("hex");
  const end = `${JSON.stringify({ ...(JSON.parse(closing) as object), sha256 })}\n`;
  writeFileSync(file, gzipSync(text + end), { mode: 0o600 });
}
