/** An alert whose removal is taken back, or whose device was in the bin, is as it was, and by then as its device is. [D48, D23] */
import { newId } from "@relaydeck/contract/ids";
import { lockDevice } from "@relaydeck/db/accounts/lock";
import { putShare } from "@relaydeck/db/shares/store";
import { findAlert } from "@relaydeck/db/alerts/store";
import { listNotices } from "@relaydeck/db/alerts/history";
import { updateDevice } from "@relaydeck/db/devices/store";
import type { Store } from "@relaydeck/db/store";
import { storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { present } from "@relaydeck/kit/assert";
import { expect, test } from "vitest";
import type { AskedChecks, CheckOutcome } from "../devices/check-device.ts";
import { putIntoBin, takeFromBin } from "../devices/remove-device.ts";
import { alertsHouse, request } from "../testing/alerts-house.ts";
import { whileChanging } from "../testing/while-changing.ts";
import { removeAlert, restoreAlert } from "./change-alert.ts";

const minuteMs = 60_000;

async function aHouse(store: Store) {
  const house = await alertsHouse(store);
  const { user, device, deps } = house;
  const caller = { userId: user.id, sessionId: null };
  const by = { actorKind: "user", actorId: user.id, request } as const;
  await house.presence(true);
  await house.report();
  return {
    ...house,
    remove: (alertId: string) => removeAlert(deps, { caller, request, alertId }),
    restore: (alertId: string) => restoreAlert(deps, { caller, request, alertId }),
    binned: () => deps.store.write((tx) => putIntoBin(deps, tx, { device, by, deletedBy: "owner" })),
    /** The device cloud answers the question of it when it is told to. */
    unbinned: async () => {
      let answer: (outcome: CheckOutcome) => void = () => {};
      const answered = new Promise<CheckOutcome>((resolve) => (answer = resolve));
      const checks: AskedChecks = { check: () => answered, read: async () => null };
      await deps.store.write(async (tx) => {
        const binned = present(await lockDevice(tx, device.id), "It is in the bin");
        await takeFromBin({ ...deps, checks }, tx, { device: binned, by });
      });
      return answer;
    },
    subjects: async () => (await house.mails()).map(({ subject }) => subject.split(":")[0]),
    row: async (alertId: string) => present(await findAlert(store.read, alertId), "It is there"),
    notices: () => listNotices(store.read, { userId: user.id, deviceIds: [device.id], limit: 10 }),
  };
}

describeOnStores("an alert that is removed and brought back", (fresh) => {
  test("[D23, S17-10] a device that went offline before is told as offline once it has lasted", async () => {
    const house = await aHouse(fresh().store);
    const { id } = await house.alert("device_offline");
    await house.presence(false);
    await house.pass(minuteMs);
    await house.remove(id);
    await house.pass(3 * minuteMs);
    expect(await house.subjects()).toEqual([]);
    expect((await house.restore(id)).ok).toBe(true);
    await house.pass(1_000);
    expect(await house.subjects()).toEqual(["Offline"]);
  });

  test("[D48, S17-10] a device that was back meanwhile and is offline anew is told once that has lasted", async () => {
    const house = await aHouse(fresh().store);
    const { id } = await house.alert("device_offline");
    await house.presence(false);
    await house.remove(id);
    await house.pass(minuteMs);
    await house.presence(true);
    await house.pass(60 * minuteMs);
    await house.presence(false);
    await house.clock.advance(2_000);
    await house.restore(id);
    await house.pass(minuteMs);
    expect(await house.subjects()).toEqual([]);
    await house.pass(minuteMs);
    expect(await house.subjects()).toEqual(["Offline"]);
  });

  test("[D23, D48] a battery whose state was told is not told again", async () => {
    const house = await aHouse(fresh().store);
    const { id } = await house.alert("battery_low");
    await house.report({ batteryPercent: 15 });
    await house.remove(id);
    await house.restore(id);
    await house.pass(6 * minuteMs);
    await house.report({ batteryPercent: 15 });
    expect(await house.subjects()).toEqual(["Battery low"]);
  });

  test("[D23, OB-2] what was held back is told once its mail may go, and none while the alert is away", async () => {
    const house = await aHouse(fresh().store);
    const { id } = await house.alert("power_off");
    for (const powerSource of [0, 1, 0]) await house.report({ powerSource });
    await house.remove(id);
    await house.pass(10 * minuteMs);
    expect(await house.subjects()).toEqual(["Power is off"]);
    await house.restore(id);
    await house.pass(1_000);
    expect(await house.subjects()).toEqual(["Power is off", "Power is off"]);
  });

  test("[D48] what ended while it was away has ended: its notice is resolved, and the next time is told", async () => {
    const house = await aHouse(fresh().store);
    const offline = await house.alert("device_offline");
    const battery = await house.alert("battery_low");
    const power = await house.alert("power_off");
    await house.report({ batteryPercent: 15 });
    for (const powerSource of [0, 1, 0]) await house.report({ powerSource, batteryPercent: 15 });
    await house.presence(false);
    for (const { id } of [offline, battery, power]) await house.remove(id);
    await house.presence(true);
    await house.report({ batteryPercent: 80, powerSource: 1 });
    for (const { id } of [offline, battery, power]) await house.restore(id);
    for (const { id } of [offline, battery, power])
      expect(await house.row(id)).toMatchObject({ armed: true, pendingSince: null });
    expect((await house.notices()).map(({ notice }) => notice.resolved)).toEqual([true, true]);
    await house.pass(6 * minuteMs);
    expect(new Set(await house.subjects())).toEqual(new Set(["Battery low", "Power is off", "Power was off"]));
    await house.clock.advance(1_000);
    await house.report({ batteryPercent: 15 });
    expect((await house.subjects()).at(-1)).toBe("Battery low");
  });

  test("[D48] what began while it was away is not told by itself, and a low battery by its next report", async () => {
    const house = await aHouse(fresh().store);
    const ids = [];
    for (const type of ["device_offline", "battery_low", "power_off", "power_on"] as const)
      ids.push((await house.alert(type)).id);
    for (const id of ids) await house.remove(id);
    await house.report({ batteryPercent: 15, powerSource: 0 });
    await house.presence(false);
    for (const id of ids) await house.restore(id);
    await house.pass(6 * minuteMs);
    expect(await house.subjects()).toEqual([]);
    await house.report({ batteryPercent: 15, powerSource: 0 });
    expect(await house.subjects()).toEqual(["Battery low"]);
  });

  test("[AD-7] of an earlier right on the device it remembers nothing", async () => {
    const { store } = fresh();
    const house = await aHouse(store);
    const other = await storedUser(store);
    await house.presence(true);
    const of = { deviceId: house.device.id, ownerId: other.id, sharedWithId: house.user.id };
    const { id } = await house.alert("power_off");
    for (const powerSource of [0, 1, 0]) await house.report({ powerSource });
    await house.remove(id);
    await house.clock.advance(1_000);
    const at = house.clock.now();
    await store.write(async (tx) => {
      await updateDevice(tx, { id: house.device.id }, { ownerId: other.id, ownedSince: at });
      await putShare(tx, { id: newId("share", house.deps.random), ...of, permission: "view", sharedAt: at, updatedAt: at });
    });
    expect((await house.restore(id)).ok).toBe(true);
    expect(await house.row(id)).toMatchObject({ armed: true, held: null, heldUntil: null, pendingSince: null });
  });

  test("[D48, S17-10] brought back in the instant in which its device is back, it listens again", async () => {
    const { store } = fresh();
    const house = await aHouse(store);
    const { id } = await house.alert("device_offline");
    await house.presence(false);
    await house.pass(2 * minuteMs);
    await house.remove(id);
    await whileChanging(
      store,
      (tx) => updateDevice(tx, { id: house.device.id }, { cloudOnline: true }),
      () => house.restore(id),
    );
    expect(await house.row(id)).toMatchObject({ armed: true, pendingSince: null });
  });
});

describeOnStores("an alert on a device that was in the bin", (fresh) => {
  test("[D23, S17-10] it is told as offline once the cloud says anew that it is, and that has lasted two minutes", async () => {
    const house = await aHouse(fresh().store);
    const { id } = await house.alert("device_offline");
    await house.presence(false);
    await house.pass(minuteMs);
    await house.binned();
    await house.pass(60 * minuteMs);
    const answer = await house.unbinned();
    await house.pass(60 * minuteMs);
    expect(await house.subjects()).toEqual([]);
    answer("silent");
    await expect.poll(async () => (await house.row(id)).pendingSince).toBe(house.clock.now());
    await house.pass(minuteMs);
    expect(await house.subjects()).toEqual([]);
    await house.pass(minuteMs);
    expect(await house.subjects()).toEqual(["Offline"]);
  });

  test("[D48, C3] nobody is told by what was known before it was there, and the next time is told", async () => {
    const house = await aHouse(fresh().store);
    const { id } = await house.alert("device_offline");
    await house.presence(false);
    await house.pass(minuteMs);
    await house.binned();
    await house.pass(29 * 24 * 60 * minuteMs);
    const answer = await house.unbinned();
    answer("unknown");
    await house.pass(3 * minuteMs);
    expect(await house.subjects()).toEqual([]);
    expect(await house.row(id)).toMatchObject({ armed: true, pendingSince: null });
    await house.presence(true);
    await house.presence(false);
    await house.pass(2 * minuteMs);
    expect(await house.subjects()).toEqual(["Offline"]);
  });

  test("[D23, D48] a device that is taken out again at once is told as offline after two minutes, also where the cloud does not answer", async () => {
    const house = await aHouse(fresh().store);
    await house.alert("device_offline");
    await house.presence(false);
    await house.pass(minuteMs);
    await house.binned();
    await house.pass(3_000);
    const answer = await house.unbinned();
    answer("unknown");
    await house.pass(minuteMs);
    expect(await house.subjects()).toEqual([]);
    await house.pass(minuteMs);
    expect(await house.subjects()).toEqual(["Offline"]);
  });

  test("[D23, OB-2] what was held back is told when it is out again", async () => {
    const house = await aHouse(fresh().store);
    await house.alert("power_off");
    for (const powerSource of [0, 1, 0]) await house.report({ powerSource });
    await house.binned();
    await house.pass(60 * minuteMs);
    expect(await house.subjects()).toEqual(["Power is off"]);
    await house.unbinned();
    await house.pass(1_000);
    expect(await house.subjects()).toEqual(["Power is off", "Power is off"]);
  });
});
