import { newId } from "@relaydeck/contract/ids";
import { expect, test } from "vitest";
import { breaksUnique } from "../constraint.ts";
import type { Store } from "../store.ts";
import { madeAt, random, storedDevice, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import {
  countAlertMails,
  findNotice,
  insertNotice,
  listAlertMails,
  listNotices,
  markAlertMail,
  recordAlertMail,
  updateNotice,
} from "./history.ts";
import {
  deleteAlerts,
  disableAlerts,
  enabledAlertsOn,
  findAlert,
  findAlertEvenDeleted,
  insertAlert,
  listAlerts,
  pendingAlerts,
  updateAlert,
  type NewAlert,
} from "./store.ts";

async function scene(store: Store) {
  const user = await storedUser(store);
  const device = await storedDevice(store, { ownerId: user.id });
  const times = { createdAt: madeAt, updatedAt: madeAt };
  const alert = (over: Partial<NewAlert> = {}) =>
    store.write((tx) =>
      insertAlert(tx, {
        id: newId("alert", random),
        userId: user.id,
        deviceId: device.id,
        alertType: "battery_low",
        emailAddress: user.email,
        ...times,
        ...over,
      }),
    );
  return { user, device, alert };
}

describeOnBothStores("alerts", (fresh) => {
  test("[D48] one living alert of a kind per person and device; a deleted one makes room and can stand in the way of undo", async () => {
    const { store } = fresh();
    const { user, device, alert } = await scene(store);
    const first = await alert();
    const isDouble = (error: unknown) => breaksUnique(error, "email_alerts", ["user_id", "device_id", "alert_type"]);
    await expect(alert()).rejects.toSatisfy(isDouble);
    await store.write((tx) => updateAlert(tx, first.id, { deletedAt: madeAt }));
    expect([await findAlert(store.read, first.id), (await findAlertEvenDeleted(store.read, first.id))?.id]).toEqual([
      null,
      first.id,
    ]);
    const second = await alert({ createdAt: madeAt + 1 });
    await alert({ alertType: "power_on", createdAt: madeAt + 2 });
    await expect(store.write((tx) => updateAlert(tx, first.id, { deletedAt: null }))).rejects.toSatisfy(isDouble);
    const kinds = (await listAlerts(store.read, { userId: user.id, deviceId: device.id })).map((row) => row.alertType);
    expect(kinds).toEqual(["battery_low", "power_on"]);
    expect(await listAlerts(store.read, { userId: user.id, deviceId: "dev_x" })).toEqual([]);
    expect(second).toMatchObject({ enabled: true, armed: true, lastTriggered: null, pendingSince: null });
  });

  test("enabled alerts of devices and those whose condition is old enough are found; losing access disables", async () => {
    const { store } = fresh();
    const { user, device, alert } = await scene(store);
    const waiting = await alert({ alertType: "device_offline", pendingSince: madeAt });
    await alert({ alertType: "device_online", enabled: false, pendingSince: madeAt });
    const ids = async () => (await enabledAlertsOn(store.read, [device.id, "dev_x"])).map((row) => row.id);
    expect(await ids()).toEqual([waiting.id]);
    expect(await pendingAlerts(store.read, { since: madeAt - 1, limit: 9 })).toEqual([]);
    expect((await pendingAlerts(store.read, { since: madeAt, limit: 9 })).map((row) => row.id)).toEqual([waiting.id]);
    const disabled = await store.write((tx) => disableAlerts(tx, { userId: user.id, deviceId: device.id }, madeAt));
    expect(disabled.map((row) => [row.id, row.enabled, row.pendingSince])).toEqual([[waiting.id, false, null]]);
    expect(await store.write((tx) => deleteAlerts(tx, { deviceId: device.id }, madeAt))).toHaveLength(2);
    expect(await store.write((tx) => deleteAlerts(tx, { userId: user.id }, madeAt))).toEqual([]);
    expect([await ids(), await pendingAlerts(store.read, { since: madeAt, limit: 9 })]).toEqual([[], []]);
  });

  test("mails of an alert and of a person are counted since a moment, and their outcome is noted", async () => {
    const { store } = fresh();
    const { user, device, alert } = await scene(store);
    const { id: alertId } = await alert();
    const row = { alertId, userId: user.id, deviceId: device.id, alertType: "battery_low" as const, triggerValue: "19 %" };
    for (const number of [1, 2, 3]) {
      const one = { ...row, id: `alh_${number}`, mailId: `m${number}`, triggeredAt: madeAt + number };
      await store.write((tx) => recordAlertMail(tx, one));
    }
    await store.write((tx) => markAlertMail(tx, "m3", { emailSent: true, emailError: null }));
    expect((await listAlertMails(store.read, { alertId, limit: 2 })).map((one) => [one.id, one.emailSent])).toEqual([
      ["alh_3", true],
      ["alh_2", false],
    ]);
    expect(await countAlertMails(store.read, { alertId, since: madeAt + 2 })).toBe(2);
    expect(await countAlertMails(store.read, { userId: user.id, since: madeAt })).toBe(3);
    expect(await countAlertMails(store.read, { alertId: "alr_x", since: 0 })).toBe(0);
  });

  test("notices are listed by person or device, newest first, and acknowledged once read", async () => {
    const { store } = fresh();
    const notice = { alertType: "battery_low", title: "Battery low", message: "19 %" };
    await store.write(async (tx) => {
      await insertNotice(tx, {
        ...notice,
        id: "n1",
        userId: "usr_1",
        deviceId: "dev_1",
        timestamp: madeAt,
        metadata: { percent: 19 },
      });
      await insertNotice(tx, {
        ...notice,
        id: "n2",
        userId: "usr_2",
        deviceId: "dev_2",
        timestamp: madeAt + 1,
        severity: "critical",
      });
    });
    const ids = async (of: Parameters<typeof listNotices>[1]) => (await listNotices(store.read, of)).map((row) => row.id);
    expect(await ids({ limit: 9 })).toEqual(["n2", "n1"]);
    expect(await ids({ userId: "usr_1", limit: 9 })).toEqual(["n1"]);
    expect(await ids({ userId: "usr_1", deviceIds: ["dev_2"], limit: 9 })).toEqual(["n2", "n1"]);
    expect(await ids({ since: madeAt + 1, limit: 9 })).toEqual(["n2"]);
    const read = { acknowledged: true, acknowledgedAt: madeAt + 2, acknowledgedBy: "usr_1" };
    expect(await store.write((tx) => updateNotice(tx, "n1", read))).toMatchObject({
      ...read,
      resolved: false,
      metadata: { percent: 19 },
    });
    expect(await findNotice(store.read, "n3")).toBeNull();
  });
});
