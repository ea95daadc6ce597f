/** What keeps the server from starting: no start, exit code 1, one sentence per wrong variable that names it, no stack trace. */
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPlace, forget, type DemoPlace } from "./demo.ts";
import { Program, type Settings } from "./program.ts";

let place: DemoPlace;
let taken: Server;
let takenPort: string;

beforeAll(async () => {
  place = await demoPlace();
  taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const address = taken.address();
  takenPort = String(typeof address === "object" ? address?.port : 0);
  mkdirSync(join(place.folder, "a-folder"));
  writeFileSync(join(place.folder, "words.db"), "no database, only words. ".repeat(100));
  const newer = new DatabaseSync(join(place.folder, "newer.db"));
  newer.exec(
    "create table schema_migrations (made_at bigint primary key not null); insert into schema_migrations values (99999999999999)",
  );
  newer.close();
});
afterAll(() => {
  taken.close();
  forget(place);
});

async function refusal(settings: Settings): Promise<readonly string[]> {
  const program = Program.relaydeck(["serve"], {
    folder: place.folder,
    settings: { ...place.settings, SIMULATOR_PORT: "0", ...settings },
  });
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.out).toBe("");
  return program.err.trim().split("\n");
}

describe("the server does not start", () => {
  test("where another program has its port, or the simulator's", async () => {
    const [own, simulators] = await Promise.all([
      // A file of its own: the first of two on one file keeps the second out.
      refusal({ PORT: takenPort, HOST: "127.0.0.1", DATABASE_URL: "file:own.db" }),
      refusal({ SIMULATOR_PORT: takenPort }),
    ]);
    expect(own).toEqual([`Port ${takenPort} is in use. Stop the other program or set PORT to another port.`]);
    expect(simulators).toEqual([`Port ${takenPort} is in use. Stop the other program or set SIMULATOR_PORT to another port.`]);
  });

  test("at an address that this machine does not have", async () => {
    const wrong = ["192.0.2.1", "nowhere.invalid", "127.0.0.1:99"];
    const said = await Promise.all(wrong.map((HOST) => refusal({ HOST })));
    expect(said).toEqual(
      wrong.map(() => [expect.stringMatching(/^HOST must be an address or a name of this machine, .* \([A-Z_]+\)\.$/)]),
    );
  });

  test("[LG-2] on addresses that cannot be taken apart, of which it quotes nothing", async () => {
    const wrong = [
      { DATABASE_URL: "postgres://user:S3CRET/pw@127.0.0.1:5432/x" },
      { DATABASE_URL: "postgres://user:S3CRET%pw@127.0.0.1:5432/x" },
      { SMTP_URL: "smtp://user:S3CRET@host:99999", MAIL_FROM: "a@example.com" },
      { SMTP_URL: "smtp://user:S3CRET%zz@host:25", MAIL_FROM: "a@example.com" },
    ];
    const said = await Promise.all(wrong.map((settings) => refusal(settings)));
    expect(said.flat()).toEqual(
      wrong.map((settings) => expect.stringMatching(new RegExp(`^${Object.keys(settings)[0]} must be .* / is written as %2F`))),
    );
    expect(said.join("\n")).not.toContain("S3CRET");
  });

  test("on a database file of another machine, or whose address cannot be read", async () => {
    const wrong = ["file://host/data/relaydeck.db", "file:///tmp/a%zz", "file:///tmp/a%2Fb", "file:///tmp/a%00b"];
    const said = await Promise.all(wrong.map((url) => refusal({ DATABASE_URL: url })));
    expect(said).toEqual(wrong.map(() => [expect.stringMatching(/^DATABASE_URL must be file:<path>, of this machine, .+\.$/)]));
  });

  test("on a database that it cannot use", async () => {
    const wrong = ["file:a-folder", "file:words.db", "file:newer.db", "postgres://nobody@127.0.0.1:1/none"];
    const said = await Promise.all(wrong.map((url) => refusal({ DATABASE_URL: url })));
    expect(said).toEqual([
      ["DATABASE_URL: The database file a-folder cannot be used: it is a folder."],
      ["DATABASE_URL: The database file words.db cannot be used: it is not a SQLite database."],
      [expect.stringMatching(/^DATABASE_URL: The database was written by a newer version of this program; start that version/)],
      [expect.stringMatching(/^DATABASE_URL: The Postgres database cannot be used: .*ECONNREFUSED/)],
    ]);
  });

  test("with wrong settings, each of them named in a sentence of its own", async () => {
    const said = await refusal({
      PORT: "http",
      DATABASE_URL: "mysql://x",
      PUBLIC_URL: "http://relays.example.com",
      TIME_ZONE: "Mars",
    });
    const named = said.map((sentence) => sentence.split(" ")[0]);
    expect(named).toEqual(["PORT", "PUBLIC_URL", "DATABASE_URL", "TIME_ZONE"]);
  });

  test("with a file of profiles that is none", async () => {
    expect(await refusal({ DEVICE_PROFILES: "words.db" })).toEqual([
      expect.stringMatching(/^DEVICE_PROFILES: words\.db cannot be read as JSON/),
    ]);
  });
});
