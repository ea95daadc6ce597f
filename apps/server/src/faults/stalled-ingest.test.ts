/** Reports that come while the database is away, or that it refuses: none is lost without being known to be. [ST-1, C3] */
import { mostWaitingWords } from "@relaydeck/api/telemetry/ingest";
import { toInstant } from "@relaydeck/contract/instants";
import { openPlainSql, type PlainSql } from "@relaydeck/db/testing/plain-sql";
import { createTestDatabase } from "@relaydeck/db/testing/postgres";
import { doorBefore } from "@relaydeck/db/testing/tcp-door";
import { listGaps } from "@relaydeck/db/telemetry/gaps";
import { jsonLog } from "@relaydeck/kit/log";
import { afterEach, expect, test } from "vitest";
import { addDevice, addPerson, type OwnedDevice } from "../testing/people.ts";
import { startProduct, type Product, type ProductOptions } from "../testing/product.ts";
import { until } from "../testing/quiet.ts";
import { seenDevice } from "../testing/seeing.ts";

const left: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const end of left.splice(0).toReversed()) await end();
});

/** A product whose database can be taken away from it, and given back. */
interface Stage {
  readonly product: Product;
  readonly sql: PlainSql;
  readonly logged: string[];
  takeAway(): Promise<unknown>;
  giveBack(): Promise<unknown>;
}

async function start(options: ProductOptions): Promise<Omit<Stage, "takeAway" | "giveBack">> {
  const logged: string[] = [];
  const log = jsonLog({ level: "warn", now: () => 0, write: (line) => void logged.push(line) });
  const { product, close } = await startProduct({ clock: "real", log, ...options });
  left.push(close);
  await until(() => product.deps.link.stream.state === "connected");
  return { product, sql: sqlOf(product.settings.databaseUrl), logged };
}

function sqlOf(url: string): PlainSql {
  const sql = openPlainSql(url);
  left.push(() => sql.close());
  return sql;
}

async function lockedFile(): Promise<Stage> {
  const started = await start({});
  const locks = sqlOf(started.product.settings.databaseUrl);
  return { ...started, takeAway: () => locks.all("begin immediate"), giveBack: () => locks.all("rollback") };
}

async function lockedTable(): Promise<Stage> {
  const started = await start({ database: "postgres" });
  const locks = sqlOf(started.product.settings.databaseUrl);
  const takeAway = async () => {
    await locks.all("begin");
    await locks.all("lock table devices in share mode");
  };
  return { ...started, takeAway, giveBack: () => locks.all("rollback") };
}

async function cutOff(): Promise<Stage> {
  const database = await createTestDatabase();
  left.push(() => database.drop());
  const { door, url } = await doorBefore(database.url);
  left.push(() => door.close());
  const started = await start({ environment: { DATABASE_URL: url } });
  const sql = sqlOf(database.url);
  return { ...started, sql, takeAway: () => door.close("reset"), giveBack: () => door.open() };
}

const stages = [
  { name: "a file that another process holds locked", stage: lockedFile },
  { name: "a table of Postgres that is locked", stage: lockedTable },
  { name: "a Postgres that nobody can reach", stage: cutOff },
] as const;

async function report(product: Product, device: OwnedDevice, said: { seq: number; milliamps: number; bat?: number }) {
  const { seq, milliamps, bat = 80 } = said;
  const data = { i: [milliamps, 0, 0, 0], ps: 1, bat, cell: 60, seq: 1_000_000 + seq, up: 100_000 };
  const publishedAt = toInstant(product.clock.now() + seq);
  await product.door("POST", "/emit", { device: device.serial, name: "powerone/data", data, publishedAt });
}

const gapsOf = ({ store, clock }: Product) => listGaps(store.read, { from: 0, to: clock.now() + 60_000, limit: 10 });
const toldOf = (stage: Stage, event: string) => stage.logged.filter((line) => line.includes(`"event":"${event}"`)).length;
const movesOf = async ({ sql }: Pick<Stage, "sql">, device: OwnedDevice) =>
  (await sql.all(`select state from relay_changes where device_id = '${device.id}' and relay_number = 1 order by at`)).map(
    (row) => row["state"],
  );

test.each(stages)("[ST-1, S16-5] with $name every report that came meanwhile is stored once, in order", async ({ stage }) => {
  const stalled = await stage();
  const { product } = stalled;
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const { ingest } = product.deps;
  const before = { ...ingest.counts, moves: await movesOf(stalled, device) };
  await stalled.takeAway();
  await report(product, device, { seq: 0, milliamps: 700 });
  await until(() => toldOf(stalled, "ingest.waits") === 1);
  for (const seq of [1, 2, 3, 4]) await report(product, device, { seq, milliamps: seq % 2 === 0 ? 700 : 0 });
  await product.door("POST", "/emit", { device: device.serial, name: "spark/status", data: "offline" });
  await until(() => ingest.waiting === 6);
  await stalled.giveBack();
  await ingest.idle();
  expect((await movesOf(stalled, device)).slice(before.moves.length)).toEqual(["on", "off", "on", "off", "on"]);
  expect(await seenDevice(owner, device.id)).toMatchObject({ status: "offline", relays: [{ milliamps: 700 }, {}, {}, {}] });
  const { accepted, dropped, failed, overflowed } = ingest.counts;
  expect([accepted, dropped, failed, overflowed]).toEqual([
    before.accepted + 6,
    before.dropped,
    before.failed,
    before.overflowed,
  ]);
  expect(await gapsOf(product)).toEqual([]);
});

test.each(stages.slice(0, 2))(
  "[ST-1, C3, BP-1] with $name more than may wait: a gap from the first lost report on, and the truth is read back",
  async ({ stage }) => {
    const stalled = await stage();
    const { product } = stalled;
    const owner = await addPerson(product);
    const device = await addDevice(product, owner);
    const { ingest } = product.deps;
    expect((await seenDevice(owner, device.id)).relays[0]?.state).toBe("off");
    await stalled.takeAway();
    const from = product.clock.now();
    await product.door("POST", `/devices/${device.serial}/button`, { relay: 1, state: "on" });
    await until(() => toldOf(stalled, "ingest.waits") === 1);
    const to = product.clock.now();
    for (let count = 0; count < mostWaitingWords; count += 1)
      void ingest.take({ kind: "heard", providerId: "nobody", at: product.clock.now() });
    await until(() => ingest.counts.overflowed > 0);
    await stalled.giveBack();
    await until(async () => (await gapsOf(product)).length === 1);
    const [gap] = await gapsOf(product);
    expect(gap).toMatchObject({ reason: "Reports could not be stored" });
    expect([gap?.from, gap?.to]).toEqual([expect.toSatisfy((at) => at >= from && at <= to), expect.toSatisfy((at) => at >= to)]);
    await until(async () => (await movesOf(stalled, device)).at(-1) === "on");
    expect((await seenDevice(owner, device.id)).relays[0]?.state).toBe("on");
  },
);

test("[ST-1, C3, LE-1] a Postgres away for longer than the lease: every report that waited is told as lost, and read back", async () => {
  const stalled = await cutOff();
  const { product } = stalled;
  const owner = await addPerson(product);
  const [one, other] = [await addDevice(product, owner), await addDevice(product, owner)];
  const { ingest, lead } = product.deps;
  const before = ingest.counts.failed;
  await stalled.takeAway();
  await product.door("POST", `/devices/${one.serial}/button`, { relay: 1, state: "on" });
  await until(() => toldOf(stalled, "ingest.waits") === 1);
  await product.door("POST", `/devices/${other.serial}/button`, { relay: 1, state: "on" });
  await until(() => ingest.waiting === 2);
  await until(() => !lead.holds(), 30_000);
  await stalled.giveBack();
  await until(async () => (await gapsOf(product)).some(({ reason }) => reason === "Reports could not be stored"), 30_000);
  // What waited behind the first is given up after it.
  await until(() => ingest.counts.failed - before === 2);
  for (const device of [one, other]) await until(async () => (await movesOf(stalled, device)).at(-1) === "on", 30_000);
  expect(ingest.counts.failed - before).toBe(2);
});

test("[ST-1, C3, LE-1] a process that does not lead notes what it lost by itself, and reads back what is true", async () => {
  const { product, close } = await startProduct({ database: "postgres" });
  left.push(close);
  await until(() => product.deps.link.stream.state === "connected");
  const device = await addDevice(product, await addPerson(product));
  const { ingest, lead } = product.deps;
  const sql = sqlOf(product.settings.databaseUrl);
  expect((await movesOf({ sql }, device)).at(-1)).not.toBe("on");
  // Another process took the lead.
  await sql.all("update leases set fencing = fencing + 1");
  await product.whileTimePasses(until(() => !lead.holds()));
  await product.door("POST", `/devices/${device.serial}/button`, { relay: 1, state: "on" });
  const [row] = await sql.all(`select provider_id from devices where id = '${device.id}'`);
  const from = product.clock.now();
  ingest.lost.add({ providerId: String(row?.["provider_id"]), cameAt: from });
  ingest.lost.makeGood();
  await until(async () => (await movesOf({ sql }, device)).at(-1) === "on");
  expect(lead.holds()).toBe(false);
  const lost = (await gapsOf(product)).filter(({ reason }) => reason === "Reports could not be stored");
  expect(lost).toMatchObject([{ from, to: from }]);
});

test("[BP-2] a steady stream does not put off the end", async () => {
  const { product } = await start({ database: "postgres" });
  const { ingest } = product.deps;
  let isStopped = false;
  const feeding = (async () => {
    while (!isStopped) {
      void ingest.take({ kind: "heard", providerId: "nobody", at: product.clock.now() });
      await new Promise<void>((resolve) => void setImmediate(resolve));
    }
  })();
  await until(() => ingest.counts.dropped > 0);
  await ingest.stop();
  isStopped = true;
  await feeding;
  expect(ingest.waiting).toBe(0);
});

test("[ST-1, C3] a report whose own row is refused holds up nobody: it alone is lost, noted and read back", async () => {
  const stalled = await lockedFile();
  const { product, sql } = stalled;
  const owner = await addPerson(product);
  const device = await addDevice(product, owner);
  const { ingest } = product.deps;
  const before = { ...ingest.counts, moves: await movesOf(stalled, device) };
  await sql.all(
    "create trigger poison before insert on device_metrics when new.battery_level = 13 begin select raise(abort, 'refused'); end",
  );
  await stalled.takeAway();
  for (const seq of [0, 1, 2, 3, 4])
    await report(product, device, { seq, milliamps: seq % 2 === 0 ? 700 : 0, bat: seq === 1 ? 13 : 80 });
  await until(() => toldOf(stalled, "ingest.waits") === 1 && ingest.waiting === 5);
  await stalled.giveBack();
  await until(async () => (await gapsOf(product)).length === 1);
  await ingest.idle();
  expect((await movesOf(stalled, device)).slice(before.moves.length, before.moves.length + 3)).toEqual(["on", "off", "on"]);
  expect([ingest.counts.failed - before.failed, ingest.counts.overflowed - before.overflowed]).toEqual([1, 0]);
});
