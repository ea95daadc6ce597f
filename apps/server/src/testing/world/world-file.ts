/**
 * The world's database: a real SQLite file, made by copying a migrated one, and a second pair of eyes on it.
 *
 * The eyes are another driver than the product's and see committed rows only, at any moment and without waiting.
 * Files lie in memory where the machine offers that, so that each sync costs nothing; that each commit syncs is proved by
 * packages/db/src/sqlite. [CM-4, ST-3]
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";

const memoryFolder = "/dev/shm";

/** A folder of its own, gone with `drop`. */
export class WorldFile {
  readonly #folder = mkdtempSync(join(existsSync(memoryFolder) ? memoryFolder : tmpdir(), "relaydeck-world-"));
  #number = 0;
  path: string;

  constructor(template: Uint8Array) {
    this.path = join(this.#folder, "0.db");
    writeFileSync(this.path, template);
  }

  /** Goes on from what is on disk at this moment, as the next start after a kill would; whoever holds the old file changes nothing. */
  crash(): void {
    const before = this.path;
    this.#number += 1;
    this.path = join(this.#folder, `${this.#number}.db`);
    copyFileSync(before, this.path);
    if (existsSync(`${before}-wal`)) copyFileSync(`${before}-wal`, `${this.path}-wal`);
  }

  drop(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export type Row = Readonly<Record<string, string | number | null>>;

/** Committed rows, read past the product. */
export class Eyes {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    this.#db = new DatabaseSync(path, { readOnly: true });
  }

  rows(text: string, ...values: (string | number | null)[]): Row[] {
    let statement = this.#statements.get(text);
    if (statement === undefined) this.#statements.set(text, (statement = this.#db.prepare(text)));
    return statement.all(...values).map((row) => row as Row); // No column is a blob or a 64-bit integer.
  }

  close(): void {
    this.#db.close();
  }
}
