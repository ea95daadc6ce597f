import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "@relaydeck/kit/clock";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "../open.ts";
import type { Store } from "../store.ts";
import { openConnection } from "./connection.ts";

let folder = "";
const opened: Store[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "relaydeck-open-"));
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function open(name = "data/test.db"): Promise<Store> {
  const store = await openStore({ url: `file:${join(folder, name)}`, clock: systemClock() });
  opened.push(store);
  return store;
}

describe("a SQLite file", () => {
  test("[DA-3] is created with its folder, and neither it nor its side files can be read by others", async () => {
    const store = await open();
    await store.write((tx) => tx.live([{ kind: "k", body: 1 }]));
    for (const name of ["test.db", "test.db-wal", "test.db-shm"]) {
      expect(statSync(join(folder, "data", name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(join(folder, "data")).mode & 0o077).toBe(0);
  });

  test("[DA-3] that others could read is closed to them when it is opened", async () => {
    await (await open("x.db")).close();
    chmodSync(join(folder, "x.db"), 0o644);
    await open("x.db");
    expect(statSync(join(folder, "x.db")).mode & 0o777).toBe(0o600);
  });

  test("opened by four at once is migrated once", async () => {
    const stores = await Promise.all([open(), open(), open(), open()]);
    await Promise.all(stores.map((store) => store.write((tx) => tx.live([{ kind: "k", body: 1 }]))));
    const rows = await stores[0].read.db.select().from(stores[0].t.liveEvents);
    expect(rows.map((row) => row.number)).toEqual([1, 2, 3, 4]);
  });

  test("of a newer program is refused with one sentence and left alone", async () => {
    await (await open()).close();
    const path = join(folder, "data/test.db");
    const raw = openConnection(path);
    raw.exec("insert into schema_migrations (made_at) values (9999999999999)");
    raw.close();
    await expect(open()).rejects.toMatchObject({ name: "DatabaseRefused", message: expect.stringMatching(/newer version/) });
  });

  test.each([
    {
      what: "text",
      make: (path: string) => writeFileSync(path, "not a database, but long enough to be one ".repeat(50)),
      why: /not a SQLite database/,
    },
    { what: "a folder", make: (path: string) => mkdirSync(path), why: /is a folder/ },
  ])("that is $what is refused with one sentence and left alone", async ({ make, why }) => {
    const path = join(folder, "bad.db");
    make(path);
    chmodSync(path, 0o755);
    const before = statSync(path).isFile() ? readFileSync(path, "utf8") : "";
    const sentence = expect.stringMatching(/^The database file .*bad\.db cannot be used: .*\.$/);
    await expect(open("bad.db")).rejects.toMatchObject({ name: "DatabaseRefused", message: sentence });
    await expect(open("bad.db")).rejects.toThrow(why);
    expect(statSync(path).isFile() ? readFileSync(path, "utf8") : "").toBe(before);
    // Who reads it still can: it is theirs.
    expect(statSync(path).mode & 0o777).toBe(0o755);
  });

  test("in a folder that nobody can make is refused at once, and the process can end", () => {
    const program = fileURLToPath(new URL("../testing/write-and-wait.ts", import.meta.url));
    const run = spawnSync(process.execPath, [program, "file:/proc/relaydeck/x.db"], { encoding: "utf8", timeout: 20_000 });
    expect(run.signal).toBeNull();
    // Where there is no /proc the reason is another one.
    expect(run.stderr).toMatch(
      /The database file \/proc\/relaydeck\/x\.db cannot be used: (its folder cannot be made|this user)/,
    );
  });

  test("below a file is refused with one sentence, below missing folders it is made, private to us", async () => {
    writeFileSync(join(folder, "text"), "");
    const sentence = `The database file ${join(folder, "text/data/x.db")} cannot be used: a part of its path is no folder.`;
    await expect(open("text/data/x.db")).rejects.toThrow(sentence);
    await open("one/two/x.db");
    expect(statSync(join(folder, "one")).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "one/two")).mode & 0o777).toBe(0o700);
  });

  test("is refused by an address of another kind", async () => {
    await expect(openStore({ url: "mysql://x", clock: systemClock() })).rejects.toMatchObject({ name: "DatabaseRefused" });
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  test("[ST-3, CM-4] syncs each commit to disk before it is answered, where the driver's own default would sync later", async () => {
    const store = await open();
    await store.write((tx) => tx.live([{ kind: "k", body: 1 }]));
    const commits = {
      synchronous: sql<number>`(select synchronous from pragma_synchronous)`,
      journal: sql<string>`(select journal_mode from pragma_journal_mode)`,
    };
    const full = 2;
    expect(await store.write(({ db, t }) => db.select(commits).from(t.liveEvents))).toEqual([
      { synchronous: full, journal: "wal" },
    ]);
  });

  test("[ST-3] holds every answered write after the process was killed", async () => {
    const path = join(folder, "killed.db");
    const program = fileURLToPath(new URL("../testing/write-and-wait.ts", import.meta.url));
    const child = spawn(process.execPath, [program, `file:${path}`], { stdio: ["ignore", "pipe", "inherit"] });
    const answered = await new Promise<number>((resolve) => {
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (text.split("\n").length > 200) child.kill("SIGKILL");
      });
      child.once("close", () => resolve(text.trimEnd().split("\n").length));
    });
    const store = await open("killed.db");
    const rows = await store.read.db.select().from(store.t.liveEvents).orderBy(store.t.liveEvents.number);
    expect(rows.length).toBeGreaterThanOrEqual(answered);
    expect(rows.map((row) => row.body)).toEqual(rows.map((_, index) => index + 1));
    expect(answered).toBeGreaterThanOrEqual(200);
  });
});
