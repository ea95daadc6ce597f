/** What is no whole backup of this program, or no empty database, is refused with one sentence, and nothing is stored. */
import { appendAudit } from "@relaydeck/db/audit/store";
import { openStore } from "@relaydeck/db/open";
import { openPlainSql } from "@relaydeck/db/testing/plain-sql";
import { storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { systemClock } from "@relaydeck/kit/clock";
import { closeSync, copyFileSync, existsSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sentencesOf } from "../commands/what-went-wrong.ts";
import { BackupPlace, linesIn, writeLines } from "../testing/backups.ts";
import { dumpOf } from "../testing/database-dump.ts";
import { restoreFile } from "./restore-file.ts";

const clock = systemClock({ unref: true });
const open = (url: string) => openStore({ url, clock });
const place = new BackupPlace();
let source: string;
let file: string;
beforeAll(async () => {
  source = await place.emptyDatabase("sqlite");
  const store = await open(source);
  const owner = await storedUser(store, { firstName: "Zoë\n\u2028", onceVerified: true });
  await storedDevice(store, { ownerId: owner.id });
  await store.write((tx) => appendAudit(tx, { at: 1, actorKind: "operator", action: "x", after: { deep: [null, true, 1.5] } }));
  await store.write((tx) => tx.live([{ kind: "k", body: "text" }]));
  await store.close();
  file = place.file();
  await place.write(source, file);
});
afterAll(() => place.close());

async function restored(from: string, databaseUrl: string, steps: string[] = []): Promise<string> {
  const onStep = (what: string) => void steps.push(what);
  return restoreFile({ databaseUrl, file: from, onRows: () => {}, onStep, signal: new AbortController().signal }).then(
    () => "restored",
    (error: unknown) => (error instanceof Error ? error.message.replaceAll(from, "FILE") : String(error)),
  );
}

/** Into a file that no database is in yet; what was refused leaves none. */
async function refused(from: string): Promise<string> {
  const databaseUrl = await place.emptyDatabase("sqlite");
  const said = await restored(from, databaseUrl);
  expect(existsSync(databaseUrl.slice("file:".length))).toBe(false);
  return said;
}

function rewritten(change: (lines: string[]) => string[]): string {
  const other = place.file();
  writeLines(other, change(linesIn(file)));
  return other;
}

const headingWith = (change: object) =>
  rewritten(([heading = "", ...rest]) => [JSON.stringify({ ...(JSON.parse(heading) as object), ...change }), ...rest]);

const damaged = "FILE is damaged or cut off. Use another backup.";
const newer = "FILE was made by a newer version of this program (9.0.0). Restore it with that version.";

describe("a file", () => {
  test("[DA-3] is readable by its owner alone", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("[DA-1] is not overwritten, and nothing unfinished is left of a backup that failed", async () => {
    await expect(place.write(source, file)).rejects.toThrow("is there already and is not overwritten");
    const none = place.file();
    await expect(place.write("file:/nowhere/relaydeck.db", none)).rejects.toThrow("There is no database file");
    expect([existsSync(none), existsSync(`${none}.new`)]).toEqual([false, false]);
  });

  test("[DA-1] is not made of a database file that is damaged, which is said in one sentence", async () => {
    const path = `${place.file()}.db`;
    copyFileSync(source.slice("file:".length), path);
    const sql = openPlainSql(`file:${path}`);
    const [{ rootpage, size } = {}] = await sql.all(
      "select rootpage, page_size as size from sqlite_master, pragma_page_size where name = 'users'",
    );
    await sql.close();
    const database = openSync(path, "r+");
    writeSync(database, Buffer.alloc(Number(size), "A"), 0, Number(size), (Number(rootpage) - 1) * Number(size));
    closeSync(database);
    const none = place.file();
    const said = await place.write(`file:${path}`, none).catch(sentencesOf);
    expect(said).toEqual(["DATABASE_URL: The database file is damaged. Restore a backup into a new one."]);
    expect([existsSync(none), existsSync(`${none}.new`)]).toEqual([false, false]);
  });

  test("[LG-2] holds no session, no token and no mail, and neither heading nor closing anything of anybody", () => {
    const lines = linesIn(file);
    const names = Object.keys((JSON.parse(lines.at(-1) ?? "") as { rows: object }).rows);
    const secret = /session|token|browser|mail_outbox|challenge|flow|lease|rate/;
    expect(names.filter((name) => secret.test(name))).toEqual(["user_sessions"]);
    expect(`${lines[0] ?? ""}${lines.at(-1) ?? ""}`).not.toMatch(/Zoë|relaydeck\.test/);
  });

  test("[EX-3] with one byte changed, wherever it is, is refused or says the same", async () => {
    const whole = readFileSync(file);
    const other = place.file();
    const said = new Set<string>();
    // The first ten bytes are gzip's own; some of them mean nothing.
    for (let at = 10; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0x41;
      writeFileSync(other, bytes);
      said.add(await refused(other));
    }
    expect([...said].every((sentence) => [damaged, "FILE is no backup of this program."].includes(sentence))).toBe(true);
  });

  test("[EX-3] cut off anywhere is refused", async () => {
    const whole = readFileSync(file);
    const other = place.file();
    for (const length of [0, 1, 9, 30, whole.length >> 1, whole.length - 9, whole.length - 1]) {
      writeFileSync(other, whole.subarray(0, length));
      expect(await refused(other)).toMatch(/^FILE (is no backup of this program|is damaged or cut off\. Use another backup)\.$/);
    }
  });

  test("[EX-3] that is another's, newer or missing is refused by what it is", async () => {
    const foreign = place.file();
    writeFileSync(foreign, "CREATE TABLE users ();\n");
    expect(await refused(foreign)).toBe("FILE is no backup of this program.");
    expect(await refused(place.folder)).toBe("FILE cannot be read (EISDIR).");
    expect(await refused(`${foreign}-not`)).toBe("There is no file FILE.");
    expect(await refused(headingWith({ version: "9.0.0", format: 2, more: true }))).toBe(newer);
    expect(await refused(headingWith({ version: "9.0.0", migrations: ["start", "of_tomorrow"] }))).toBe(newer);
    expect(await refused(headingWith({ version: "\u001b[2J" }))).toBe("FILE is no backup of this program.");
  });

  test("[EX-3] whose lines do not fit each other is refused, though its sum is right", async () => {
    const users = (line: string) => line === '{"table":"users"}';
    expect(await refused(rewritten((lines) => lines.filter((_, at) => !users(lines[at - 1] ?? ""))))).toBe(damaged);
    expect(await refused(rewritten((lines) => lines.map((line) => (users(line) ? '{"table":"../users"}' : line))))).toBe(damaged);
    expect(await refused(rewritten((lines) => lines.map((line, at) => (users(lines[at - 1] ?? "") ? "[1]" : line))))).toBe(
      damaged,
    );
    expect(await refused(rewritten((lines) => [...lines.slice(0, -1), '{"table":"users"}', "null", lines.at(-1) ?? ""]))).toBe(
      damaged,
    );
    // SQLite would take it, and nobody could sign in.
    const beyond = (row: string) => row.replace(/(?<=,)\d{13}(?=,)/, "1e300");
    expect(await refused(rewritten((lines) => lines.map((line, at) => (users(lines[at - 1] ?? "") ? beyond(line) : line))))).toBe(
      damaged,
    );
  });
});

describe.each(["sqlite", "postgres"] as const)("into %s", (kind) => {
  test("[DA-1] every row of every table that is held is there again, and goes back the same way", async () => {
    const url = await place.emptyDatabase(kind);
    expect(await restored(file, url)).toBe("restored");
    const again = place.file();
    await place.write(url, again);
    const rows = (lines: readonly string[]) => lines.slice(1, -1).toSorted();
    const isTag = (line: string) => !line.includes("epoch ");
    expect(rows(linesIn(again)).filter(isTag)).toEqual(rows(linesIn(file)).filter(isTag));
    const [there, here] = [await open(source), await open(url)];
    expect(await dumpOf(here)).toBe(await dumpOf(there));
    await Promise.all([there.close(), here.close()]);
  });

  test("[DA-1] a database that holds anything is refused and stays as it is; one that is only migrated is empty", async () => {
    const url = await place.emptyDatabase(kind);
    await (await open(url)).close();
    expect(await restored(file, url)).toBe("restored");
    const store = await open(url);
    const before = await dumpOf(store);
    expect(await restored(file, url)).toBe(
      "The database is not empty. A backup is restored into an empty one only; name another.",
    );
    expect(await dumpOf(store)).toBe(before);
    await store.close();
  });

  test("[EX-3] what names a table or column that is not there, or breaks a rule of the tables, leaves it without any", async () => {
    const url = await place.emptyDatabase(kind);
    const foreign = rewritten((lines) => lines.map((line) => line.replaceAll('"users"', '"sessions"')));
    expect(await restored(foreign, url)).toBe('The backup is none of this program\'s: it names "sessions".');
    const doubled = rewritten((lines) => {
      const at = lines.indexOf('{"table":"users"}');
      const closing = JSON.parse(lines.at(-1) ?? "") as { rows: Record<string, number> };
      const more = { ...closing, rows: { ...closing.rows, users: 2 } };
      return [...lines.slice(0, at + 2), ...lines.slice(at + 1, -1), JSON.stringify(more)];
    });
    expect(await restored(doubled, url)).toMatch(/^The database does not take the rows of users: /);
    expect(await restored(file, url)).toBe("restored");
  });

  test("[DA-1, EX-3] what is ended from outside in its middle leaves nothing, and says how to go on", async () => {
    const databaseUrl = await place.emptyDatabase(kind);
    const ended = new AbortController();
    const onRows = (step: "check" | "store") => {
      if (step === "store") ended.abort();
    };
    await expect(restoreFile({ databaseUrl, file, onRows, onStep: () => {}, signal: ended.signal })).rejects.toThrow(
      "Ended before all was stored, so nothing is. The same command begins anew.",
    );
    expect(existsSync(databaseUrl.slice("file:".length))).toBe(false);
    expect(await restored(file, databaseUrl)).toBe("restored");
  });

  test("[DA-1] a backup of an older version goes through the migrations since", async () => {
    const older = rewritten((lines) => {
      const heading = JSON.parse(lines[0] ?? "") as { migrations: string[]; tables: { name: string; columns: string[][] }[] };
      const users = heading.tables.find(({ name }) => name === "users");
      const gone = users?.columns.findIndex(([name]) => name === "once_verified") ?? -1;
      users?.columns.splice(gone, 1);
      heading.migrations = heading.migrations.slice(0, heading.migrations.indexOf("once_verified"));
      const rows = lines.map((line, at) => (lines[at - 1] === '{"table":"users"}' ? without(line, gone) : line));
      return [JSON.stringify(heading), ...rows.slice(1)];
    });
    const url = await place.emptyDatabase(kind);
    const steps: string[] = [];
    expect(await restored(older, url, steps)).toBe("restored");
    expect(steps.slice(0, 2)).toEqual(["migration once_verified", "migration searched_names"]);
    expect(steps.slice(-2)).toEqual([
      "settling what was under way",
      kind === "sqlite" ? "looking whether all rows belong together" : "counting for its plans",
    ]);
    const store = await open(url);
    // The row said that it was; the older version had no word for it, and the migration finds nothing that says so.
    expect((await store.read.db.select().from(store.t.users)).map(({ onceVerified }) => onceVerified)).toEqual([false]);
    await store.close();
    const migrated = await place.emptyDatabase(kind);
    await (await open(migrated)).close();
    expect(await restored(older, migrated)).toBe(
      "The tables of this database are newer than the backup. Name a database without tables.",
    );
  });
});

function without(line: string, at: number): string {
  return JSON.stringify((JSON.parse(line) as unknown[]).toSpliced(at, 1));
}
