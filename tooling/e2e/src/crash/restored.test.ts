import { withoutProgress } from "@relaydeck/server/testing/without-progress";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Program } from "../process/program.ts";
import { openDatabase, type OutsideDatabase } from "./database.ts";
import { sizeOf, whenSeen, whenStuck } from "./kill-moments.ts";
import { databases, rounds } from "./matrix.ts";

/** Signs from outside that storing has got so far; at each of them it is killed once. */
const signs: readonly ((file: string) => boolean)[] = [
  (file) => existsSync(file),
  (file) => existsSync(`${file}-journal`),
  (file) => sizeOf(`${file}-journal`) > 0,
  (file) => sizeOf(file) > 0,
  (file) => sizeOf(file) > 200_000,
];

const notEmpty = "DATABASE_URL: The database is not empty. A backup is restored into an empty one only; name another.\n";

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "relaydeck-restored-"));
  for (const command of [
    ["seed", "--users", "2", "--devices", "2", "--history", "2000"],
    ["backup", "kept"],
  ]) {
    const program = Program.relaydeck(command, { folder });
    if ((await program.ended).code !== 0) throw new Error(program.err);
  }
}, 180_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe.each(databases)("killed while it restores, on %s", (kind) => {
  test.each(rounds)(
    "[S16-7, DA-1, EX-3] the database is empty or whole, and an empty one takes the backup (round %i)",
    async (round) => {
      const place = mkdtempSync(join(folder, "round-"));
      const database = await openDatabase(kind, place);
      const at = { folder: place, settings: { DATABASE_URL: database.url } };
      const restoring = Program.relaydeck(["restore", join(folder, "kept")], at);
      let hasEnded = false;
      void restoring.ended.then(() => (hasEnded = true));
      const sign = signs[round % signs.length];
      const letGo =
        kind === "sqlite"
          ? await whenSeen(() => hasEnded || sign?.(join(place, "relaydeck.db")) === true)
          : await whenStuck(database);
      await restoring.end("SIGKILL");
      await letGo();
      const left = await tablesOf(database, kind);
      // On Postgres it was seen in the middle of its transaction.
      expect(kind === "postgres" ? left : 0).toBe(0);

      const again = Program.relaydeck(["restore", join(folder, "kept")], at);
      const { code } = await again.ended;
      expect([code, withoutProgress(again.err)]).toEqual(left === 0 ? [0, ""] : [1, notEmpty]);
      const [commands] = await database.rows("select count(*) as n from relay_commands");
      expect(Number(commands?.["n"])).toBe(2_000);
      await database.close();
    },
  );
});

async function tablesOf(database: OutsideDatabase, kind: "sqlite" | "postgres"): Promise<number> {
  const list = kind === "sqlite" ? "sqlite_master where type = 'table'" : "pg_tables where schemaname = 'public'";
  const [row] = await database.rows(`select count(*) as n from ${list}`);
  return Number(row?.["n"]);
}
