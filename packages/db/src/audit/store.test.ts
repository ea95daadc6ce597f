import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Store, Tx } from "../store.ts";
import { madeAt, storedUser } from "../testing/rows.ts";
import { openPlainSql } from "../testing/plain-sql.ts";
import { describeOnBothStores, openTestStore } from "../testing/stores.ts";
import { forgetAuditAddresses, forgetAuditAddressesOf } from "./addresses.ts";
import { appendAudit, listAudit, verifyAudit } from "./store.ts";

function append(store: Store, number: number) {
  const entry = { at: madeAt + number, actorKind: "admin", actorId: "adm_1", action: "user.update" };
  return store.write((tx) =>
    appendAudit(tx, { ...entry, before: { b: 1, a: [null, { z: 1.5, y: "ü" }] }, after: number === 2 ? null : { number } }),
  );
}

const takenAway = "The row's address was taken away.";

/** As a person does who deletes their account. */
async function deleteAccount(tx: Tx, userId: string): Promise<void> {
  const row = { at: madeAt, actorKind: "user", actorId: userId, address: "203.0.113.9" };
  await appendAudit(tx, { ...row, action: "account.deleted", subjectKind: "user", subjectId: userId });
  await forgetAuditAddressesOf(tx, userId);
}

/** As programs before this one sealed. */
function sealOf(content: object): string {
  const sorted = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify(Object.fromEntries(sorted)))
    .digest("hex");
}

describeOnBothStores("the audit", (fresh) => {
  test("[AD-8] 20 rows appended at once are numbered without gaps and verify; a rollback leaves no hole", async () => {
    const { store } = fresh();
    const failed = store.write(async (tx) => {
      await appendAudit(tx, { at: 1, actorKind: "user", action: "x" });
      throw new Error("no");
    });
    await Promise.allSettled([failed, ...Array.from({ length: 20 }, (_, index) => append(store, index))]);
    expect(await verifyAudit(store)).toEqual({ ok: true, rows: 20 });
    expect((await listAudit(store.read, { limit: 2, before: 20 })).map((row) => row.number)).toEqual([19, 18]);
  });

  test("[AD-8] an empty audit verifies", async () => {
    expect(await verifyAudit(fresh().store)).toEqual({ ok: true, rows: 0 });
  });

  test.each([
    { crime: "a changed value", why: "The row was changed." },
    { crime: "a removed row", why: "The row is missing." },
    { crime: "a cut end", why: "The row is missing." },
    { crime: "a removed row with the later ones moved up", why: "The row does not follow the one before it." },
  ])("[AD-8] $crime is found and its row named", async ({ crime, why }) => {
    const { store } = fresh();
    for (let number = 1; number <= 5; number += 1) await append(store, number);
    await store.write(async ({ db, t: { auditLog: audit } }) => {
      if (crime === "a changed value")
        await db
          .update(audit)
          .set({ after: { number: 30 } })
          .where(eq(audit.number, 3));
      else if (crime === "a cut end") await db.delete(audit).where(eq(audit.number, 5));
      else await db.delete(audit).where(eq(audit.number, 3));
      if (crime.endsWith("moved up")) {
        await db.update(audit).set({ number: 3 }).where(eq(audit.number, 4));
        await db.update(audit).set({ number: 4 }).where(eq(audit.number, 5));
      }
    });
    expect(await verifyAudit(store)).toEqual({ ok: false, number: crime === "a cut end" ? 5 : 3, why });
  });

  test.each(["gone", "set back"])("[AD-8] a note of the last number that is %s is found, and the last row named", async (how) => {
    const { store } = fresh();
    for (let number = 1; number <= 3; number += 1) await append(store, number);
    await store.write(async ({ db, t: { auditLog, counters } }) => {
      await db.delete(auditLog).where(eq(auditLog.number, 3));
      if (how === "gone") await db.delete(counters).where(eq(counters.name, "audit"));
      else await db.update(counters).set({ value: 1 }).where(eq(counters.name, "audit"));
    });
    expect(await verifyAudit(store)).toEqual({ ok: false, number: 2, why: expect.stringMatching(/note of the last number/) });
  });

  test("[DA-2, DA-4] an address goes with its person or by its age, and the chain holds; a changed row is still named", async () => {
    const { store } = fresh();
    const row = { actorKind: "user", action: "session.begun", address: "203.0.113.9" };
    await store.write(async (tx) => {
      await appendAudit(tx, { ...row, at: 1, actorId: "usr_a" });
      await appendAudit(tx, { ...row, at: 2, actorId: "usr_b" });
      await appendAudit(tx, { ...row, at: 3, actorKind: "system", subjectKind: "user", subjectId: "usr_a" });
      await appendAudit(tx, { ...row, at: 4, actorId: "usr_b", subjectKind: "user", subjectId: "usr_a" });
      await deleteAccount(tx, "usr_a");
    });
    const addresses = async () => (await listAudit(store.read, { limit: 9 })).map(({ address }) => address);
    expect(await addresses()).toEqual([null, "203.0.113.9", null, "203.0.113.9", null]);
    expect(await store.write((tx) => forgetAuditAddresses(tx, { before: 4, limit: 10 }))).toBe(1);
    expect(await addresses()).toEqual([null, "203.0.113.9", null, null, null]);
    expect(await verifyAudit(store, { addressesKeptFrom: 4 })).toEqual({ ok: true, rows: 5 });
    expect(await verifyAudit(store, { addressesKeptFrom: 2 })).toEqual({ ok: false, number: 2, why: takenAway });
    await store.write(({ db, t: { auditLog } }) => db.update(auditLog).set({ actorId: "usr_c" }).where(eq(auditLog.number, 2)));
    expect(await verifyAudit(store)).toEqual({ ok: false, number: 2, why: "The row was changed." });
  });

  test.each([
    { crime: "another address", to: { address: "6.6.6.6" }, of: "203.0.113.9" },
    { crime: "an address where there was none", to: { address: "6.6.6.6" }, of: null },
    { crime: "another address with a salt of its own", to: { address: "6.6.6.6", addressSalt: "s" }, of: "203.0.113.9" },
    { crime: "an address taken away, its salt forgotten", to: { address: null }, of: "203.0.113.9" },
    { crime: "an address taken away with its salt", to: { address: null, addressSalt: null }, of: "203.0.113.9", why: takenAway },
    { crime: "another sealed hash", to: { addressHash: "f".repeat(64) }, of: "203.0.113.9" },
    { crime: "no sealed hash", to: { address: "6.6.6.6", addressSalt: null, addressHash: null }, of: "203.0.113.9" },
  ])("[AD-8] $crime is found and its row named", async ({ to, of, why = "The row was changed." }) => {
    const { store } = fresh();
    const row = { actorKind: "user", actorId: "usr_a", action: "x", address: of };
    await store.write(async (tx) => {
      await appendAudit(tx, { ...row, at: 1 });
      await appendAudit(tx, { ...row, at: 2 });
    });
    expect(await verifyAudit(store)).toEqual({ ok: true, rows: 2 });
    await store.write(({ db, t: { auditLog } }) => db.update(auditLog).set(to).where(eq(auditLog.number, 1)));
    expect(await verifyAudit(store)).toEqual({ ok: false, number: 1, why });
  });

  test.each(["account.deleted", "user.deleted"])(
    "[DA-2, AD-8] what came after %s and its undo keeps its address, also of whom nothing is stored, until they leave the bin",
    async (deleted) => {
      const { store } = fresh();
      const { id } = await storedUser(store);
      const wiped = { address: null, addressSalt: null };
      const row = (at: number, action: string) => {
        const isOwn = /^(account|session)/.test(action);
        const actor = isOwn ? { actorKind: "user", actorId: id } : { actorKind: "admin", actorId: "adm_1" };
        return { at, ...actor, action, subjectKind: "user", subjectId: id, address: isOwn ? "203.0.113.9" : null };
      };
      await store.write(async (tx) => {
        for (const [at, action] of [deleted, "user.restored", "session.begun"].entries()) await appendAudit(tx, row(at, action));
        await tx.db.update(tx.t.auditLog).set(wiped);
      });
      const robbed = { ok: false, number: 3, why: takenAway };
      expect(await verifyAudit(store, { accountsKeptFrom: 100 })).toEqual(robbed);
      await store.write(({ db, t }) => db.delete(t.users));
      expect(await verifyAudit(store, { accountsKeptFrom: 100 })).toEqual(robbed);
      await store.write((tx) => appendAudit(tx, row(50, "user.deleted")));
      expect(await verifyAudit(store)).toEqual(robbed);
      expect(await verifyAudit(store, { accountsKeptFrom: 50 })).toEqual(robbed);
      expect(await verifyAudit(store, { accountsKeptFrom: 51 })).toEqual({ ok: true, rows: 4 });
    },
  );

  test.each([0, -7])("[AD-8] a row put before the first one, with the number %d, is named", async (number) => {
    const { store } = fresh();
    const stray = await append(store, 1);
    await store.write(({ db, t }) => db.insert(t.auditLog).values({ ...stray, number }));
    expect(await verifyAudit(store)).toEqual({ ok: false, number, why: "The row stands before the first one." });
  });

  test("[AD-8, DA-2] equal addresses are sealed unequally, and with a forgotten one goes the salt that would find it", async () => {
    const { store } = fresh();
    await store.write(async (tx) => {
      for (const at of [1, 2])
        await appendAudit(tx, { at, actorKind: "user", actorId: "usr_a", action: "x", address: "203.0.113.9" });
      await deleteAccount(tx, "usr_a");
    });
    const rows = await listAudit(store.read, { limit: 9 });
    expect(rows.map(({ address, addressSalt }) => [address, addressSalt])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect(new Set(rows.map(({ addressHash }) => addressHash)).size).toBe(3);
    const plain = createHash("sha256").update("203.0.113.9").digest("hex");
    expect(rows.map(({ addressHash }) => addressHash)).not.toContain(plain);
    expect(await verifyAudit(store)).toEqual({ ok: true, rows: 3 });
  });

  test("[AD-8, DA-4] a row sealed without any address verifies, and what it has is forgotten", async () => {
    const { store } = fresh();
    const content = { number: 1, at: 1, actorKind: "user", actorId: "usr_a", action: "x", subjectKind: null, subjectId: null };
    const row = { ...content, door: "rest", requestId: null, before: null, after: null, previousHash: "0".repeat(64) };
    await store.write(async (tx) => {
      await tx.prepared.takeNumbers("audit", 1);
      await tx.db.insert(tx.t.auditLog).values({ ...row, address: "203.0.113.9", hash: sealOf(row) });
      await appendAudit(tx, { at: 2, actorKind: "user", actorId: "usr_b", action: "y", address: "203.0.113.9" });
    });
    expect(await verifyAudit(store)).toEqual({ ok: true, rows: 2 });
    await store.write((tx) => forgetAuditAddressesOf(tx, "usr_a"));
    expect((await listAudit(store.read, { limit: 9 })).map(({ address }) => address)).toEqual(["203.0.113.9", null]);
    expect(await verifyAudit(store)).toEqual({ ok: true, rows: 2 });
  });

  test("[AD-8, DA-4] a row sealed in the former way, with its address, verifies and keeps it", async () => {
    const { store } = fresh();
    const before = { number: 1, at: 1, actorKind: "user", actorId: "usr_a", action: "x", subjectKind: null, subjectId: null };
    const content = { ...before, door: "rest", address: "203.0.113.9", requestId: null, before: null, after: null };
    const hash = sealOf({ ...content, previousHash: "0".repeat(64) });
    await store.write(async (tx) => {
      await tx.prepared.takeNumbers("audit", 1);
      await tx.db.insert(tx.t.auditLog).values({ ...content, previousHash: "0".repeat(64), hash });
      await appendAudit(tx, { at: 2, actorKind: "user", actorId: "usr_a", action: "y", address: "203.0.113.9" });
      await deleteAccount(tx, "usr_a");
      expect(await forgetAuditAddresses(tx, { before: 9, limit: 10 })).toBe(0);
    });
    expect((await listAudit(store.read, { limit: 9 })).map(({ address }) => address)).toEqual([null, null, "203.0.113.9"]);
    expect(await verifyAudit(store)).toEqual({ ok: true, rows: 3 });
    await store.write(({ db, t: { auditLog } }) => db.update(auditLog).set({ address: null }).where(eq(auditLog.number, 1)));
    expect(await verifyAudit(store)).toEqual({ ok: false, number: 1, why: "The row was changed." });
  });
});

test.each(["{bad", "", ' {"number":2}', '{"number":9,"number":2}', '{"number":2e0}', "null"])(
  "[AD-8] a value in other letters than were written (%j) is found, its row named, and the rows can be listed",
  async (after) => {
    const { store, url, close } = await openTestStore();
    for (let number = 1; number <= 3; number += 1) await append(store, number);
    const plain = openPlainSql(url);
    await plain.all(`update audit_log set after = '${after}' where number = 2 returning number`);
    await plain.close();
    expect(await verifyAudit(store)).toEqual({ ok: false, number: 2, why: "The row was changed." });
    expect((await listAudit(store.read, { limit: 9 })).map((row) => row.after)).toEqual([
      { number: 3 },
      { unreadable: after },
      { number: 1 },
    ]);
    await close();
  },
);
