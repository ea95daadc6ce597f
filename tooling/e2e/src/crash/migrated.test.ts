import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Program } from "../process/program.ts";
import { openDatabase, type OutsideDatabase } from "./database.ts";
import { sizeOf, whenSeen, whenStuck } from "./kill-moments.ts";
import { databases, rounds } from "./matrix.ts";

/** Signs from outside that the migration of a file has got so far; at each of them it is killed once. */
const signs: readonly ((file: string) => boolean)[] = [
  (file) => existsSync(file),
  (file) => existsSync(`${file}-wal`),
  (file) => sizeOf(file) > 0,
  (file) => sizeOf(`${file}-wal`) > 0,
  (file) => sizeOf(`${file}-wal`) > 100_000,
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "relaydeck-migrated-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe.each(databases)("killed during the migration, on %s", (kind) => {
  test.each(rounds)("[S16-7] all tables or none, and the next try makes them all (round %i)", async (round) => {
    const place = mkdtempSync(join(folder, "round-"));
    const database = await openDatabase(kind, place);
    const migration = Program.relaydeck(["migrate"], { folder: place, settings: { DATABASE_URL: database.url } });
    let hasEnded = false;
    void migration.ended.then(() => (hasEnded = true));
    const letGo =
      kind === "sqlite"
        ? await whenSeen(() => hasEnded || signs[round % signs.length]?.(join(place, "relaydeck.db")) === true)
        : await whenStuck(database);
    await migration.end("SIGKILL");
    await letGo();
    const left = await schemaOf(database, kind);

    const again = Program.relaydeck(["migrate"], { folder: place, settings: { DATABASE_URL: database.url } });
    expect([(await again.ended).code, again.err]).toEqual([0, ""]);
    const whole = await schemaOf(database, kind);
    expect(whole.tables).toBeGreaterThan(20);
    expect([{ tables: 0, made: 0 }, whole]).toContainEqual(left);
    await database.close();
  });
});

async function schemaOf(database: OutsideDatabase, kind: "sqlite" | "postgres") {
  const list = kind === "sqlite" ? "sqlite_master where type = 'table'" : "pg_tables where schemaname = 'public'";
  const [row] = await database.rows(`select count(*) as n from ${list}`);
  const tables = Number(row?.["n"]);
  if (tables === 0) return { made: 0, tables };
  const [known] = await database.rows("select count(*) as n from schema_migrations");
  return { made: Number(known?.["n"]), tables };
}
