import { expect, test } from "vitest";
import type { Store } from "./store.ts";
import type { LiveEvent } from "./live/event.ts";
import { describeOnOwnStores } from "./testing/stores.ts";

function storedEvents({ read: { db, t } }: Store): Promise<LiveEvent[]> {
  return db.select().from(t.liveEvents).orderBy(t.liveEvents.number);
}

/** Resolves with what the listener heard once it heard `count` events. */
function hear(store: Store, count: number): Promise<LiveEvent[]> {
  return new Promise((resolve) => {
    const heard: LiveEvent[] = [];
    store.onLive((events) => {
      heard.push(...events);
      if (heard.length >= count) resolve(heard);
    });
  });
}

describeOnOwnStores("a store", (fresh) => {
  test("what a write stored is there for readers, and what threw is not", async () => {
    const { store } = fresh();
    await store.write(async ({ db, t }) => {
      await db.insert(t.counters).values({ name: "kept", value: 1 });
    });
    await expect(
      store.write(async ({ db, t }) => {
        await db.insert(t.counters).values({ name: "lost", value: 1 });
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    const rows = await store.read.db.select().from(store.t.counters);
    expect(rows).toEqual([{ name: "kept", value: 1 }]);
  });

  test("afterCommit runs once when the write is durable, never after a rollback, and may write again", async () => {
    const { store } = fresh();
    const seen: string[] = [];
    let second: Promise<unknown> = Promise.resolve();
    await store.write(async (tx) => {
      tx.afterCommit(() => {
        seen.push("first");
        second = store.write(async (again) => again.afterCommit(() => void seen.push("second")));
      });
    });
    await second;
    const failed = store.write(async (tx) => {
      tx.afterCommit(() => void seen.push("never"));
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(seen).toEqual(["first", "second"]);
  });

  test("16 concurrent writers with 10 % rollbacks leave numbers without gaps, heard in their order", async () => {
    const { store } = fresh();
    const writes = 400;
    const heard = hear(store, writes - writes / 10);
    const errors = new Set<string>();
    let next = 0;
    async function writer() {
      for (let mine = next++; mine < writes; mine = next++) {
        const done = store.write(async (tx) => {
          await tx.live([{ kind: "test", body: { mine } }]);
          await tx.db.insert(tx.t.counters).values({ name: `n${mine}`, value: mine });
          if (mine % 10 === 0) throw new Error("rolled back");
        });
        await done.catch((error: unknown) => void errors.add(String(error)));
      }
    }
    await Promise.all(Array.from({ length: 16 }, writer));
    const rows = await storedEvents(store);
    expect([...errors]).toEqual(["Error: rolled back"]);
    expect(rows.map((row) => row.number)).toEqual(Array.from({ length: 360 }, (_, index) => index + 1));
    expect((await heard).map((event) => event.number)).toEqual(rows.map((row) => row.number));
    expect(await heard).toEqual(rows);
  });

  test("events of one write keep their order, and a listener that left hears nothing more", async () => {
    const { store } = fresh();
    const late: LiveEvent[] = [];
    const leave = store.onLive((events) => void late.push(...events));
    leave();
    const heard = hear(store, 3);
    await store.write(async (tx) => {
      await tx.live([{ kind: "a", body: 1 }]);
      await tx.live([
        { kind: "b", body: { x: [1, null] }, deviceId: "dev_1" },
        { kind: "c", body: "text", userId: "usr_1" },
      ]);
    });
    expect((await heard).map(({ number, kind, body, deviceId, userId }) => ({ number, kind, body, deviceId, userId }))).toEqual([
      { number: 1, kind: "a", body: 1, deviceId: null, userId: null },
      { number: 2, kind: "b", body: { x: [1, null] }, deviceId: "dev_1", userId: null },
      { number: 3, kind: "c", body: "text", deviceId: null, userId: "usr_1" },
    ]);
    expect(late).toEqual([]);
  });

  test("NUL in text or JSON, and numbers that do not fit their column, are refused", async () => {
    const { store } = fresh();
    const bad = [
      { kind: "a\0b", body: 1 },
      { kind: "a", body: { text: "a\0b" } },
      { kind: "a", body: { ["k\0"]: 1 } },
    ];
    for (const event of bad) await expect(store.write((tx) => tx.live([event]))).rejects.toThrow();
    await store.write((tx) => tx.live([{ kind: "\\u0000", body: "\\u0000" }]));
    for (const value of [1.5, 2 ** 64]) {
      await expect(
        store.write(async ({ db, t }) => void (await db.insert(t.counters).values({ name: "x", value }))),
      ).rejects.toThrow();
    }
    expect((await storedEvents(store)).map((row) => [row.number, row.body])).toEqual([[1, "\\u0000"]]);
  });

  test("a store that answers is healthy; a closed one is not, and refuses writes by name", async () => {
    const { store } = fresh();
    expect(await store.healthy()).toBe(true);
    await store.close();
    expect(await store.healthy()).toBe(false);
    await expect(store.write(async () => {})).rejects.toMatchObject({ name: "DatabaseUnavailable" });
  });

  test("a second store on the same database sees what the first wrote", async () => {
    const { store, again } = fresh();
    const other = await again();
    await store.write(async ({ db, t }) => void (await db.insert(t.counters).values({ name: "x", value: 2 ** 40 })));
    expect(await other.read.db.select().from(other.t.counters)).toEqual([{ name: "x", value: 2 ** 40 }]);
  });
});
