/**
 * A backup of a product that goes on serving and writing, restored elsewhere, answers as the product does.
 *
 * The backup holds the first so many of the calls that were made meanwhile. With the rest of them made again on what was
 * restored, every GET has to answer there what it answers at the product, which never stopped to be asked.
 */
import { deviceSorts, userSorts } from "@relaydeck/contract/console";
import { newId } from "@relaydeck/contract/ids";
import { otherCalls } from "@relaydeck/contract/openapi/other-calls";
import { restRows } from "@relaydeck/contract/rest";
import { documentedCalls } from "@relaydeck/contract/testing/documented-calls";
import { insertActivity } from "@relaydeck/db/activity/store";
import { appendAudit, verifyAudit } from "@relaydeck/db/audit/store";
import { liveHead } from "@relaydeck/db/live/read";
import { openStore } from "@relaydeck/db/open";
import { present } from "@relaydeck/kit/assert";
import { systemClock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { adminBrowser, adminEnvironment } from "../testing/admins.ts";
import { inputs, restRequest } from "../testing/authorisation-requests.ts";
import { openScene, type Scene } from "../testing/authorisation-scene.ts";
import { BackupPlace, type Kind } from "../testing/backups.ts";
import type { Answer, Browser } from "../testing/http-client.ts";
import { signedIn, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { quiet, until } from "../testing/quiet.ts";
import { restoreFile } from "./restore-file.ts";

const place = new BackupPlace();
let product: Product;
let close: () => Promise<void>;
let scene: Scene;
beforeAll(async () => {
  ({ product, close } = await startProduct({ environment: adminEnvironment }));
  scene = await openScene(product, { withCommands: true });
});
afterAll(async () => {
  await close();
  await place.close();
});

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const reads = restRows.filter(({ method }) => method === "GET");
/** They lead a browser on and read nothing of the database. */
const leadOn = ["GET /api/auth/google", "GET /api/auth/google/callback", "GET /api/login"];
const readers = ["owner", "control share", "view share", "former owner", "other user", "admin session"] as const;

/** Letters beyond ASCII in another case than they are written in: each search finds something. */
const searches = Object.entries({ users: "ÉMILE", devices: "wärme", "activity-logs": "ÜBER" }).map(
  ([list, search]) => `/api/admin/${list}?search=${encodeURIComponent(search)}`,
);

/** Each list by whatever it can be sorted by, from both ends. */
const sorted = Object.entries({ users: userSorts, devices: deviceSorts, "activity-logs": ["timestamp"] }).flatMap(
  ([list, sorts]) => sorts.flatMap((sort) => ["asc", "desc"].map((order) => `/api/admin/${list}?sort=${sort}&order=${order}`)),
);
const files = otherCalls.filter(({ answers }) => answers === "csv").map(({ path }) => path);

/** Every answer of every GET to everybody, by who asked for what; of the audit the rows up to that number. */
async function answersOf(of: Product, audited: number): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const actor of readers) {
    const person = scene.people[actor];
    const browser = actor === "admin session" ? await adminBrowser(of) : (await signedIn(of, person)).browser;
    for (const row of reads) {
      const asked = inputs[row.procedure as keyof typeof inputs](scene, { actor, action: "come in" });
      answers[`${actor}: ${row.path}`] = await answerTo(browser, restRequest(row, asked).path);
    }
    if (actor !== "admin session") continue;
    for (const path of [...searches, ...sorted]) answers[path] = await answerTo(browser, path);
    for (const path of files) answers[path] = await linesOf(browser, path, audited);
  }
  return answers;
}

/** What each side did since the backup is in its own audit, under names and hashes of its own. */
async function linesOf(browser: Browser, path: string, audited: number): Promise<unknown> {
  const { status, text } = await browser.get(path);
  const lines = text.split("\r\n");
  const isAudit = path.endsWith("/audit.csv");
  return { status, lines: isAudit ? lines.filter((line) => !(Number.parseInt(line, 10) > audited)) : lines };
}

async function answerTo(browser: Browser, path: string): Promise<unknown> {
  const { status, json } = await browser.get(path);
  // A call to the cloud since the restart has another name on each side; that it was made is compared.
  const isCalls = path.startsWith("/api/analytics/particle-api-calls") && Array.isArray(json);
  return { status, json: isCalls ? json.map((call: object) => ({ ...call, id: "" })) : json };
}

/** What one person does again and again; every round leaves its number as a name. */
interface Hand {
  readonly person: Person;
  work(browser: Browser, round: number): Promise<Answer>;
  /** The last round whose work is there. */
  done(browser: Browser): Promise<number>;
}

function numberIn(name: string | undefined): number {
  return Number(/ (\d+)$/.exec(name ?? "")?.[1] ?? 0);
}

async function named<T extends object>(browser: Browser, path: string, name: (json: T) => string | undefined): Promise<number> {
  return numberIn(name((await browser.get(path)).json as T));
}

/** In the order in which a round goes through them. */
async function handsOf(of: Product): Promise<readonly Hand[]> {
  const { owner, "other user": other, "control share": guest } = scene.people;
  const { id } = scene.device;
  const own = await signedIn(of, guest);
  const kept = await own.browser.post("/api/dashboard-layouts", { name: "Round 0", layout: { components: [] } });
  const { id: layoutId } = kept.json as { id: string };
  type Named = { id: string; name: string }[];
  return [
    {
      person: owner,
      work: (browser, round) => browser.call("PATCH", `/api/devices/${id}`, { body: { name: `WÄRME über ${round}` } }),
      done: (browser) => named<Named>(browser, "/api/devices", (all) => all.find((one) => one.id === id)?.name),
    },
    {
      person: other,
      work: (browser, round) => browser.call("PATCH", "/api/auth/user", { body: { firstName: `émile ${round}` } }),
      done: (browser) => named<{ firstName: string }>(browser, "/api/auth/user", ({ firstName }) => firstName),
    },
    {
      person: guest,
      work: (browser, round) =>
        browser.post("/api/dashboard-layouts", { id: layoutId, name: `Round ${round}`, layout: { components: [] } }),
      done: (browser) => named<Named>(browser, "/api/dashboard-layouts", (all) => all.find((one) => one.id === layoutId)?.name),
    },
  ];
}

let rounds = 0;

/** Calls without end, one after the other, and beside them rows of two tables that belong together, until told to stop. */
async function loadOn(of: Product) {
  const hands = await handsOf(of);
  const browsers = await handsAt(of, hands);
  const name = `load from ${rounds}`;
  const first = rounds;
  let [pairs, isOver] = [0, false];
  const timestamp = of.clock.now();
  await of.store.write((tx) =>
    insertActivity(tx, { id: newId("activity", systemRandom()), timestamp, message: "Wärme über 80" }),
  );
  const calling = (async () => {
    while (!isOver) {
      rounds += 1;
      await work(hands, browsers, { round: rounds });
    }
  })();
  const writing = (async () => {
    while (!isOver) {
      await of.store.write(async (tx) => {
        await appendAudit(tx, { at: 1, actorKind: "operator", action: name });
        await tx.live([{ kind: name, body: { written: pairs } }]);
      });
      pairs += 1;
      await quiet(1);
    }
  })();
  const stop = async () => {
    isOver = true;
    await Promise.all([calling, writing]);
  };
  return { name, hands, written: () => pairs, called: () => rounds - first, stop };
}

type Browsers = readonly Browser[];

function handsAt(of: Product, hands: readonly Hand[]): Promise<Browsers> {
  return Promise.all(hands.map(async ({ person }) => (await signedIn(of, person)).browser));
}

/** One round, for the hands that it is given for. */
async function work(
  hands: readonly Hand[],
  browsers: Browsers,
  { round, from = 0 }: { round: number; from?: number },
): Promise<void> {
  for (const [index, hand] of hands.entries()) {
    if (index < from) continue;
    const answer = await hand.work(present(browsers[index], "Each hand has a browser"), round);
    expect([200, 201]).toContain(answer.status);
  }
}

/** Does on what was restored the rounds that the backup came too early for; gives how many. Then one more on both sides, at one time. */
async function catchUp(source: Product, restored: Product, hands: readonly Hand[]): Promise<number> {
  const [there, here] = [await handsAt(source, hands), await handsAt(restored, hands)];
  const done = await Promise.all(hands.map((hand, index) => hand.done(present(here[index], "Each hand has a browser"))));
  const [most, least] = [Math.max(...done), Math.min(...done)];
  // The calls came one after the other, so the backup holds the first of them and none without those before it.
  expect(done).toEqual(done.toSorted((a, b) => b - a));
  expect(most - least).toBeLessThanOrEqual(1);
  if (least < most) await work(hands, here, { round: most, from: done.indexOf(least) });
  for (let round = most + 1; round <= rounds; round += 1) await work(hands, here, { round });
  const missed = rounds - most;
  rounds += 1;
  for (const browsers of [there, here]) await work(hands, browsers, { round: rounds });
  return missed;
}

async function restoredInto(kind: Kind, file: string): Promise<string> {
  const databaseUrl = await place.emptyDatabase(kind);
  await restoreFile({ databaseUrl, file, onRows: () => {}, onStep: () => {}, signal: new AbortController().signal });
  return databaseUrl;
}

/** The same installation on Postgres, serving. */
async function onPostgres(): Promise<Product> {
  const file = place.file();
  await place.write(product.settings.databaseUrl, file);
  const other = await product.beside(await restoredInto("postgres", file));
  await other.start();
  ends.push(() => other.stop());
  return other;
}

/** What was stored together is there together, with all that was stored before it. Gives the number of the last audit row. */
async function expectConsistent(url: string, name: string, atLeast: number): Promise<number> {
  const store = await openStore({ url, clock: systemClock({ unref: true }) });
  const { read } = store;
  const audit = await read.db.select().from(read.t.auditLog);
  const audited = audit.filter(({ action }) => action === name);
  const all = await read.db.select().from(read.t.liveEvents);
  const live = all.filter(({ kind }) => kind === name);
  const inOrder = live.toSorted((a, b) => a.number - b.number);
  expect(inOrder.map(({ body }) => body)).toEqual(audited.map((_, written) => ({ written })));
  expect(audited.length).toBeGreaterThanOrEqual(atLeast);
  expect(await verifyAudit(store)).toMatchObject({ ok: true });
  expect(await liveHead(read)).toBe(Math.max(...all.map(({ number }) => number)));
  await store.close();
  return Math.max(...audit.map(({ number }) => number));
}

test("every documented GET is among those that are compared, but for what only leads a browser on", () => {
  const nameless = (call: string) => call.replaceAll(/\{\w+\}/g, "{}");
  const compared = new Set(reads.map(({ path }) => nameless(`GET ${path}`)));
  const gets = documentedCalls.map(({ call }) => call).filter((call) => call.startsWith("GET "));
  expect(gets.filter((call) => !compared.has(nameless(call)))).toEqual(leadOn);
});

test.each<[Kind, Kind]>([
  ["sqlite", "postgres"],
  ["sqlite", "sqlite"],
  ["postgres", "sqlite"],
])("[DA-1] from %s under load into %s: consistent, and every GET answers equally", async (from, to) => {
  const source = from === "sqlite" ? product : await onPostgres();
  // What a start asks of the cloud is written down a second after its answers.
  await product.whileTimePasses(source.app.listener.settled());
  await product.advance(2_000);
  const load = await loadOn(source);
  await until(() => load.written() >= 5 && load.called() >= 2);
  const [pairs, calls] = [load.written(), load.called()];
  const file = place.file();
  await place.write(source.settings.databaseUrl, file);
  await until(() => load.written() > pairs && load.called() > calls + 1);
  await load.stop();
  const databaseUrl = await restoredInto(to, file);
  const audited = await expectConsistent(databaseUrl, load.name, pairs);

  // Nothing is kept in memory any more, and both start now, so what a start itself does is done on both.
  await source.stop();
  const restored = await product.beside(databaseUrl);
  await source.start();
  await restored.start();
  ends.push(() => restored.stop());
  await quiet();
  expect(await catchUp(source, restored, load.hands)).toBeGreaterThan(0);
  const [there, here] = [await answersOf(source, audited), await answersOf(restored, audited)];
  const asked = [...searches, ...sorted, ...files];
  expect(Object.keys(here).length).toBe(reads.length * readers.length + asked.length);
  expect(asked.filter((path) => (here[path] as Answer).status !== 200)).toEqual([]);
  for (const path of searches) expect([path, here[path]]).not.toEqual([path, { status: 200, json: [] }]);
  expect(here).toEqual(there);
});
