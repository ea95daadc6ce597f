import { expect, test } from "vitest";
import { beginCommand, transition } from "../relays/commands.ts";
import { enqueueMail, markMail } from "../mail/outbox.ts";
import { aCommand, madeAt, storedDevice, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import { aboutDatabase, countOpenCommands } from "./about.ts";
import { findMail, mailsOf, oldestWaitingMail } from "./mails.ts";

const mail = { to: "a@relaydeck.test", subject: "S", text: "secret link", html: "secret link", template: "verify-email" };

describeOnBothStores("what operators look at", (fresh) => {
  test("a database says its version, its size and its migrations", async () => {
    const about = await aboutDatabase(fresh().store);
    expect(about.version).toMatch(/^\d+\.\d+/);
    expect(about.sizeBytes).toBeGreaterThan(100_000);
    expect(about.migrations).toBeGreaterThan(15);
  });

  test("commands that wait and those at the cloud are counted apart", async () => {
    const { store } = fresh();
    const { id: actorId } = await storedUser(store);
    const { id: deviceId } = await storedDevice(store, { ownerId: actorId });
    expect(await countOpenCommands(store.read)).toEqual({ waiting: 0, atCloud: 0 });
    await store.write(async (tx) => {
      for (const state of ["requested", "requested", "sent", "failed"] as const) {
        const { command } = await beginCommand(tx, aCommand({ deviceId, actorId }));
        const callEndedAt = state === "failed" ? madeAt : null;
        if (state !== "requested") await transition(tx, { id: command.id, from: ["requested"] }, { state, callEndedAt });
      }
    });
    expect(await countOpenCommands(store.read)).toEqual({ waiting: 2, atCloud: 1 });
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
