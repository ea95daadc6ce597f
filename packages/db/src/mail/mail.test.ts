import { expect, test } from "vitest";
import { madeAt, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import {
  countMails,
  deleteMailsOf,
  dueMails,
  enqueueMail,
  listMails,
  markMail,
  pruneMails,
  retryMail,
  type NewMail,
} from "./outbox.ts";
import { deleteMailTokens, findMailToken, insertMailToken, pruneMailTokens, useMailToken } from "./tokens.ts";

function aMail(id: string, over: Partial<NewMail> = {}): NewMail {
  return {
    id,
    to: "a@relaydeck.test",
    subject: "Grüße",
    text: "t",
    html: "<p>t</p>",
    template: "verify",
    messageId: `<${id}@relaydeck.test>`,
    nextAttemptAt: madeAt,
    createdAt: madeAt,
    ...over,
  };
}

describeOnBothStores("mail", (fresh) => {
  test("[OB-1] due mails come longest waiting first; a poisoned one waits its turn; a sent one leaves", async () => {
    const { store } = fresh();
    await store.write(async (tx) => {
      await enqueueMail(tx, aMail("m1", { nextAttemptAt: madeAt + 2 }));
      await enqueueMail(tx, aMail("m2"));
      await enqueueMail(tx, aMail("m3", { nextAttemptAt: madeAt + 9 }));
    });
    const due = await dueMails(store.read, { now: madeAt + 5, limit: 10 });
    expect(due.map((mail) => mail.id)).toEqual(["m2", "m1"]);
    await store.write((tx) => markMail(tx, "m2", { attempts: 1, nextAttemptAt: madeAt + 60_000, lastError: "550" }));
    expect(await store.write((tx) => markMail(tx, "m1", { state: "sent", sentAt: madeAt + 5 }))).toBe(true);
    expect(await dueMails(store.read, { now: madeAt + 5, limit: 10 })).toEqual([]);
    expect(await countMails(store.read)).toEqual({ waiting: 2, failed: 0 });
    expect((await listMails(store.read, { limit: 10 })).map((mail) => mail.id)).toEqual(["m3", "m2", "m1"]);
  });

  test("[AD-5] mails of somebody who is gone do not leave, to whomever, not even one under way; others do", async () => {
    const { store } = fresh();
    await store.write(async (tx) => {
      await enqueueMail(tx, aMail("m1", { userId: "usr_other" }));
      await enqueueMail(tx, aMail("m2", { to: "b@relaydeck.test", userId: "usr_gone" }));
      await enqueueMail(tx, aMail("m3", { to: "b@relaydeck.test", userId: "usr_other" }));
    });
    await store.write((tx) => deleteMailsOf(tx, { userId: "usr_gone", address: "a@relaydeck.test" }));
    expect(await store.write((tx) => markMail(tx, "m1", { state: "sent" }))).toBe(false);
    expect((await dueMails(store.read, { now: madeAt, limit: 10 })).map(({ id }) => id)).toEqual(["m3"]);
  });

  test("[OB-1] a failed mail waits again as if it had never been tried; one that waits already is left alone", async () => {
    const { store } = fresh();
    await store.write((tx) => enqueueMail(tx, aMail("m1")));
    expect(await store.write((tx) => retryMail(tx, { id: "m1", now: madeAt + 1 }))).toBe(false);
    await store.write((tx) => markMail(tx, "m1", { state: "failed", attempts: 9, lastError: "550" }));
    expect(await store.write((tx) => retryMail(tx, { id: "m1", now: madeAt + 1 }))).toBe(true);
    expect(await dueMails(store.read, { now: madeAt + 1, limit: 1 })).toMatchObject([{ id: "m1", attempts: 0, lastError: null }]);
  });

  test("pruning takes old mails that no longer wait, a bounded number at a time", async () => {
    const { store } = fresh();
    for (const id of ["m1", "m2", "m3"]) await store.write((tx) => enqueueMail(tx, aMail(id)));
    for (const id of ["m1", "m2"]) await store.write((tx) => markMail(tx, id, { state: "sent" }));
    expect(await store.write((tx) => pruneMails(tx, { before: madeAt + 1, limit: 1 }))).toBe(1);
    expect(await store.write((tx) => pruneMails(tx, { before: madeAt + 1, limit: 10 }))).toBe(1);
    expect((await listMails(store.read, { limit: 10 })).map((mail) => mail.id)).toEqual(["m3"]);
  });

  test("[ML-1, ML-2] a token works for its purpose, in its time, and of two at once one wins", async () => {
    const { store } = fresh();
    const { id: userId } = await storedUser(store);
    const token = {
      hash: "h1",
      purpose: "reset" as const,
      userId,
      address: "a@relaydeck.test",
      expiresAt: madeAt + 10,
      createdAt: madeAt,
    };
    await store.write((tx) => insertMailToken(tx, token));
    expect(await findMailToken(store.read, { hash: "h1", purpose: "reset" })).toMatchObject(token);
    expect(await findMailToken(store.read, { hash: "h1", purpose: "verify" })).toBeNull();
    expect(await store.write((tx) => useMailToken(tx, { hash: "h1", purpose: "verify", now: madeAt }))).toBeNull();
    expect(await store.write((tx) => useMailToken(tx, { hash: "h1", purpose: "reset", now: madeAt + 10 }))).toBeNull();
    const used = await Promise.all(
      [1, 2].map(() => store.write((tx) => useMailToken(tx, { hash: "h1", purpose: "reset", now: madeAt + 9 }))),
    );
    expect(used.filter((row) => row !== null)).toMatchObject([{ hash: "h1", usedAt: madeAt + 9 }]);
  });

  test("[ML-4] a user's tokens die by purpose or all; ended ones are pruned", async () => {
    const { store } = fresh();
    const { id: userId } = await storedUser(store);
    const token = { userId, address: "a@relaydeck.test", expiresAt: madeAt, createdAt: madeAt };
    await store.write(async (tx) => {
      await insertMailToken(tx, { ...token, hash: "r", purpose: "reset" });
      await insertMailToken(tx, { ...token, hash: "v", purpose: "verify" });
      await insertMailToken(tx, { ...token, hash: "v2", purpose: "verify", expiresAt: madeAt + 2 });
    });
    await store.write((tx) => deleteMailTokens(tx, { userId, purpose: "reset" }));
    expect(await findMailToken(store.read, { hash: "r", purpose: "reset" })).toBeNull();
    expect(await store.write((tx) => pruneMailTokens(tx, madeAt + 1))).toBe(1);
    await store.write((tx) => deleteMailTokens(tx, { userId }));
    expect(await findMailToken(store.read, { hash: "v2", purpose: "verify" })).toBeNull();
  });
});
