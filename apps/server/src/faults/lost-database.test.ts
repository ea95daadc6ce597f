/** A database that is locked, lost or silent while people switch: said in time, nothing sent, nobody held up, and no hand needed after it. [ST-2] */
import { openPlainSql, type PlainSql } from "@relaydeck/db/testing/plain-sql";
import { createMigratedDatabase } from "@relaydeck/db/testing/postgres";
import { doorBefore } from "@relaydeck/db/testing/tcp-door";
import { every, systemClock } from "@relaydeck/kit/clock";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { existsSync, readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { callsTo } from "../testing/commanding.ts";
import type { Answer } from "../testing/http-client.ts";
import { addDevice, addPerson, type OwnedDevice, type Person } from "../testing/people.ts";
import { startProduct, type Product } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { Viewer } from "../testing/viewer.ts";

const left: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of left.splice(0).toReversed()) await end();
});

/** A product whose database can be taken away from it, and given back. */
interface Stage {
  readonly product: Product;
  readonly takeAway: () => Promise<unknown> | void;
  readonly giveBack: () => Promise<unknown> | void;
}

function sqlOf(url: string): PlainSql {
  const sql = openPlainSql(url);
  left.push(() => sql.close());
  return sql;
}

async function lockedFile(): Promise<Stage> {
  const { product, close } = await startProduct();
  left.push(close);
  const locks = sqlOf(product.settings.databaseUrl);
  return { product, takeAway: () => locks.all("begin exclusive"), giveBack: () => locks.all("rollback") };
}

/** On Postgres, through a door on the way there. */
async function behindDoor() {
  const database = await createMigratedDatabase();
  left.push(() => database.drop());
  const { door, url } = await doorBefore(database.url);
  left.push(() => door.close());
  const { product, close } = await startProduct({ clock: "real", environment: { DATABASE_URL: url } });
  left.push(close);
  return { product, door, sql: sqlOf(database.url) };
}

async function lockedTables(): Promise<Stage> {
  const { product, sql } = await behindDoor();
  const takeAway = async () => {
    const tables = await sql.all("select tablename as name from pg_tables where schemaname = 'public'");
    await sql.all("begin");
    await sql.all(`lock table ${tables.map(({ name }) => String(name)).join(", ")} in access exclusive mode`);
  };
  return { product, takeAway, giveBack: () => sql.all("rollback") };
}

async function cutOff(): Promise<Stage> {
  const { product, door } = await behindDoor();
  return { product, takeAway: () => door.close("reset"), giveBack: () => door.open() };
}

async function silent(): Promise<Stage> {
  const { product, door } = await behindDoor();
  return { product, takeAway: () => door.freeze(), giveBack: () => door.thaw() };
}

const stages = [
  { name: "a file that another process holds locked for 30 s", stage: lockedFile },
  { name: "a Postgres whose tables are locked", stage: lockedTables },
  { name: "a Postgres that nobody can reach", stage: cutOff },
  { name: "a Postgres that is silent", stage: silent },
] as const;

const refused = {
  status: 503,
  code: "DATABASE_UNAVAILABLE",
  message: "The database does not answer. Nothing new was sent.",
  retryAfter: "3",
};

/** On whichever door; where not even who asks can be looked up, the door itself says it, in the short form of both. */
function refusalIn({ status, json, headers }: Answer): typeof refused {
  const { error, ...short } = json as { error?: { message: string; data: { code: string } }; message: string; code: string };
  const { message, code } = error === undefined ? short : { message: error.message, code: error.data.code };
  return { status, code, message, retryAfter: String(headers["retry-after"]) };
}

/** The longest that the event loop stood still by itself until it is asked for, in milliseconds. */
function watchLoop(): () => number {
  const clock = systemClock();
  let [longest, last, waitedBefore] = [0, clock.monotonic(), waitedForCpuMs()];
  const stop = every(clock, 5, () => {
    const [now, waited] = [clock.monotonic(), waitedForCpuMs()];
    longest = Math.max(longest, now - last - (waited - waitedBefore));
    [last, waitedBefore] = [now, waited];
  });
  return () => {
    stop();
    return longest;
  };
}

/** What a machine under load keeps this thread from running, in milliseconds; where it is not told, it counts as ours. */
function waitedForCpuMs(): number {
  const file = "/proc/thread-self/schedstat";
  return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[1]) / 1e6 : 0;
}

/** One command at each door, always with the same key; what is said to each, and after how long. */
function switchTwo({ product, owner, device }: { product: Product; owner: Person; device: OwnedDevice }) {
  const ownMs = () => product.clock.monotonic() - waitedForCpuMs();
  const began = ownMs();
  const timed = async (asked: Promise<Answer>) => ({ ...(await asked), afterMs: ownMs() - began });
  const { browser } = owner;
  const [rpc, rest] = [
    { deviceId: device.id, relayNumber: 1, target: "on", key: "by-rpc" },
    { deviceId: device.id, relayNumber: 2, functionName: "ctrl_relay2", argument: "on" },
  ];
  return Promise.all([
    timed(browser.mutate("relays.switch", rpc)),
    timed(browser.post("/api/powerone-relay-command", rest, { "idempotency-key": "by-rest" })),
  ]);
}

test.each(stages)("[ST-2] $name: said in time and nothing sent, the loop goes on, and after it all works", async ({ stage }) => {
  const { product, takeAway, giveBack } = await stage();
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const stranger = product.browser();
  async function isRefused(): Promise<void> {
    const all = Promise.all([stranger.get("/readyz"), stranger.get("/healthz"), switchTwo({ product, owner, device })]);
    const [ready, alive, said] = await product.whileTimePasses(all);
    expect(ready).toMatchObject({ status: 503, json: { ready: false, parts: { database: { state: "down" } } } });
    expect(alive).toMatchObject({ status: 200, json: { status: "ok" } });
    expect(said.map(refusalIn)).toEqual([refused, refused]);
    for (const { afterMs } of said) expect(afterMs).toBeLessThan(3_000);
  }

  await takeAway();
  const longestMs = watchLoop();
  left.push(async () => void longestMs());
  await isRefused();
  if (product.clock instanceof ManualClock) await product.advance(30_000);
  await isRefused();
  expect(longestMs()).toBeLessThan(250);
  expect(callsTo(product, device)).toEqual([]);

  await giveBack();
  await product.whileTimePasses(until(async () => (await stranger.get("/readyz")).status === 200));
  for (const repeat of [false, true])
    for (const { status, text } of await switchTwo({ product, owner, device }))
      expect([status, text]).toEqual([200, expect.stringContaining(`"repeat":${repeat}`)]);
  expect(callsTo(product, device)).toHaveLength(2);
});

test.each(stages.filter(({ stage }) => stage === cutOff || stage === silent))(
  "[C4, HD-5] $name: whoever watches is sent away, and hears it all once it is back",
  { timeout: 60_000 },
  async ({ stage }) => {
    const { product, takeAway, giveBack } = await stage();
    const owner = await addPerson(product);
    const device = await addDevice(product, owner);
    const viewer = await Viewer.watch(product, owner);
    await takeAway();
    await until(() => viewer.closeCode !== null, 20_000);
    expect(viewer.closeCode).toBe(1013);
    await giveBack();
    await until(() => product.deps.store.healthy(), 20_000);
    const back = await Viewer.watch(product, owner);
    expect(back.items.length).toBeGreaterThan(0);
    expect(back.closeCode).toBeNull();
    expect(callsTo(product, device)).toEqual([]);
    back.close();
  },
);
