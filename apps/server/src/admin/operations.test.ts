/** How the installation does, as an administrator sees it, as Prometheus reads it, and a failed mail's second chance. */
import { storedFacts } from "@relaydeck/api/admin/operations/stored-facts";
import type { MailLine, Operations } from "@relaydeck/contract/operations";
import { listAudit, verifyAudit } from "@relaydeck/db/audit/store";
import { findLease, takeLease } from "@relaydeck/db/cluster/leases";
import { listMails } from "@relaydeck/db/mail/outbox";
import { openConnection } from "@relaydeck/db/sqlite/connection";
import { filePath } from "@relaydeck/db/sqlite/file";
import { present } from "@relaydeck/kit/assert";
import { startSmtpSink, type SmtpSink } from "@relaydeck/mail/testing/smtp-sink";
import { get } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { adminBrowser } from "../testing/admins.ts";
import type { Browser } from "../testing/http-client.ts";
import { startProduct, type Product, type ProductOptions } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { dataOf, metric } from "../testing/seeing.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function opened(options: ProductOptions = {}): Promise<{ product: Product; admin: Browser }> {
  const { product, close } = await startProduct(options);
  ends.push(close);
  return { product, admin: await adminBrowser(product) };
}

async function seen(admin: Browser): Promise<Operations> {
  return dataOf(await admin.query("admin.operations")) as Operations;
}

/** Name with labels → value. */
async function metricsOf(product: Product): Promise<Map<string, number>> {
  const { text } = await product.browser().get("/metrics");
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
}

describe.each(["sqlite", "postgres"] as const)("on %s", (database) => {
  test("the page and the metrics tell the same facts of database, stream, leader, queues, mails, limits and versions", async () => {
    const { product, admin } = await opened({ database, environment: { RATE_LIMIT_FACTOR: "3" } });
    await product.passUntil(() => product.deps.link.stream.state === "connected");
    const facts = await seen(admin);
    const measured = await metricsOf(product);
    // A file has one process, and no lease.
    const held = { holder: expect.stringMatching(/ \d+$/), since: expect.any(String), fencing: 1 };
    const holding = database === "postgres" ? held : { holder: null, since: null, fencing: null };
    expect(facts).toMatchObject({
      asOf: new Date(product.clock.now()).toISOString(),
      versions: { product: "0.0.0-test", runtime: `Node ${process.versions.node}` },
      database: { kind: database, state: "ok", trouble: null },
      stream: { state: "connected", trouble: null, retryAt: null, isTokenRefused: false, unreadable: [], gaps: { count: 0 } },
      leader: { isThis: true, ...holding },
      mail: { state: "outbox-only", waiting: 0, failed: 0, oldestWaitingAt: null },
      limits: { factor: 3 },
    });
    expect(facts.database.version).toMatch(/^\d+\.\d+/);
    expect(facts.limits.each).toContainEqual({ name: "commandsPerDevice", limit: 30, windowSeconds: 10 });
    expect(facts.limits.each).toContainEqual({ name: "socketsPerUser", limit: 30, windowSeconds: null });
    expect(Object.fromEntries(measured)).toMatchObject({
      [`relaydeck_build_info{version="0.0.0-test",runtime="Node ${process.versions.node}",database="${database}"}`]: 1,
      relaydeck_database_up: 1,
      relaydeck_database_migrations: facts.database.migrations,
      relaydeck_provider_stream_up: 1,
      relaydeck_provider_calls_in_window: facts.stream.callsInWindow,
      relaydeck_provider_calls_limit: facts.stream.callsMax,
      relaydeck_leader: 1,
      relaydeck_mails_waiting: 0,
      relaydeck_mails_failed: 0,
      relaydeck_mail_up: 0,
      relaydeck_rate_limit_factor: 3,
      relaydeck_start_time_seconds: Date.parse(facts.versions.startedAt) / 1_000,
    });
    // In between it may have grown, or Postgres may have given empty pages back.
    const bytes = present(facts.database.sizeBytes, "It answers");
    expect(Math.abs((measured.get("relaydeck_database_bytes") ?? 0) - bytes)).toBeLessThan(bytes / 10);
    for (const { name, waiting, most } of facts.queues) {
      expect([name, measured.get(`relaydeck_queue_waiting{queue="${name}"}`)]).toEqual([name, waiting]);
      expect([name, measured.get(`relaydeck_queue_limit{queue="${name}"}`) ?? null]).toEqual([name, most]);
    }
  });

  test("a lease tells who leads and since when", async () => {
    const { product, admin } = await opened({ database });
    const now = product.clock.now();
    const lease = await findLease(product.store.read, "listener");
    const take = { name: "listener", holder: "node-b", seen: lease, now, lastsMs: 10_000 };
    await product.store.write((tx) => takeLease(tx, take));
    product.deps.link.moveTo("standby", now);
    expect((await seen(admin)).leader).toEqual({
      isThis: false,
      holder: "node-b",
      since: new Date(now).toISOString(),
      fencing: (lease?.fencing ?? 0) + 1,
    });
    expect(await metric(product, "leader")).toBe(0);
  });
});

test("[OB-1, S17-10] what broke is told in its own words: the stream with its next try, and events that nobody could read", async () => {
  const { product, admin } = await opened();
  await product.passUntil(() => product.deps.link.stream.state === "connected");
  await product.cutCloud();
  await product.passUntil(() => product.deps.link.stream.state === "down");
  const { stream } = await seen(admin);
  expect(stream).toMatchObject({ state: "down", gaps: { count: 1 } });
  expect(stream.trouble).toMatch(/\w+ \w+/);
  expect(Date.parse(present(stream.retryAt, "It is tried again"))).toBeGreaterThan(product.clock.now());
  expect(await metric(product, "provider_stream_up")).toBe(0);
  await product.restoreCloud();
  await product.passUntil(() => product.deps.link.stream.state === "connected");
  expect((await seen(admin)).stream).toMatchObject({ state: "connected", trouble: null, retryAt: null });
});

test("[ST-2] a database that takes no writes is a fact, not a failure: the metrics go on without it", async () => {
  const { product } = await opened({ clock: "real" });
  const other = openConnection(filePath(product.settings.databaseUrl));
  ends.push(async () => void other.close());
  other.exec("begin immediate");
  const asked = await storedFacts(product.deps);
  expect(asked.database).toMatchObject({ state: "down", trouble: "No write within 1000 ms", answeredInMs: null });
  expect(await metric(product, "database_up")).toBe(0);
  other.exec("rollback");
  await until(() => product.store.healthy());
  expect(await metric(product, "database_up")).toBe(1);
});

describe("[AD-8, OB-1] a failed mail", () => {
  let sink: SmtpSink;

  async function withFailedMail(): Promise<{ product: Product; admin: Browser; mailId: string }> {
    sink = await startSmtpSink();
    ends.push(() => sink.close());
    sink.answerTo = () => 550;
    const { product, admin } = await opened({ environment: { SMTP_URL: sink.url, MAIL_FROM: "no-reply@relaydeck.test" } });
    const person = { email: "maria@relaydeck.test", password: "pump house at the lake", firstName: "Maria", lastName: "Lind" };
    await product.browser().post("/api/auth/register", person);
    await product.passUntil(async () => (await mailRow(product)).state === "failed");
    return { product, admin, mailId: (await mailRow(product)).id };
  }

  const mailRow = async (product: Product) =>
    present((await listMails(product.store.read, { limit: 1 }))[0], "A mail was posted");
  const told = async (admin: Browser, mailId: string) => dataOf(await admin.query("admin.mail", { mailId })) as MailLine;
  const retriesIn = async (product: Product) =>
    (await listAudit(product.store.read, { limit: 20 })).filter(({ action }) => action.startsWith("mail."));

  test("is shown with its reason and nothing of its text, tried again when it is told to, and then sent, once", async () => {
    const { product, admin, mailId } = await withFailedMail();
    const [line] = dataOf(await admin.query("admin.mails", {})) as MailLine[];
    expect(line).toMatchObject({ id: mailId, to: "maria@relaydeck.test", state: "failed", attempts: 1, nextAttemptAt: null });
    expect(line?.lastError).toMatch(/550/);
    expect(JSON.stringify(line)).not.toMatch(/token=|<html/);
    expect((await seen(admin)).mail).toMatchObject({ waiting: 0, failed: 1 });
    sink.answerTo = () => null;
    const retried = dataOf(await admin.mutate("admin.retryMail", { mailId }));
    expect(retried).toMatchObject({
      id: mailId,
      state: "waiting",
      attempts: 0,
      lastError: null,
      message: "The mail is tried again",
    });
    await product.passUntil(async () => (await told(admin, mailId)).state === "sent");
    expect(sink.mails).toHaveLength(1);
    expect(await told(admin, mailId)).toMatchObject({ attempts: 1, lastError: null });
    expect((await seen(admin)).mail).toMatchObject({ state: "ok", waiting: 0, failed: 0 });
    // A second press comes too late and does nothing.
    expect(dataOf(await admin.mutate("admin.retryMail", { mailId }))).toMatchObject({ state: "sent" });
    await product.advance(60_000);
    expect(sink.mails).toHaveLength(1);
    expect(await retriesIn(product)).toMatchObject([
      {
        actorKind: "admin",
        action: "mail.retried",
        subjectKind: "mail",
        subjectId: mailId,
        before: { state: "failed", attempts: 1, lastError: line?.lastError },
        after: { state: "waiting", template: "verify-email" },
      },
    ]);
    expect((await verifyAudit(product.store)).ok).toBe(true);
  });

  test("fails again with the new reason when nothing was mended, and one that nobody has is refused and recorded", async () => {
    const { product, admin, mailId } = await withFailedMail();
    sink.answerTo = () => 553;
    await admin.mutate("admin.retryMail", { mailId });
    await product.passUntil(async () => (await told(admin, mailId)).lastError !== null);
    expect(await told(admin, mailId)).toMatchObject({ state: "failed", lastError: expect.stringContaining("553") as string });
    expect((await admin.mutate("admin.retryMail", { mailId: "mai_none" })).status).toBe(404);
    expect((await retriesIn(product)).map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ["mail.retried-refused", "mai_none"],
      ["mail.retried", mailId],
    ]);
  });

  test("written days ago, is tried this one time although its time was over", async () => {
    const { product, admin, mailId } = await withFailedMail();
    await sink.close();
    await product.age(3 * 24 * 60 * 60_000);
    const again = await adminBrowser(product);
    await again.mutate("admin.retryMail", { mailId });
    await product.passUntil(async () => (await mailRow(product)).lastError !== null);
    expect(await mailRow(product)).toMatchObject({ state: "failed", attempts: 1 });
    expect((await admin.query("admin.operations")).status).toBe(401);
  });

  test("is on its way once, however often it is told to be tried", async () => {
    const { product, admin, mailId } = await withFailedMail();
    sink.isSilent = true;
    sink.answerTo = () => null;
    await admin.mutate("admin.retryMail", { mailId });
    await product.passUntil(() => sink.mails.length === 1);
    await admin.mutate("admin.retryMail", { mailId });
    await product.advance(20_000);
    expect(sink.mails).toHaveLength(1);
    expect(await retriesIn(product)).toHaveLength(1);
  });
});

describe("the metrics", () => {
  test("are for this machine, or for whoever has the token; everybody else finds nothing there", async () => {
    const token = "a token for the metrics of this house";
    const { product } = await opened({ environment: { METRICS_TOKEN: token } });
    const asked = async (authorization?: string) =>
      (await product.browser().get("/metrics", authorization === undefined ? {} : { authorization })).status;
    expect(await asked()).toBe(404);
    expect(await asked(`Bearer ${token}x`)).toBe(404);
    expect(await asked(token)).toBe(404);
    expect(await asked(`Bearer ${token}`)).toBe(200);
  });

  test("without a token are for callers that are here and whom no proxy says to be elsewhere", async () => {
    const { product } = await opened({ environment: { TRUST_PROXY: "1" } });
    // Every address of 127.0.0.0/8 leads here; only 127.0.0.1 counts as this machine.
    const asked = (localAddress: string, forwarded: string) =>
      new Promise((resolve, reject) => {
        const headers = { "x-forwarded-for": forwarded };
        get(
          { host: "127.0.0.1", port: product.settings.port, path: "/metrics", localAddress, headers, agent: false },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          },
        ).on("error", reject);
      });
    expect(await asked("127.0.0.1", "127.0.0.1")).toBe(200);
    expect(await asked("127.0.0.1", "198.51.100.7")).toBe(404);
    expect(await asked("127.0.0.2", "127.0.0.1")).toBe(404);
  });

  test("have a help and a type each, labels out of closed lists, and no word about anybody", async () => {
    const { product, admin } = await opened();
    await product.browser().post("/api/auth/register", {
      ...{ email: "maria@relaydeck.test", password: "pump house at the lake", firstName: "Maria", lastName: "Lind" },
    });
    await seen(admin);
    const { text } = await product.browser().get("/metrics");
    const names = new Set([...text.matchAll(/^(relaydeck_\w+)/gm)].map(([, name]) => name));
    for (const name of names) {
      expect(text).toMatch(new RegExp(`^# HELP ${name} \\S`, "m"));
      expect(text).toMatch(new RegExp(`^# TYPE ${name} (gauge|counter)$`, "m"));
    }
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
    expect(labels).toEqual(new Set(["version", "runtime", "database", "queue"]));
    expect(text).not.toMatch(/maria|relaydeck\.test|(usr|dev|ses|mai)_/);
    for (const line of text.trimEnd().split("\n")) expect(line).toMatch(/^(# (HELP|TYPE) .+|relaydeck_\w+(\{.+\})? -?[\d.e+]+)$/);
  });
});
