/** The console's lists and numbers beside their rows: 100,000 accounts and devices, five million results and as many calls. [issue 5, acceptance 2, A16] */
import { cookieName } from "@relaydeck/api/accounts/cookies";
import { enqueueMail } from "@relaydeck/db/mail/outbox";
import { findMail } from "@relaydeck/db/operations/mails";
import { openStore } from "@relaydeck/db/open";
import { openPlainSql } from "@relaydeck/db/testing/plain-sql";
import { toInstant } from "@relaydeck/contract/instants";
import { present } from "@relaydeck/kit/assert";
import { systemRandom } from "@relaydeck/kit/random";
import { join } from "node:path";
import type { Bench } from "../bench.ts";
import { askedOfNumbers, monthMs, type Asked, type Found } from "../numbers/asked.ts";
import { askedOfLists } from "../numbers/asked-lists.ts";
import { askedTogether } from "../numbers/asked-together.ts";
import { addAudit, auditRows } from "../numbers/audit-rows.ts";
import { seedNumbers, size } from "../numbers/filled.ts";
import { addRows, moreRows } from "../numbers/more-rows.ts";
import { ownPostgres } from "../process/own-postgres.ts";
import { Peer } from "../process/peer.ts";
import { temporaryFolder } from "../process/temporary-folder.ts";
import { addAdmin } from "../product/fill.ts";
import type { ProductServer } from "../product/server.ts";
import { startStillCloud } from "../product/still-cloud.ts";
import { limited, type Finding } from "../report/finding.ts";
import { measureAdminScreens } from "../screens/admin-screens.ts";
import { percentile } from "../statistics.ts";

/** Of each question, one after the other. */
const rounds = 40;
const atMostMs = 200;

/** Databases that are filled already are measured as they are, by their addresses in this variable: filling takes minutes. */
const filledUrls = (process.env["BENCH_FILLED_DATABASE"] ?? "").split(" ").filter((url) => url !== "");

export async function measureAdminNumbers(bench: Bench): Promise<Finding[]> {
  const folder = temporaryFolder("numbers");
  if (filledUrls.length > 0) return measureFilled(bench, folder);
  const sqlite = { name: "SQLite", folder, databaseUrl: `file:${join(folder, "relaydeck.db")}` };
  await fill(bench, sqlite);
  const onSqlite = await measureOn(bench, sqlite);
  const postgres = await ownPostgres();
  try {
    const subject = { name: "Postgres", folder, databaseUrl: postgres.url };
    await fill(bench, subject);
    return [...onSqlite, ...(await measureOn(bench, subject))];
  } finally {
    await postgres.stop();
  }
}

async function measureFilled(bench: Bench, folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const databaseUrl of filledUrls) {
    const name = databaseUrl.startsWith("file:") ? "SQLite" : "Postgres";
    findings.push(...(await measureOn(bench, { name, folder, databaseUrl })));
  }
  return findings;
}

interface Subject {
  readonly name: string;
  readonly folder: string;
  readonly databaseUrl: string;
}

async function fill(bench: Bench, { name, databaseUrl }: Subject): Promise<void> {
  bench.say(
    `${name}: seeding ${Object.entries({ ...size, ...moreRows })
      .map(([what, count]) => `${count} ${what}`)
      .join(", ")}, ${auditRows} audit rows`,
  );
  const begun = bench.clock.monotonic();
  await seedNumbers(databaseUrl);
  await addRows(databaseUrl, { now: bench.clock.now() });
  await addAudit(databaseUrl);
  bench.say(`${name}: seeded in ${Math.round((bench.clock.monotonic() - begun) / 1_000)} s`);
}

async function measureOn(bench: Bench, { name, folder, databaseUrl }: Subject): Promise<Finding[]> {
  const { token, found, rows } = await prepare(bench, databaseUrl);
  bench.say(`${name}: ${rows}`);
  const product = new Peer<ProductServer>(new URL("../product/server.ts", import.meta.url));
  try {
    const cloud = await startStillCloud(bench.clock);
    const { port } = await product.call("open", { folder, cloudUrl: cloud.url, databaseUrl });
    const origin = `http://localhost:${port}`;
    const cookie = `${cookieName("admin", origin)}=${token}`;
    const findings: Finding[] = [];
    const note = (what: string, ours: number) =>
      void findings.push(
        limited({ goal: "A-admin", what: `${name}, ${rows}: ${what}, p95`, unit: "ms", ours, atMost: atMostMs }),
      );
    for (const asked of [...askedOfLists(found), ...askedOfNumbers(found)])
      note(asked.name, await p95Of(bench, { origin, cookie, asked }));
    for (const { name: list, all } of askedTogether(found)) {
      const asked = await slowestOf(bench, { origin, cookie, all });
      note(`${list}, slowest of ${all.length}: ${asked.name}`, await p95Of(bench, { origin, cookie, asked }));
    }
    bench.say(`${name}: the console and the analytics in a browser`);
    return [...findings, ...(await measureAdminScreens(bench, { origin, cookie, of: `${name}, ${rows}` }))];
  } finally {
    await product.close();
  }
}

/** An administrator's session, a device, its owner and a mail to look at, and how much there is. */
async function prepare(bench: Bench, url: string): Promise<{ token: string; found: Found; rows: string }> {
  const store = await openStore({ url, clock: bench.clock });
  try {
    const token = await addAdmin({ clock: bench.clock, random: systemRandom(), store });
    const { id, ownerId } = store.t.devices;
    const mailId = "bench-mail";
    const mail = { id: mailId, to: "a@bench.test", subject: "S", text: "T", html: "H", template: "verify-email" };
    await store.write(async (tx) => {
      if ((await findMail(tx, mailId)) !== null) return;
      await enqueueMail(tx, { ...mail, messageId: `<${mailId}>`, state: "failed", nextAttemptAt: 0, createdAt: 0 });
    });
    const [device] = await store.read.db.select({ id, ownerId }).from(store.t.devices).orderBy(id).limit(1);
    const now = bench.clock.now();
    const times = { from: toInstant(now - monthMs), until: toInstant(now) };
    const found = { deviceId: device?.id ?? "", userId: device?.ownerId ?? "", mailId, ...times };
    return { token, found, rows: await rowsIn(url) };
  } finally {
    await store.close();
  }
}

/** In plain SQL: the product lets no reader wait for as long as ten million rows may take. */
async function rowsIn(url: string): Promise<string> {
  const sql = openPlainSql(url);
  const thousands = async (table: string) => {
    const [row] = await sql.all(`select count(*) as rows from ${table}`);
    return `${Math.round(Number(row?.["rows"]) / 1_000)}k`;
  };
  try {
    const [users, devices] = [await thousands("users"), await thousands("devices")];
    const [results, calls] = [await thousands("relay_history"), await thousands("particle_api_calls")];
    const [entries, audited] = [await thousands("activity_logs"), await thousands("audit_log")];
    return `${users} users, ${devices} devices, ${results} results, ${calls} calls, ${entries} log entries, ${audited} audit rows`;
  } finally {
    await sql.close();
  }
}

interface Asking {
  readonly origin: string;
  readonly cookie: string;
}

/** Each is asked twice, and the lesser time counts: what happens to fall upon one of them does not make it the slowest. */
async function slowestOf(bench: Bench, { all, ...asking }: Asking & { all: readonly Asked[] }): Promise<Asked> {
  let slowest: { asked: Asked; ms: number } | null = null;
  for (const asked of all) {
    const ms = Math.min(await msOf(bench, { ...asking, asked }), await msOf(bench, { ...asking, asked }));
    if (slowest === null || ms > slowest.ms) slowest = { asked, ms };
  }
  return present(slowest, "There are questions").asked;
}

async function p95Of(bench: Bench, asking: Asking & { asked: Asked }): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await msOf(bench, asking));
  return percentile(times, 0.95);
}

async function msOf(bench: Bench, { origin, cookie, asked }: Asking & { asked: Asked }): Promise<number> {
  const begun = bench.clock.monotonic();
  const response = await fetch(`${origin}${asked.path}`, { headers: { cookie } });
  const body = await response.text();
  if (!response.ok) throw new Error(`${asked.name} was answered with ${response.status} ${body.slice(0, 200)}`);
  return bench.clock.monotonic() - begun;
}
