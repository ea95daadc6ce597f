/**
 * A device speaks in the very instant in which the sweep tells what was held back of its alert: each goes by what the other
 * has stored. On Postgres both run at once. [D48, OB-2, S16-5]
 */
import type { AlertOccurrence } from "@relaydeck/contract/alerts";
import { updateUser } from "@relaydeck/db/accounts/store";
import { listNotices } from "@relaydeck/db/alerts/history";
import { findAlert, moveAlerts } from "@relaydeck/db/alerts/store";
import { listMails } from "@relaydeck/db/mail/outbox";
import { updateDevice } from "@relaydeck/db/devices/store";
import type { Store, Tx } from "@relaydeck/db/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import { alertsHouse } from "../testing/alerts-house.ts";
import { whileChanging } from "../testing/while-changing.ts";
import { evaluateAlerts } from "./evaluate-alerts.ts";
import { lockAlertMails, raiseAlert } from "./raise-alert.ts";

const minuteMs = 60_000;

/** Power went, came and went again within the cooldown: the second time is held, and its mail may go by now. */
async function heldHouse(store: Store) {
  const house = await alertsHouse(store);
  const { id } = await house.alert("power_off");
  await house.report();
  for (const powerSource of [0, 1, 0]) {
    await house.report({ powerSource });
    await house.clock.advance(1_000);
  }
  await house.clock.advance(5 * minuteMs);
  const { user, device, deps } = house;
  return {
    ...house,
    alertRow: async () => present(await findAlert(store.read, id), "It is there"),
    notices: () => listNotices(store.read, { userId: user.id, deviceIds: [device.id], limit: 10 }),
    subjects: async () => (await house.mails()).map(({ subject }) => subject.split(":")[0]),
    /** What the sweep does of an alert that may go. */
    tell: async (tx: Tx): Promise<void> => {
      await lockAlertMails(tx, [user.id]);
      const alert = present(await findAlert(tx, id), "It is there");
      await raiseAlert(deps, tx, { alert, device, happened: present(alert.held, "It is held") });
    },
    /** What the ingest does when the device says so. */
    hear: (tx: Tx, occurrence: AlertOccurrence) => evaluateAlerts(deps, tx, [{ device, occurrences: [occurrence] }]),
  };
}

describeOnStores("an alert of which two decide at once", (fresh) => {
  test("[OB-2] power returns while the mail is written: nothing stays held, and the next time is told alone", async () => {
    const { store } = fresh();
    const house = await heldHouse(store);
    await whileChanging(store, house.tell, () => house.report({ powerSource: 1 }));
    expect(await house.subjects()).toEqual(["Power is off", "Power is off"]);
    expect(await house.alertRow()).toMatchObject({ armed: true, held: null, heldUntil: null });
    expect((await house.notices()).map(({ notice }) => notice.resolved)).toEqual([true, true]);
    await house.clock.advance(6 * minuteMs);
    await house.report({ powerSource: 0 });
    expect((await house.mails()).at(-1)?.text).not.toContain("times");
  });

  test("[D48] the mail is written while power returns: it says that power was off, and the notice is resolved", async () => {
    const { store } = fresh();
    const house = await heldHouse(store);
    const power: AlertOccurrence = { kind: "power", on: true, at: house.clock.now() };
    await whileChanging(
      store,
      (tx) => house.hear(tx, power),
      () => house.pass(0),
    );
    expect(await house.subjects()).toEqual(["Power is off", "Power was off"]);
    expect((await house.notices()).map(({ notice }) => notice.resolved)).toEqual([true, true]);
  });

  test("[OB-2] power goes again while the mail is written: that time waits for the cooldown, and is told once", async () => {
    const { store } = fresh();
    const house = await heldHouse(store);
    await house.report({ powerSource: 1 });
    await whileChanging(store, house.tell, () => house.report({ powerSource: 0 }));
    expect(await house.subjects()).toEqual(["Power is off", "Power was off"]);
    expect((await house.alertRow()).held).toMatchObject({ count: 1 });
  });

  test("[AC-9, S16-5] the address of its person moves in the instant in which it goes off: it is told at the new one", async () => {
    const { store } = fresh();
    const house = await alertsHouse(store);
    const { user, clock } = house;
    const { id } = await house.alert("power_off");
    await house.report();
    const emailAddress = "moved@relaydeck.test";
    await whileChanging(
      store,
      async (tx) => {
        await updateUser(tx, { id: user.id }, { email: emailAddress });
        await moveAlerts(tx, { userId: user.id, emailAddress, at: clock.now() });
      },
      () => house.report({ powerSource: 0 }),
    );
    const mails = await listMails(store.read, { limit: 10 });
    expect(mails.map(({ to }) => to)).toEqual([emailAddress]);
    expect(await findAlert(store.read, id)).toMatchObject({ armed: false, lastTriggered: clock.now() });
  });

  test("[D48, S17-10] a device is back in the instant in which it would be told as offline: nobody is told", async () => {
    const { store } = fresh();
    const house = await alertsHouse(store);
    const { device, deps, clock } = house;
    const { id } = await house.alert("device_offline");
    await house.presence(true);
    await house.presence(false);
    await clock.advance(2 * minuteMs);
    await whileChanging(
      store,
      async (tx) => {
        await updateDevice(tx, { id: device.id }, { cloudOnline: true });
        await evaluateAlerts(deps, tx, [{ device, occurrences: [{ kind: "online", at: clock.now() }] }]);
      },
      () => house.pass(0),
    );
    expect(await house.mails()).toEqual([]);
    expect(await findAlert(store.read, id)).toMatchObject({ armed: true, pendingSince: null });
  });
});
