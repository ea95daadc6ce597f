/** The `relaydeck` command as it is typed: sentences, exit codes, no stack traces. */
import { startFixture } from "@relaydeck/simulator/testing/fixture";
import { mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, test } from "vitest";
import { commandFolder } from "./testing/typed-command.ts";
import { version } from "./version.ts";

const { folder, relaydeck } = commandFolder();

describe("relaydeck", () => {
  test("lists its commands, and refuses what is none of them", async () => {
    const [help, wrong] = await Promise.all([relaydeck(["--help"]), relaydeck(["sed"])]);
    expect([help.code, help.err]).toEqual([0, ""]);
    for (const name of [
      "serve",
      "migrate",
      "seed",
      "simulate",
      "audit verify",
      "admin create",
      "admin reset-password",
      "backup",
      "restore",
      "doctor",
    ])
      expect(help.out).toContain(`  ${name} `);
    expect([wrong.code, wrong.out]).toEqual([2, ""]);
    expect(wrong.err).toMatch(/there is no command "sed"/);
  });

  test.each(["--help", "-h"])("a group of commands explains itself with %s, and so does each of them", async (asked) => {
    const said = await Promise.all([["admin"], ["audit"], [], ["admin", "create"]].map((words) => relaydeck([...words, asked])));
    expect(said.map(({ code, err }) => [code, err])).toEqual(said.map(() => [0, ""]));
    const [admin, audit, all, create] = said.map(({ out }) =>
      [...out.matchAll(/^ {2}([a-z]+(?: [a-z-]+)?) /gm)].map(([, name]) => name),
    );
    expect([admin, audit, create]).toEqual([["admin create", "admin reset-password"], ["audit verify"], []]);
    expect(all).toHaveLength(10);
    expect((await relaydeck(["admin"])).code).toBe(2);
  });

  test("help before the words tells the same as --help behind them", async () => {
    const words = [[], ["admin"], ["admin", "create"]];
    const [before, behind] = await Promise.all([
      Promise.all(words.map((some) => relaydeck(["help", ...some]))),
      Promise.all(words.map((some) => relaydeck([...some, "--help"]))),
    ]);
    expect(before).toEqual(behind);
    expect(before.map(({ code, err }) => [code, err])).toEqual(words.map(() => [0, ""]));
    expect((await relaydeck(["help", "sed"])).code).toBe(2);
  });

  test("a command explains itself, and does nothing else", async () => {
    const [seed, simulate] = await Promise.all([
      relaydeck(["seed", "--users", "1", "--help"]),
      relaydeck(["simulate", "--help"]),
    ]);
    expect([seed.code, seed.err, simulate.code, simulate.err]).toEqual([0, "", 0, ""]);
    expect([seed.out, simulate.out].map((help) => help.includes("  --json  as one line of JSON: "))).toEqual([true, false]);
    expect(seed.out).toMatch(/^relaydeck seed\n\n[^]*--sessions FILE/);
    expect(simulate.out).toMatch(/^relaydeck simulate\n\n[^]*--presence-lag-ms/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("seeds a new database, and its audit verifies", async () => {
    const seeded = await relaydeck(["seed", "--users", "2", "--devices", "2", "--history", "10", "--sessions", "cookies"]);
    expect([seeded.code, seeded.err, seeded.out.trim().split("\n").length]).toEqual([0, "", 4]);
    expect(statSync(join(folder, "cookies")).size).toBeGreaterThan(0);
    expect(await relaydeck(["audit", "verify"])).toEqual({ code: 0, err: "", out: "2 audit rows, all intact.\n" });
  });

  describe("audit verify", () => {
    const own = join(folder, "audit");
    const settings = { DATABASE_URL: `file:${join(own, "relaydeck.db")}` };
    const verify = () => relaydeck(["audit", "verify"], settings, own);
    beforeAll(async () => {
      mkdirSync(own);
      for (const name of ["keeper", "second", "third"]) await relaydeck(["admin", "create", name], settings, own);
    });
    async function tampered(crime: string) {
      const database = new DatabaseSync(join(own, "relaydeck.db"));
      database.exec("create temp table kept as select * from audit_log");
      database.exec(crime);
      const { code, err } = await verify();
      database.exec("delete from audit_log; insert into audit_log select * from kept");
      database.close();
      return [code, err];
    }

    test.each([
      [2, "subject_id = 'adm_else'"],
      [3, "after = '{}'"],
    ])("[AD-8] names the one audit row that was changed: %d, in %s", async (number, change) => {
      const crime = `update audit_log set ${change} where number = ${number}`;
      expect(await tampered(crime)).toEqual([1, `Audit row ${number}: The row was changed.\n`]);
    });

    test.each([1, 2, 3])("[AD-8] names the one audit row that was taken out: %d of three", async (number) => {
      const crime = `delete from audit_log where number = ${number}`;
      expect(await tampered(crime)).toEqual([1, `Audit row ${number}: The row is missing.\n`]);
      expect(await verify()).toEqual({ code: 0, err: "", out: "3 audit rows, all intact.\n" });
    });
  });

  test("the doctor asks the cloud for the product that is named", async () => {
    const cloud = await startFixture({ devices: 1, simple: 0 });
    const own = mkdtempSync(join(folder, "product-"));
    const settings = { PARTICLE_ACCESS_TOKEN: cloud.simulator.account.token, PARTICLE_API_URL: cloud.url, PORT: "1" };
    const say = (product: string) => relaydeck(["doctor"], { ...settings, PARTICLE_PRODUCT_ID: product }, own);
    const [right, wrong] = [await say(String(cloud.simulator.account.productId)), await say("99999")];
    await cloud.close();
    expect([right.code, right.out]).toEqual([
      0,
      expect.stringMatching(/^provider: ok\nclock: ok, that of the device cloud is within 30 s$/m),
    ]);
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringMatching(/^provider: wrong: .+ Check PARTICLE_ACCESS_TOKEN, PARTICLE_PRODUCT_ID and PARTICLE_API_URL\.$/m),
    ]);
  });

  test("[TI-1] the doctor tells of a clock that is far from the device cloud's", async () => {
    const cloud = await startFixture({ devices: 1, simple: 0, startAt: Date.UTC(2026, 2, 1) });
    const settings = { PARTICLE_ACCESS_TOKEN: cloud.simulator.account.token, PARTICLE_API_URL: cloud.url, PORT: "1" };
    const said = await relaydeck(["doctor"], settings, mkdtempSync(join(folder, "clock-")));
    await cloud.close();
    expect([said.code, said.err]).toEqual([
      1,
      expect.stringMatching(/^clock: wrong: this machine's clock says .+, the device cloud's 2026-03-01T00:0.+Set it right/m),
    ]);
  });

  test("[AD-2] adds an administrator and gives a new password, each told once; wrong names are sentences", async () => {
    const own = mkdtempSync(join(folder, "admins-"));
    const say = (...args: readonly string[]) => relaydeck(["admin", ...args], {}, own);
    const told = /^Administrator keeper, password "[\w-]{27}"\. It is shown only now; .+\n$/;
    const [made, unnamed] = await Promise.all([say("create", "keeper"), say("create")]);
    const [reset, twice, nobody] = await Promise.all([
      say("reset-password", "keeper"),
      say("create", "keeper"),
      say("reset-password", "nobody"),
    ]);
    for (const done of [made, reset]) expect(done).toEqual({ code: 0, err: "", out: expect.stringMatching(told) });
    expect([twice.code, nobody.code, unnamed.code]).toEqual([1, 1, 1]);
    expect([twice.err, nobody.err, unnamed.err].join("")).toBe(
      "There is an administrator keeper already. Choose another name.\n" +
        "There is no administrator nobody. Add one with: relaydeck admin create\n" +
        "Name one administrator, in 1 to 64 characters.\n",
    );
    expect(await relaydeck(["audit", "verify"], {}, own)).toMatchObject({ code: 0, out: "2 audit rows, all intact.\n" });
  });

  test("[DA-1, DA-3] writes a backup that another database takes, and tells of both in words or in JSON", async () => {
    const own = mkdtempSync(join(folder, "backup-"));
    await relaydeck(["admin", "create", "keeper"], {}, own);
    const made = await relaydeck(["backup", "kept", "--json"], {}, own);
    const told = JSON.parse(made.out) as { rows: number; tables: Record<string, number>; sha256: string; bytes: number };
    expect([made.code, made.err, told.tables["admins"], told.tables["audit_log"]]).toEqual([0, "", 1, 1]);
    expect([statSync(join(own, "kept")).size, statSync(join(own, "kept")).mode & 0o777]).toEqual([told.bytes, 0o600]);
    const other = { DATABASE_URL: "file:./other.db" };
    const restored = await relaydeck(["restore", "kept"], other, own);
    expect([restored.code, restored.err]).toEqual([0, ""]);
    expect(restored.out).toMatch(
      new RegExp(`^${told.rows} rows restored from kept, made at \\S+Z\\. Everybody signs in again\\.\n$`),
    );
    expect(await relaydeck(["audit", "verify"], other, own)).toMatchObject({ code: 0, out: "1 audit rows, all intact.\n" });
    const again = await relaydeck(["restore", "kept", "--json"], other, own);
    expect([again.code, again.out]).toEqual([1, ""]);
    expect(again.err).toMatch(/^DATABASE_URL: The database is not empty\..+\n$/);
  });

  test("with --json every command that ends tells it in one line of JSON, and so does what failed where there are facts", async () => {
    const own = mkdtempSync(join(folder, "json-"));
    const facts = async (...args: readonly string[]): Promise<[number, unknown]> => {
      const said = await relaydeck([...args, "--json"], { PORT: "1" }, own);
      expect([args, said.out.split("\n").length]).toEqual([args, 2]);
      return [said.code, JSON.parse(said.out)];
    };
    expect(await facts("migrate")).toEqual([0, { database: "sqlite", migrations: expect.any(Number) }]);
    const keeper = { username: "keeper", password: expect.stringMatching(/^[\w-]{27}$/) };
    expect(await facts("admin", "create", "keeper")).toEqual([0, keeper]);
    expect(await facts("admin", "reset-password", "keeper")).toEqual([0, keeper]);
    expect(await facts("seed", "--users", "2")).toEqual([
      0,
      expect.objectContaining({ users: 2, devices: 0, sessionsFile: null }),
    ]);
    expect(await facts("audit", "verify")).toEqual([0, { ok: true, rows: expect.any(Number) }]);
    const [, written] = await facts("backup", "kept");
    expect(await facts("doctor")).toEqual([
      0,
      { ok: true, findings: expect.arrayContaining([{ name: "outbox", state: "ok", told: "no failed mails" }]) },
    ]);
    const database = new DatabaseSync(join(own, "data/relaydeck.db"));
    database.exec("update audit_log set subject_id = 'adm_else' where number = 2");
    database.close();
    expect(await facts("audit", "verify")).toEqual([1, { ok: false, number: 2, why: "The row was changed." }]);
    const other = { DATABASE_URL: "file:./other.db", SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "a@relaydeck.test", PORT: "1" };
    const restored = await relaydeck(["restore", "kept", "--json"], other, own);
    const { sha256, rows } = written as { sha256: string; rows: number };
    expect(JSON.parse(restored.out)).toMatchObject({ file: "kept", sha256, rows });
    const doctor = await relaydeck(["doctor", "--json"], other, own);
    const mail = { name: "mail", state: "wrong", told: expect.stringMatching(/Check SMTP_URL\.$/) };
    expect([doctor.code, JSON.parse(doctor.out)]).toEqual([1, { ok: false, findings: expect.arrayContaining([mail]) }]);
  });

  test("the doctor tells each wrong setting, also as JSON, and of the rest that it was not looked at", async () => {
    const wrong = { PORT: "x", RATE_LIMIT_FACTOR: "none" };
    const [words, json] = [await relaydeck(["doctor"], wrong), await relaydeck(["doctor", "--json"], wrong)];
    const { ok, findings } = JSON.parse(json.out) as {
      ok: boolean;
      findings: readonly { name: string; state: string; told: string }[];
    };
    expect([words.code, json.code, ok]).toEqual([1, 1, false]);
    expect(findings.map(({ name, state }) => `${name} ${state}`)).toEqual([
      "version ok",
      "settings wrong",
      "settings wrong",
      "database none",
      "provider none",
      "mail none",
    ]);
    const told = findings.filter(({ state }) => state === "wrong").map((finding) => `settings: wrong: ${finding.told}`);
    expect(words.err.trim().split("\n")).toEqual(expect.arrayContaining(told));
    expect(told.join(" ")).toMatch(/PORT .*RATE_LIMIT_FACTOR /);
  });

  test("the doctor tells that HOST is not of this machine; and the first name of an .env that begins with an editor's mark is read", async () => {
    const own = mkdtempSync(join(folder, "marked-"));
    writeFileSync(join(own, ".env"), "\uFEFFHOST=nowhere.invalid\nPORT=1\n");
    const { code, err } = await relaydeck(["doctor"], {}, own);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("settings: wrong: HOST must be an address or a name of this machine"),
    ]);
  });

  test("the doctor reads the operator's profiles, without which no server starts", async () => {
    const said = await relaydeck(["doctor", "--json"], { DEVICE_PROFILES: "./none.json", PORT: "1" });
    const { findings } = JSON.parse(said.out) as { findings: readonly { name: string; state: string; told: string }[] };
    const told = expect.stringContaining("./none.json cannot be read as JSON");
    expect([said.code, findings]).toEqual([1, expect.arrayContaining([{ name: "profiles", state: "wrong", told }])]);
  });

  test("an .env that cannot be read is told in a sentence, by every command", async () => {
    const own = mkdtempSync(join(folder, "env-"));
    mkdirSync(join(own, ".env"));
    for (const command of [["serve"], ["doctor"], ["backup", "kept"]]) {
      const said = await relaydeck(command, {}, own);
      expect([said.code, said.err]).toEqual([1, expect.stringContaining(".env cannot be read (EISDIR): it has to be a file")]);
      expect(said.err).not.toContain("    at ");
    }
  });

  test("the doctor of an empty folder finds nothing wrong and leaves it empty", async () => {
    const empty = mkdtempSync(join(folder, "empty-"));
    const said = await relaydeck(["doctor"], { PORT: "1" }, empty);
    expect([said.code, said.err, readdirSync(empty)]).toEqual([0, "", []]);
    expect(said.out.trim().split("\n")).toEqual([
      `version: ok, ${version}, Node ${process.versions.node}`,
      "settings: ok",
      "database: none yet, the first start makes it",
      "provider: the demo's simulator, which runs within the server",
      "mail: outbox only (SMTP_URL is not set)",
      "server: none answers at http://127.0.0.1:1",
    ]);
  });

  test("the doctor tells of the database what the operations page tells", async () => {
    const said = await relaydeck(["doctor"], { PORT: "1", RATE_LIMIT_FACTOR: "3" });
    expect([said.code, said.err]).toEqual([0, ""]);
    const lines = said.out.trim().split("\n");
    expect(lines.slice(1, 7)).toEqual([
      "settings: ok, RATE_LIMIT_FACTOR multiplies every limit by 3",
      expect.stringMatching(/^database: ok, SQLite 3\.\d+\.\d+, \d+ bytes, \d+ migrations, an empty write took \d+ ms$/),
      "queues: ok, 0 commands wait, 0 at the cloud, 0 mails wait",
      "outbox: ok, no failed mails",
      "gaps: ok, 0 times without data in 24 h, 0 s together",
      "leader: ok, nobody but the server itself",
    ]);
  });

  test("the doctor tries the mail server", async () => {
    const settings = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "relaydeck@example.com" };
    const said = await relaydeck(["doctor"], settings, mkdtempSync(join(folder, "no-mail-")));
    expect([said.code, said.out]).toEqual([1, ""]);
    expect(said.err).toMatch(/^mail: wrong: the mail server cannot be used \(.+\)\. Check SMTP_URL\.$/m);
  });

  test.each<[string, readonly string[], Record<string, string>, RegExp]>([
    [
      "a real cloud's token",
      ["seed", "--users", "1"],
      { PARTICLE_ACCESS_TOKEN: "0123456789abcdef" },
      /^PARTICLE_ACCESS_TOKEN is set/,
    ],
    ["a wrong option of seed", ["seed", "--users", "many"], {}, /^--users must be a whole number/],
    ["a wrong option of simulate", ["simulate", "--devices", "many"], {}, /devices must be a whole number/],
    ["a backup without a name", ["backup"], {}, /^Name one file\.$/],
    ["a wrong option of restore", ["restore", "kept", "--force"], {}, /^Unknown option '--force'\. --help lists/],
    ["what migrate does not take", ["migrate", "--force"], {}, /^"--force" is not understood here\. --help tells what is\.$/],
    ["JSON of what has no end to tell of", ["serve", "--json"], {}, /^"--json" is not understood here\./],
    ["a backup of nothing", ["backup", "kept"], { DATABASE_URL: "file:./none.db" }, /^DATABASE_URL: There is no database file/],
    [
      "an address that is no database",
      ["audit", "verify"],
      { DATABASE_URL: "file:." },
      /^DATABASE_URL: The database file \. cannot be used: it is a folder\.$/,
    ],
  ])("%s is one sentence on standard error and exit code 1", async (...row) => {
    const [, args, settings, sentence] = row;
    const said = await relaydeck(args, settings);
    expect([said.code, said.out]).toEqual([1, ""]);
    expect(said.err.trim()).toMatch(sentence);
    expect(said.err.trim().split("\n")).toHaveLength(1);
  });
});
