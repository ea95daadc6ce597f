import { expect, test } from "vitest";
import { enqueueMail, markMail } from "../mail/outbox.ts";
import { madeAt } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { aboutDatabase } from "./about.ts";
import { findMail, mailsOf, oldestWaitingMail } from "./mails.ts";

const mail = { to: "a@relaydeck.test", subject: "S", text: "secret link", html: "secret link", template: "verify-email" };

describeOnBothStores("what operators look at", (fresh) => {
  test("a database says its version, its size and its migrations", async () => {
    const about = await aboutDatabase(fresh().store);
    expect(about.version).toMatch(/^\d+\.\d+/);
    expect(about.sizeBytes).toBeGreaterThan(100_000);
    expect(about.migrations).toBeGreaterThan(15);
  });

  test("[OB-1, LG-2] mails are told without what they say, those last tried first", async () => {
    const { store } = fresh();
    expect(await oldestWaitingMail(store.read)).toBeNull();
    await store.write(async (tx) => {
      for (const [index, id] of ["m1", "m2", "m3"].entries()) {
        const times = { createdAt: madeAt + index, nextAttemptAt: madeAt + 10 - index };
        await enqueueMail(tx, { ...mail, id, messageId: `<${id}@relaydeck.test>`, ...times });
      }
      await markMail(tx, "m1", { state: "failed", lastError: "EAUTH 535" });
      await markMail(tx, "m3", { state: "failed" });
    });
    const failed = await mailsOf(store.read, { state: "failed", limit: 10 });
    expect(failed.map(({ id, lastError }) => [id, lastError])).toEqual([
      ["m1", "EAUTH 535"],
      ["m3", null],
    ]);
    expect((await mailsOf(store.read, { state: "waiting", limit: 10 })).map(({ id }) => id)).toEqual(["m2"]);
    expect(await oldestWaitingMail(store.read)).toBe(madeAt + 1);
    expect(JSON.stringify([failed, await findMail(store.read, "m1")])).not.toContain("secret");
    expect(await findMail(store.read, "none")).toBeNull();
  });
});
