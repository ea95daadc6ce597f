import { systemClock } from "@relaydeck/kit/clock";
import { turn } from "@relaydeck/kit/testing/manual-clock";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { expect, test, vi } from "vitest";
import { openStore } from "../open.ts";
import { createMigratedDatabase, createTestDatabase } from "../testing/postgres.ts";
import { doorBefore } from "../testing/tcp-door.ts";

test("[ST-2] a process that stood still for longer than its patience hears the answers that lie unread, on the connections it had", async () => {
  const database = await createMigratedDatabase();
  const store = await openStore({ url: database.url, clock: systemClock(), report: () => {} });
  const sees = postgres(database.url, { max: 1 });
  const connections = () =>
    sees`select pid from pg_stat_activity where datname = current_database() and application_name = 'relaydeck' order by pid`;
  try {
    const ask = async () => {
      const rows = await store.read.db.select({ waited: sql`pg_sleep(0.3)::text` }).from(sql`(values (1)) as once`);
      return rows.length;
    };
    await Promise.all(Array.from({ length: 10 }, ask));
    const before = await connections();
    const answers = Array.from({ length: 10 }, ask);
    // They leave in the next turn.
    await turn();
    await turn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_600);
    expect(await Promise.all(answers)).toEqual(answers.map(() => 1));
    await turn();
    expect([...(await connections())]).toEqual([...before]);
    expect(before.length).toBe(11);
  } finally {
    await Promise.all([store.close(), sees.end()]);
    await database.drop();
  }
});

test("[ST-2] a node that was lost in the middle of its migration holds up the next one for ten seconds at most", async () => {
  const database = await createTestDatabase();
  const { door, url: through } = await doorBefore(database.url);
  const sees = postgres(database.url, { max: 1, onnotice: () => {} });
  const open = (url: string) => openStore({ url, clock: systemClock(), report: () => {} });
  const lost = open(through).then(
    (store) => store.close(),
    (error: unknown) => error,
  );
  try {
    await vi.waitUntil(async () => (await sees`select 1 from pg_locks where locktype = 'advisory'`).length > 0, { interval: 2 });
    door.freeze();
    const next = await open(database.url);
    expect(await next.read.db.$count(next.t.users)).toBe(0);
    await next.close();
  } finally {
    door.thaw();
    await lost;
    await Promise.all([door.close(), sees.end()]);
    await database.drop();
  }
}, 30_000);
