import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import { madeAt } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { appendAudit, listAudit, verifyAudit } from "./store.ts";

function append(store: Store, number: number) {
  const entry = { at: madeAt + number, actorKind: "admin", actorId: "adm_1", action: "user.update" };
  return store.write((tx) =>
    appendAudit(tx, { ...entry, before: { b: 1, a: [null, { z: 1.5, y: "ü" }] }, after: number === 2 ? null : { number } }),
  );
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
});
