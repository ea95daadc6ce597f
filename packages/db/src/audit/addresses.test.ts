import { expect, test } from "vitest";
import { forgetAddresses, startUserSession } from "../analytics/user-sessions.ts";
import { openExplained } from "../testing/plans.ts";
import { madeAt } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { forgetAuditAddresses } from "./addresses.ts";
import { appendAudit } from "./store.ts";

describeOnBothStores("addresses that are old enough", (fresh) => {
  test("[DA-4] are found among those that are left, however many rows have none any more", async () => {
    const { store, url } = fresh();
    await store.write(async (tx) => {
      for (let n = 0; n < 200; n += 1) {
        const address = n === 7 ? "203.0.113.9" : null;
        await appendAudit(tx, { at: madeAt + n, actorKind: "user", action: "x", address });
        const times = { sessionStart: madeAt + n, lastSeenAt: madeAt + n };
        await startUserSession(tx, { id: `s${n}`, userId: "usr_a", ipAddress: address, userAgent: null, ...times });
      }
    });
    const explained = openExplained(url);
    try {
      // Of a time in which there are none, as what only explains writes nothing.
      const old = { before: madeAt, limit: 10 };
      await store.write(async (tx) => {
        const asked = { ...tx, ...explained.read };
        expect([await forgetAuditAddresses(asked, old), await forgetAddresses(asked, old)]).toEqual([0, 0]);
      });
      const [audit, sessions] = (await explained.plans()).map(({ lines }) => lines.join("\n"));
      expect(audit).toContain("audit_log_addressed");
      expect(sessions).toContain("user_sessions_addressed");
    } finally {
      await explained.close();
    }
    const old = { before: madeAt + 200, limit: 10 };
    expect(await store.write(async (tx) => [await forgetAuditAddresses(tx, old), await forgetAddresses(tx, old)])).toEqual([
      1, 1,
    ]);
  });
});
