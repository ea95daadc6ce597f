import { expect, test } from "vitest";
import { madeAt } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { claimMail, giveUpMails, markMailSent } from "./delivery.ts";
import { enqueueMail, listMails } from "./outbox.ts";
import type { Tx } from "../store.ts";

function post(tx: Tx, id: string, createdAt = madeAt): Promise<void> {
  const texts = { subject: "s", text: "secret", html: "<p>secret</p>", template: "verify-email" };
  return enqueueMail(tx, { id, to: "a@relaydeck.test", ...texts, messageId: `<${id}@x>`, nextAttemptAt: createdAt, createdAt });
}

describeOnBothStores("delivery of mail", (fresh) => {
  test("[OB-1] of 10 claims on two nodes one gets the mail; the try is counted and the next one scheduled", async () => {
    const { store, again } = fresh();
    const other = await again();
    await store.write((tx) => post(tx, "m1"));
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? store : other).write((tx) => claimMail(tx, { id: "m1", now: madeAt, nextAttemptAt: madeAt + 60_000 })),
      ),
    );
    expect(claims.filter((claim) => claim !== null)).toMatchObject([{ id: "m1", attempts: 1, nextAttemptAt: madeAt + 60_000 }]);
  });

  test("[ML-1] the text of a mail that was sent goes, unless it is to be kept", async () => {
    const { store } = fresh();
    await store.write(async (tx) => {
      await post(tx, "m1");
      await post(tx, "m2", madeAt + 1);
      await markMailSent(tx, { id: "m1", now: madeAt + 5, keepText: false });
      await markMailSent(tx, { id: "m2", now: madeAt + 5, keepText: true });
    });
    expect(await listMails(store.read, { limit: 10 })).toMatchObject([
      { id: "m2", state: "sent", text: "secret", html: "<p>secret</p>" },
      { id: "m1", state: "sent", sentAt: madeAt + 5, text: "", html: "" },
    ]);
  });

  test("[OB-1] giving up takes only mails that are old and still wait, and says why", async () => {
    const { store } = fresh();
    await store.write(async (tx) => {
      await post(tx, "old");
      await post(tx, "sent");
      await post(tx, "new", madeAt + 10);
      await markMailSent(tx, { id: "sent", now: madeAt, keepText: true });
    });
    expect(await store.write((tx) => giveUpMails(tx, { before: madeAt, reason: "No mail server is set" }))).toEqual(["old"]);
    expect((await listMails(store.read, { limit: 10, state: "failed" })).map(({ id, lastError }) => [id, lastError])).toEqual([
      ["old", "No mail server is set"],
    ]);
  });
});
