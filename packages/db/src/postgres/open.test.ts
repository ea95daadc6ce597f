import { sleep, systemClock } from "@relaydeck/kit/clock";
import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { openStore } from "../open.ts";
import type { Store, Tx } from "../store.ts";
import type { LiveEvent } from "../live/event.ts";
import { createTestDatabase } from "../testing/postgres.ts";
import { doorBefore, type TcpDoor } from "../testing/tcp-door.ts";

const clock = systemClock();
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let door: TcpDoor;
let url = "";
const opened: Store[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  ({ door, url } = await doorBefore(database.url));
});

afterEach(async () => {
  await door.close();
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await database.drop();
});

/** `through` the door, or straight to the server. */
async function open(through = true): Promise<Store> {
  const store = await openStore({ url: through ? url : database.url, clock, report: () => {} });
  opened.push(store);
  return store;
}

function append(store: Store, body: number): Promise<void> {
  return store.write((tx) => tx.live([{ kind: "k", body }]));
}

function hear(store: Store): number[] {
  const heard: number[] = [];
  store.onLive((events: readonly LiveEvent[]) => void heard.push(...events.map((event) => event.number)));
  return heard;
}

async function timed(write: Promise<void>): Promise<{ name: unknown; ms: number }> {
  const start = clock.monotonic();
  const name = await write.then(
    () => "stored",
    (error: unknown) => (error instanceof Error ? error.name : error),
  );
  return { name, ms: clock.monotonic() - start };
}

describe("a Postgres database", () => {
  test("[ST-3, CM-4] has each commit on its disk before it is answered, where its own default is to write it later", async () => {
    const raw = postgres(database.url, { max: 1 });
    await raw.unsafe(`alter database ${new URL(database.url).pathname.slice(1)} set synchronous_commit = off`);
    await raw.end();
    const store = await open();
    await append(store, 1);
    const commits = sql<string>`current_setting('synchronous_commit')`;
    expect(await store.write(({ db, t }) => db.select({ commits }).from(t.liveEvents))).toEqual([{ commits: "on" }]);
  });

  test("opened by four at once is migrated once", async () => {
    const stores = await Promise.all([open(), open(), open(), open()]);
    await Promise.all(stores.map((store, index) => append(store, index)));
    const rows = await stores[0].read.db.select().from(stores[0].t.liveEvents).orderBy(stores[0].t.liveEvents.number);
    expect(rows.map((row) => row.number)).toEqual([1, 2, 3, 4]);
  });

  test("of a newer program, or one that is not there, is refused with one sentence", async () => {
    await (await open()).close();
    const raw = postgres(database.url, { max: 1 });
    await raw`insert into schema_migrations (made_at) values (9999999999999)`;
    await raw.end();
    await expect(open()).rejects.toMatchObject({ name: "DatabaseRefused", message: expect.stringMatching(/newer version/) });
    const sentence = expect.stringMatching(/^The Postgres database cannot be used: .*does not exist \(3D000\)\.$/);
    await expect(openStore({ url: `${database.url}x`, clock })).rejects.toMatchObject({
      name: "DatabaseRefused",
      message: sentence,
    });
    await door.close();
    await expect(open()).rejects.toMatchObject({ name: "DatabaseRefused" });
  });

  test("[ST-2] that is cut off refuses writes by name within 3 s, and takes them again by itself", async () => {
    const store = await open();
    await append(store, 1);
    await door.close();
    const first = await timed(append(store, 2));
    const second = await timed(append(store, 3));
    for (const { name, ms } of [first, second]) {
      expect(name).toBe("DatabaseUnavailable");
      expect(ms).toBeLessThan(3_000);
    }
    expect(await store.healthy()).toBe(false);
    await expect(store.read.db.select().from(store.t.liveEvents)).rejects.toMatchObject({ name: "DatabaseUnavailable" });
    await door.open();
    await expect.poll(() => store.healthy(), { timeout: 20_000 }).toBe(true);
    await append(store, 4);
  });

  test("[ST-2] that hangs refuses reads and writes by name within 3 s and stores nothing of them, however late it wakes", async () => {
    const store = await open();
    await append(store, 1);
    door.freeze();
    const read = timed(store.read.db.$count(store.t.liveEvents).then(() => {}));
    for (const { name, ms } of [await timed(append(store, 2)), await read]) {
      expect([name, ms < 3_000]).toEqual(["DatabaseUnavailable", true]);
    }
    expect(await store.healthy()).toBe(false);
    door.thaw();
    await expect.poll(() => store.healthy(), { timeout: 20_000 }).toBe(true);
    await append(store, 3);
    const rows = await store.read.db.select().from(store.t.liveEvents).orderBy(store.t.liveEvents.number);
    expect(rows.map((row) => row.body)).toEqual([1, 3]);
  });

  test.each(["end", "reset"] as const)("[ST-2] whose connections %s at work serves with all of them again", async (how) => {
    const store = await open();
    const { liveEvents } = store.t;
    let begun = 0;
    const cut = Array.from({ length: 10 }, () =>
      store.write(async ({ db }) => {
        await db.select().from(liveEvents);
        begun += 1;
        await db.select({ waited: sql`pg_sleep(2)::text` }).from(sql`(values (1)) as once`);
      }),
    );
    const all = Promise.allSettled(cut);
    await expect.poll(() => begun).toBe(10);
    await door.close(how);
    expect((await all).map(({ status }) => status)).toEqual(cut.map(() => "rejected"));
    await door.open();
    for (let round = 0; round < 3; round += 1) {
      const reads = Array.from({ length: 20 }, () => store.read.db.$count(liveEvents));
      expect(new Set(await Promise.all(reads))).toEqual(new Set([10 * round]));
      await Promise.all(Array.from({ length: 10 }, (_, body) => append(store, body)));
    }
  });

  test("[ST-2] whose connections fall silent, idle and at work, serves on new ones and has stored the whole of a write or nothing", async () => {
    const store = await open();
    const { counters } = store.t;
    const sees = postgres(database.url, { max: 1 });
    const stored = async () => (await sees<{ name: string }[]>`select name from counters order by name`).map(({ name }) => name);
    const add = ({ db }: Tx, name: string) => db.insert(counters).values({ name, value: 1 });
    // All ten connections are open; what is not used below lies idle.
    await Promise.all(Array.from({ length: 10 }, (_, body) => append(store, body)));
    let [hasBegun, isSilent] = [false, false];
    const half = timed(
      store.write(async (tx) => {
        await add(tx, "half");
        hasBegun = true;
        await expect.poll(() => isSilent).toBe(true);
        await add(tx, "other half");
      }),
    );
    await expect.poll(() => hasBegun).toBe(true);
    const inDoubt = store.write(async (tx) => {
      await add(tx, "doubt");
      await add(tx, "doubt too");
      // The COMMIT arrives, and nobody hears of it.
      door.forget("answers");
    });
    const said = inDoubt.catch(String);
    await expect.poll(stored).toEqual(["doubt", "doubt too", "live"]);
    door.forget();
    isSilent = true;
    const start = clock.monotonic();
    const reads = Array.from({ length: 3 }, () => timed(store.read.db.$count(counters).then(() => {})));
    const refused = await Promise.all([half, timed(inDoubt), timed(append(store, 10)), ...reads]);
    expect(await said).toMatch(/whether it stored this is not known/);
    expect(refused.map(({ name, ms }) => [name, ms < 3_000])).toEqual(refused.map(() => ["DatabaseUnavailable", true]));

    await sleep(clock, start + 3_700 - clock.monotonic());
    await Promise.all(Array.from({ length: 20 }, () => store.read.db.$count(counters)));
    // Nothing that the lost connections had locked is in the way.
    await store.write((tx) => add(tx, "half").then(() => {}));
    await Promise.all(Array.from({ length: 10 }, (_, body) => append(store, body)));
    door.thaw();
    await expect.poll(() => store.healthy()).toBe(true);
    expect(await stored()).toEqual(["doubt", "doubt too", "half", "live"]);
    expect(await store.read.db.$count(store.t.liveEvents)).toBe(20);
    await sees.end();
  });

  test("[ST-2] whose port only hangs up is called at the pace that is set, and serves again", async () => {
    const store = await open();
    await append(store, 1);
    await door.close();
    let calls = 0;
    const hangUp = createServer((socket) => {
      calls += 1;
      socket.resume().end();
    });
    await new Promise<void>((resolve) => hangUp.listen(door.port, "127.0.0.1", resolve));
    const refused = await Promise.allSettled(Array.from({ length: 5 }, () => store.read.db.$count(store.t.liveEvents)));
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => "rejected"));
    // Each of ten connections, and the one that listens, five times a second for as long as a caller is patient.
    expect(calls).toBeLessThan(11 * 5 * 3);
    await new Promise((resolve) => hangUp.close(resolve));
    await door.open();
    await expect.poll(() => store.healthy(), { timeout: 20_000 }).toBe(true);
  });

  test("[ST-2] that cuts a transaction off between two statements takes nothing more of it, on whichever connection", async () => {
    const store = await open();
    const { counters } = store.t;
    const goingOn: Promise<void>[] = [];
    async function goOn({ db }: Tx) {
      await db.insert(counters).values({ name: "before the cut", value: 1 });
      await door.close();
      await expect(db.select().from(counters)).rejects.toThrow();
      await door.open();
      await expect.poll(() => store.healthy(), { timeout: 20_000 }).toBe(true);
      // So many at once that the connection which was cut is among those that serve them.
      await Promise.all(Array.from({ length: 30 }, (_, body) => append(store, body)));
      for (const name of ["after the cut", "later still"]) {
        await expect(db.insert(counters).values({ name, value: 1 })).rejects.toThrow();
      }
    }
    const write = store.write((tx) => {
      const work = goOn(tx);
      goingOn.push(work);
      return work;
    });
    await expect(write).rejects.toMatchObject({ name: "DatabaseUnavailable" });
    await Promise.all(goingOn);
    const names = (await store.read.db.select().from(counters)).map(({ name }) => name);
    expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/cut|still/)]));
  });

  test("[SE-5] another node hears an event at once, and after a cut hears all it missed, in order and once", async () => {
    const [here, there] = [await open(false), await open()];
    const heard = hear(there);
    await append(here, 1);
    await expect.poll(() => heard.length).toBe(1);
    await door.close();
    for (const body of [2, 3, 4]) await append(here, body);
    await sleep(clock, 1_200);
    await door.open();
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(4);
    expect(heard).toEqual([1, 2, 3, 4]);
    const start = clock.monotonic();
    await append(here, 5);
    await expect.poll(() => heard.length, { timeout: 2_000, interval: 5 }).toBe(5);
    expect(clock.monotonic() - start).toBeLessThan(1_000);
  });

  test("16 writers of three nodes number without gaps, and every node hears the same order", async () => {
    const nodes = await Promise.all([open(), open(), open()]);
    const heard = nodes.map(hear);
    let next = 0;
    async function writer(index: number) {
      for (let mine = next++; mine < 240; mine = next++) {
        const node = nodes[index % nodes.length];
        if (node === undefined) return;
        await append(node, mine);
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, index) => writer(index)));
    const all = Array.from({ length: 240 }, (_, index) => index + 1);
    await expect.poll(() => heard.map((numbers) => numbers.length), { timeout: 10_000 }).toEqual([240, 240, 240]);
    expect(heard).toEqual([all, all, all]);
  });
});
