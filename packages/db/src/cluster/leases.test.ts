import { expect, test } from "vitest";
import { madeAt } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { findLease, noteAlive, releaseLease, renewLease, takeLease, type LeaseTake } from "./leases.ts";

const base = { name: "listener", now: madeAt, lastsMs: 10_000 };

describeOnBothStores("leases", (fresh) => {
  test("of five nodes that see no lease one takes it, and each new holder has a higher fencing number", async () => {
    const { store } = fresh();
    const take = (over: Partial<LeaseTake>) => store.write((tx) => takeLease(tx, { ...base, holder: "a", seen: null, ...over }));
    const first = await Promise.all(["a", "b", "c", "d", "e"].map((holder) => take({ holder })));
    expect(first.filter((row) => row !== null)).toMatchObject([{ fencing: 1, beat: 0, expiresAt: madeAt + 10_000 }]);
    const seen = { fencing: 1, beat: 0 };
    const second = await Promise.all(["b", "c"].map((holder) => take({ holder, seen })));
    expect(second.filter((row) => row !== null)).toMatchObject([{ fencing: 2 }]);
    expect((await findLease(store.read, "listener"))?.fencing).toBe(2);
    expect(await findLease(store.read, "other")).toBeNull();
  });

  test("a holder that beats keeps its lease; a fenced one cannot renew, release or write", async () => {
    const { store } = fresh();
    const take = (over: Partial<LeaseTake>) => store.write((tx) => takeLease(tx, { ...base, holder: "a", seen: null, ...over }));
    await take({});
    const seen = { fencing: 1, beat: 0 };
    expect(await store.write((tx) => renewLease(tx, { ...base, fencing: 1 }))).toBe(true);
    expect(await take({ holder: "b", seen })).toBeNull();
    expect(await store.write((tx) => tx.prepared.holdsLease("listener", 1))).toBe(true);
    expect(await take({ holder: "b", seen: { fencing: 1, beat: 1 } })).toMatchObject({ holder: "b", fencing: 2 });
    expect(await store.write((tx) => renewLease(tx, { ...base, fencing: 1 }))).toBe(false);
    expect(await store.write((tx) => tx.prepared.holdsLease("listener", 1))).toBe(false);
    expect(await store.write((tx) => releaseLease(tx, { name: "listener", fencing: 1 }))).toBe(false);
    expect((await findLease(store.read, "listener"))?.holder).toBe("b");
    expect(await store.write((tx) => releaseLease(tx, { name: "listener", fencing: 2 }))).toBe(true);
    expect(await findLease(store.read, "listener")).toMatchObject({ holder: "", fencing: 2, expiresAt: 0 });
  });

  test("what goes on without a lease is known by when it was noted last", async () => {
    const { store } = fresh();
    for (const at of [madeAt, madeAt + 10_000]) await store.write((tx) => noteAlive(tx, { name: "heard", at }));
    expect(await findLease(store.read, "heard")).toMatchObject({ holder: "", renewedAt: madeAt + 10_000 });
  });
});
