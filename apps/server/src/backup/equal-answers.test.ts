/** A backup of a product that goes on serving and writing, restored elsewhere, answers as the product does. */
import { restRows } from "@relaydeck/contract/rest";
import { appendAudit, verifyAudit } from "@relaydeck/db/audit/store";
import { liveHead } from "@relaydeck/db/live/read";
import { openStore } from "@relaydeck/db/open";
import type { Store } from "@relaydeck/db/store";
import { systemClock } from "@relaydeck/kit/clock";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { adminBrowser, adminEnvironment } from "../testing/admins.ts";
import { inputs, restRequest } from "../testing/authorisation-requests.ts";
import { openScene, type Scene } from "../testing/authorisation-scene.ts";
import { BackupPlace, type Kind } from "../testing/backups.ts";
import type { Browser } from "../testing/http-client.ts";
import { signedIn } from "../testing/people.ts";
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
const readers = ["owner", "control share", "view share", "former owner", "other user", "admin session"] as const;

/** Every answer of every GET to everybody, by who asked for what. */
async function answersOf(of: Product): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const actor of readers) {
    const person = scene.people[actor];
    const browser = actor === "admin session" ? await adminBrowser(of) : (await signedIn(of, person)).browser;
    for (const row of reads) {
      const asked = inputs[row.procedure as keyof typeof inputs](scene, { actor, action: "come in" });
      answers[`${actor}: ${row.path}`] = await answerTo(browser, restRequest(row, asked).path);
    }
  }
  return answers;
}

async function answerTo(browser: Browser, path: string): Promise<unknown> {
  const { status, json } = await browser.get(path);
  // A call to the cloud since the restart has another name on each side; that it was made is compared.
  const isCalls = path.startsWith("/api/analytics/particle-api-calls") && Array.isArray(json);
  return { status, json: isCalls ? json.map((call: object) => ({ ...call, id: "" })) : json };
}

let loads = 0;

/** Writes without end, each time rows of two tables that belong together, until it is told to stop. */
function loadOn(store: Store) {
  loads += 1;
  const name = `load ${loads}`;
  let [written, isOver] = [0, false];
  const running = (async () => {
    while (!isOver) {
      await store.write(async (tx) => {
        await appendAudit(tx, { at: 1, actorKind: "operator", action: name });
        await tx.live([{ kind: name, body: { written } }]);
      });
      written += 1;
      await quiet(1);
    }
  })();
  return {
    name,
    written: () => written,
    async stop() {
      isOver = true;
      await running;
    },
  };
}

async function restoredInto(kind: Kind, file: string): Promise<string> {
  const databaseUrl = await place.emptyDatabase(kind);
  await restoreFile({ databaseUrl, file, onRows: () => {} });
  return databaseUrl;
}

/** The same installation, on Postgres and not started. */
async function onPostgres(): Promise<Product> {
  const file = place.file();
  await place.write(product.settings.databaseUrl, file);
  return product.beside(await restoredInto("postgres", file));
}

/** What was stored together is there together, with all that was stored before it. */
async function expectConsistent(url: string, name: string, atLeast: number): Promise<void> {
  const store = await openStore({ url, clock: systemClock({ unref: true }) });
  const { read } = store;
  const audited = (await read.db.select().from(read.t.auditLog)).filter(({ action }) => action === name);
  const live = (await read.db.select().from(read.t.liveEvents)).filter(({ kind }) => kind === name);
  const inOrder = live.toSorted((a, b) => a.number - b.number);
  expect(inOrder.map(({ body }) => body)).toEqual(audited.map((_, written) => ({ written })));
  expect(audited.length).toBeGreaterThanOrEqual(atLeast);
  expect(await verifyAudit(store)).toMatchObject({ ok: true });
  expect(await liveHead(read)).toBe(inOrder.at(-1)?.number);
  await store.close();
}

test.each<[Kind, Kind]>([
  ["sqlite", "postgres"],
  ["sqlite", "sqlite"],
  ["postgres", "sqlite"],
])("[DA-1] from %s under load into %s: consistent, and every GET answers equally", async (from, to) => {
  const source = from === "sqlite" ? product : await onPostgres();
  const url = source.settings.databaseUrl;
  // Postgres answers in its own time, so what writes there follows the machine's clock.
  const store = from === "sqlite" ? product.store : await openStore({ url, clock: systemClock({ unref: true }) });
  const load = loadOn(store);
  await until(() => load.written() >= 5);
  const before = load.written();
  const underLoad = place.file();
  await place.write(url, underLoad);
  expect(load.written()).toBeGreaterThan(before);
  await load.stop();
  await expectConsistent(await restoredInto(to, underLoad), load.name, before);

  // Nothing is kept in memory any more, and both start now, so what a start itself does is done on both.
  await (source === product ? product.stop() : store.close());
  const atRest = place.file();
  await place.write(url, atRest);
  const restored = await product.beside(await restoredInto(to, atRest));
  await source.start();
  if (source !== product) ends.push(() => source.stop());
  await restored.start();
  ends.push(() => restored.stop());
  await quiet();
  const [there, here] = [await answersOf(source), await answersOf(restored)];
  expect(Object.keys(here).length).toBe(reads.length * readers.length);
  expect(here).toEqual(there);
});
