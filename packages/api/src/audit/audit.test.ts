import { listAudit, verifyAudit } from "@relaydeck/db/audit/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { audit } from "./audit.ts";

const request = { requestId: "req1", door: "rest", address: "203.0.113.9", userAgent: "curl/8" } as const;

describeOnStores("audit", (fresh) => {
  test("[AD-8] a row says who, what, when, from where and through which door, and the chain holds", async () => {
    const { store } = fresh();
    await store.write(async (tx) => {
      await audit(tx, {
        at: 1_000,
        actorKind: "user",
        actorId: "usr_a",
        action: "session.begun",
        subjectKind: "session",
        subjectId: "ses_a",
        request,
      });
      await audit(tx, {
        at: 2_000,
        actorKind: "system",
        action: "relay.expired",
        before: { state: "requested" },
        after: { state: "expired" },
      });
    });
    expect(await listAudit(store.read, { limit: 10 })).toMatchObject([
      { number: 2, at: 2_000, actorKind: "system", actorId: null, door: "system", address: null, before: { state: "requested" } },
      {
        number: 1,
        at: 1_000,
        actorId: "usr_a",
        action: "session.begun",
        subjectId: "ses_a",
        door: "rest",
        address: "203.0.113.9",
        requestId: "req1",
      },
    ]);
    expect(await verifyAudit(store)).toEqual({ ok: true, rows: 2 });
  });

  test("[AD-8] a change that is rolled back leaves no row", async () => {
    const { store } = fresh();
    const failed = store.write(async (tx) => {
      await audit(tx, { at: 1, actorKind: "system", action: "nothing.happened" });
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await listAudit(store.read, { limit: 10 })).toEqual([]);
  });
});
