/** The `relaydeck` command at a database of an older version, and where there is none: what migrates, and what leaves it as it is. */
import { knownMigrations, migrationTable } from "@relaydeck/db/migrations";
import { openConnection } from "@relaydeck/db/sqlite/connection";
import { applyMigration } from "@relaydeck/db/sqlite/file";
import { mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { commandFolder } from "./testing/typed-command.ts";

const { folder, relaydeck } = commandFolder();

describe("relaydeck", () => {
  test("what only looks at a database, or mends it, leaves one of an older version as it is, and says what to do", async () => {
    const own = mkdtempSync(join(folder, "older-"));
    const settings = { DATABASE_URL: `file:${join(own, "relaydeck.db")}`, PORT: "1" };
    expect((await relaydeck(["migrate"], settings, own)).code).toBe(0);
    const inDatabase = <T>(work: (database: DatabaseSync) => T): T => {
      const database = new DatabaseSync(join(own, "relaydeck.db"));
      const result = work(database);
      database.close();
      return result;
    };
    const migrations = () => inDatabase((database) => database.prepare("select count(*) as rows from schema_migrations").get());
    inDatabase((database) =>
      database.exec("delete from schema_migrations where made_at = (select max(made_at) from schema_migrations)"),
    );
    const before = migrations();
    const commands = [["doctor"], ["audit", "verify"], ["admin", "reset-password", "keeper"], ["backup", "kept"]];
    for (const command of commands) {
      const { code, err } = await relaydeck(command, settings, own);
      expect([command, code, err]).toEqual([
        command,
        1,
        expect.stringContaining("was written by an older version of this program"),
      ]);
    }
    expect(migrations()).toEqual(before);
  });

  test("what adds to a database leaves one of another version to its own program, which may still run, and to migrate", async () => {
    const own = mkdtempSync(join(folder, "older-"));
    const known = knownMigrations("sqlite");
    const database = openConnection(join(own, "relaydeck.db"));
    database.exec(migrationTable);
    for (const migration of known.slice(0, -2)) applyMigration(database, migration);
    const commands = [
      ["admin", "create", "keeper"],
      ["seed", "--users", "1"],
    ];
    const say = () => Promise.all(commands.map((command) => relaydeck(command, { DATABASE_URL: "file:./relaydeck.db" }, own)));
    const older =
      /^DATABASE_URL: The database was written by an older version of this program; .+ run relaydeck migrate first\.\n$/;
    expect(await say()).toEqual(commands.map(() => ({ code: 1, out: "", err: expect.stringMatching(older) })));
    expect(database.prepare("select count(*) as number from schema_migrations").get()).toEqual({ number: known.length - 2 });
    database.close();
  });

  test("migrate names what it applies to a database that is there, as it may take long, and nothing else", async () => {
    const own = mkdtempSync(join(folder, "migrate-"));
    const settings = { DATABASE_URL: "file:./relaydeck.db" };
    const known = knownMigrations("sqlite");
    const database = openConnection(join(own, "relaydeck.db"));
    database.exec(migrationTable);
    for (const migration of known.slice(0, -2)) applyMigration(database, migration);
    database.close();
    const done = { code: 0, out: "The database is up to date.\n" };
    const told = known.slice(-2).map(({ name }) => `Migrate: ${name}\n`);
    expect(await relaydeck(["migrate"], settings, own)).toEqual({ ...done, err: told.join("") });
    expect(await relaydeck(["migrate"], settings, own)).toEqual({ ...done, err: "" });
    expect(await relaydeck(["migrate"], { DATABASE_URL: "file:./new.db" }, own)).toEqual({ ...done, err: "" });
  });

  test("what only looks at a database, or mends it, makes none where there is none", async () => {
    const own = mkdtempSync(join(folder, "none-"));
    writeFileSync(join(own, "empty.db"), "");
    const commands = [
      ["audit", "verify"],
      ["admin", "reset-password", "keeper"],
      ["backup", "kept"],
    ];
    const say = (name: string) =>
      Promise.all(commands.map((command) => relaydeck(command, { DATABASE_URL: `file:./${name}` }, own)));
    const missing = { code: 1, out: "", err: "DATABASE_URL: There is no database file ./none.db.\n" };
    expect(await say("none.db")).toEqual(commands.map(() => missing));
    const foreign = { ...missing, err: "DATABASE_URL: The database file ./empty.db holds nothing of this program.\n" };
    expect(await say("empty.db")).toEqual(commands.map(() => foreign));
    expect(readdirSync(own)).toEqual(["empty.db"]);
    expect(statSync(join(own, "empty.db")).size).toBe(0);
  });
});
