/** An account's waiting mails go with it: what told of them says that they were never sent, also once the account is back. */
import { insertNotice, listNotices, markAlertMails, recordAlertMail } from "@relaydeck/db/alerts/history";
import { newId } from "@relaydeck/contract/ids";
import { listMails, markMail } from "@relaydeck/db/mail/outbox";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { postMail } from "@relaydeck/mail/outbox";
import { expect, test } from "vitest";
import { toNotice } from "../../alerts/alert-view.ts";
import { consoleHouse, type ConsoleHouse } from "../../testing/console-house.ts";

type Person = Awaited<ReturnType<ConsoleHouse["person"]>>;

/** An alert of a device of theirs went off; its mail waits. Returns its id. */
async function aNotice({ store, deps, clock, ...house }: ConsoleHouse, { id: userId, email }: Person, deviceId: string) {
  const alertId = await house.alert({ userId, deviceId, emailAddress: email });
  const letter = { subject: "s", text: "t", html: "<p>t</p>" };
  const now = clock.now();
  return store.write(async (tx) => {
    const facts = { template: "alert", now, publicUrl: deps.settings.publicUrl, random: deps.random };
    const mailId = await postMail(tx, { to: email, userId, letter, ...facts });
    const row = { id: newId("alertHistory", deps.random), userId, deviceId, alertType: "power_on" as const };
    await insertNotice(tx, { ...row, title: "t", message: "m", timestamp: now });
    await recordAlertMail(tx, { ...row, alertId, mailId, triggeredAt: now, mailedAt: now });
    return mailId;
  });
}

describeOnStores("mails of a deleted account", (fresh) => {
  test("[D48, D23] once it is back its notices say of a mail that was deleted that it failed, and of others nothing new", async () => {
    const { store } = fresh();
    const house = await consoleHouse(store);
    const { admin, person, device } = house;
    const [maria, alex] = [await person("Maria"), await person("Alex")];
    const devices = { maria: await device({ ownerId: maria.id }), alex: await device({ ownerId: alex.id }) };
    await aNotice(house, maria, devices.maria.id);
    await aNotice(house, alex, devices.alex.id);
    const told = async (userId: string, deviceId: string) => {
      const [notice] = await listNotices(store.read, { userId, deviceIds: [deviceId], limit: 1 });
      return toNotice(present(notice, "It was told"));
    };
    await admin.removeUser({ userId: maria.id });
    await admin.restoreUser({ userId: maria.id });
    expect(await told(maria.id, devices.maria.id)).toMatchObject({
      mail: "failed",
      emailError: "The account was deleted while it waited",
    });
    expect(await told(alex.id, devices.alex.id)).toMatchObject({ mail: "waiting", emailError: null });
    expect((await listMails(store.read, { limit: 10 })).map(({ userId }) => userId)).not.toContain(maria.id);
  });

  test("[D48] what had been sent before stays told as sent", async () => {
    const { store } = fresh();
    const house = await consoleHouse(store);
    const maria = await house.person("Maria");
    const { id: deviceId } = await house.device({ ownerId: maria.id });
    const mailId = await aNotice(house, maria, deviceId);
    await store.write(async (tx) => {
      await markMail(tx, mailId, { state: "sent", sentAt: house.clock.now() });
      await markAlertMails(tx, [mailId], { emailSent: true, emailError: null });
    });
    await house.admin.removeUser({ userId: maria.id });
    const [notice] = await listNotices(store.read, { userId: maria.id, deviceIds: [deviceId], limit: 1 });
    expect(notice?.mail).toMatchObject({ emailSent: true, emailError: null });
  });
});
