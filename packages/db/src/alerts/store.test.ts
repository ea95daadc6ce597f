import { newId } from "@relaydeck/contract/ids";
import { expect, test } from "vitest";
import { breaksUnique } from "../constraint.ts";
import type { Store } from "../store.ts";
import { madeAt, random, storedDevice, storedUser } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import {
  findNotice,
  insertNotice,
  listAlertMails,
  listNotices,
  markAlertMails,
  nthNewestAlertMail,
  recordAlertMail,
  resolveNotices,
  updateNotice,
} from "./history.ts";
import {
  deleteAlerts,
  disableAlerts,
  enabledAlertsOn,
  findAlert,
  findAlertEvenDeleted,
  heldAlerts,
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
    expect(second).toMatchObject({ enabled: true, armed: true, lastTriggered: null, pendingSince: null, held: null });
  });

  test("enabled alerts of devices, those whose condition has to last and those that hold something back are found; losing access disables", async () => {
    const { store } = fresh();
    const { user, device, alert } = await scene(store);
    const waiting = await alert({ alertType: "device_offline", pendingSince: madeAt, armed: false });
    await alert({ alertType: "device_online", enabled: false, pendingSince: madeAt, heldUntil: madeAt });
    const last = { kind: "power", on: true, at: madeAt } as const;
    const held = await alert({ alertType: "power_on", heldUntil: madeAt + 5, held: { count: 2, since: madeAt, last } });
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted();
    const enabled = async () => ids(await enabledAlertsOn(store.read, [device.id, "dev_x"]));
    expect(await enabled()).toEqual(ids([waiting, held]));
    expect(ids(await pendingAlerts(store.read, { limit: 9 }))).toEqual([waiting.id]);
    expect(await heldAlerts(store.read, { now: madeAt + 4, limit: 9 })).toEqual([]);
    expect(await heldAlerts(store.read, { now: madeAt + 5, limit: 9 })).toEqual([held]);
    const disabled = await store.write((tx) => disableAlerts(tx, { userId: user.id, deviceId: device.id }, madeAt));
    const memory = disabled.map((row) => [row.enabled, row.armed, row.pendingSince, row.held, row.heldUntil]);
    expect(memory).toEqual([1, 2].map(() => [false, true, null, null, null]));
    expect(await store.write((tx) => deleteAlerts(tx, { deviceId: device.id }, madeAt))).toHaveLength(3);
    expect(await store.write((tx) => deleteAlerts(tx, { userId: user.id }, madeAt))).toEqual([]);
    expect([await enabled(), await pendingAlerts(store.read, { limit: 9 })]).toEqual([[], []]);
  });

  test("[OB-2] the n-th newest mail of an alert and of a person is known, and its outcome is noted and told", async () => {
    const { store } = fresh();
    const told: unknown[] = [];
    store.onLive((events) => void told.push(...events.map(({ kind, userId, deviceId }) => ({ kind, userId, deviceId }))));
    const { user, device, alert } = await scene(store);
    const { id: alertId } = await alert();
    const row = { alertId, userId: user.id, deviceId: device.id, alertType: "battery_low" as const, triggerValue: "19 %" };
    for (const number of [1, 2, 3]) {
      const one = { ...row, id: `alh_${number}`, mailId: `m${number}`, triggeredAt: madeAt - number, mailedAt: madeAt + number };
      await store.write((tx) => recordAlertMail(tx, one));
    }
    await store.write((tx) => markAlertMails(tx, ["m3", "m_x"], { emailSent: true, emailError: null }));
    await store.write((tx) => markAlertMails(tx, [], { emailSent: false, emailError: "no" }));
    await expect.poll(() => told).toEqual([{ kind: "alerts", userId: user.id, deviceId: device.id }]);
    expect((await listAlertMails(store.read, { alertId, limit: 2 })).map((one) => [one.id, one.emailSent])).toEqual([
      ["alh_3", true],
      ["alh_2", false],
    ]);
    expect(await nthNewestAlertMail(store.read, { alertId, n: 3 })).toBe(madeAt + 1);
    expect(await nthNewestAlertMail(store.read, { alertId, n: 4 })).toBeNull();
    expect(await nthNewestAlertMail(store.read, { userId: user.id, n: 1 })).toBe(madeAt + 3);
    expect(await nthNewestAlertMail(store.read, { userId: "usr_x", n: 1 })).toBeNull();
  });

  test("notices are a person's own, with the mail that went out, newest first, acknowledged once read and resolved once", async () => {
    const { store } = fresh();
    const notice = { userId: "usr_1", alertType: "battery_low" as const, title: "Battery low", message: "19 %" };
    const mail = {
      userId: "usr_1",
      alertId: "alr_1",
      alertType: "battery_low" as const,
      mailId: "m9",
      triggeredAt: madeAt,
      mailedAt: madeAt,
    };
    await store.write(async (tx) => {
      await insertNotice(tx, { ...notice, id: "n1", deviceId: "dev_1", timestamp: madeAt, metadata: { percent: 19 } });
      await recordAlertMail(tx, { ...mail, id: "n1", deviceId: "dev_1" });
      await insertNotice(tx, { ...notice, id: "n2", deviceId: "dev_2", timestamp: madeAt + 1, severity: "critical" });
      await insertNotice(tx, { ...notice, id: "n3", userId: "usr_2", deviceId: "dev_1", timestamp: madeAt + 2 });
    });
    const told = async (deviceIds: string[], limit = 9) =>
      (await listNotices(store.read, { userId: "usr_1", deviceIds, limit })).map((row) => [row.notice.id, row.mail?.mailId]);
    expect(await told([])).toEqual([]);
    expect(await told(["dev_1"])).toEqual([["n1", "m9"]]);
    expect(await told(["dev_1", "dev_2"])).toEqual([
      ["n2", undefined],
      ["n1", "m9"],
    ]);
    expect(await told(["dev_1", "dev_2"], 1)).toEqual([["n2", undefined]]);
    const ofType = { userId: "usr_1", deviceIds: ["dev_1"], limit: 1 };
    expect(await listNotices(store.read, { ...ofType, alertType: "battery_low" })).toMatchObject([{ notice: { id: "n1" } }]);
    expect(await listNotices(store.read, { ...ofType, alertType: "power_off" })).toEqual([]);
    const read = { acknowledged: true, acknowledgedAt: madeAt + 2, acknowledgedBy: "usr_1" };
    const updated = await store.write((tx) => updateNotice(tx, "n1", read));
    expect(updated).toMatchObject({ ...read, resolved: false, metadata: { percent: 19 } });
    const of = { userId: "usr_1", deviceId: "dev_1", alertType: "battery_low", at: madeAt + 3 };
    expect(await store.write((tx) => resolveNotices(tx, of))).toBe(true);
    expect(await store.write((tx) => resolveNotices(tx, { ...of, at: madeAt + 4 }))).toBe(false);
    expect(await findNotice(store.read, "n1")).toMatchObject({
      notice: { resolved: true, resolvedAt: madeAt + 3 },
      mail: { mailId: "m9" },
    });
    expect(await findNotice(store.read, "n3")).toMatchObject({ notice: { resolved: false }, mail: null });
    expect(await findNotice(store.read, "n4")).toBeNull();
  });
});
