/** What belongs together, deleted and brought back: in every order, many at once, and all at the same time. [AD-5, AD-6, AD-7, D23] */
import { findUserById } from "@relaydeck/db/accounts/store";
import { listAlerts } from "@relaydeck/db/alerts/store";
import { visibleDevices } from "@relaydeck/db/devices/access";
import { findDevice, findDeviceEvenDeleted, relaysOf } from "@relaydeck/db/devices/store";
import { findShare } from "@relaydeck/db/shares/store";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { consoleHouse } from "../../testing/console-house.ts";
import { aLife, expectAsBefore } from "../../testing/two-people.ts";

/** A device and its owner, deleted and brought back in every order: what is undone is undone, whatever lies between. */
describeOnStores("a device and its owner", (fresh) => {
  test.each([
    ["device, owner; device, owner", ["removeDevice", "removeUser", "restoreDevice", "restoreUser"]],
    ["device, owner; owner, device", ["removeDevice", "removeUser", "restoreUser", "restoreDevice"]],
    ["owner, device; device, owner", ["removeUser", "removeDevice", "restoreDevice", "restoreUser"]],
    ["owner, device; owner, device", ["removeUser", "removeDevice", "restoreUser", "restoreDevice"]],
  ] as const)("[AD-5, AD-6, D23] come back whole: %s", async (_order, acts) => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    const life = await aLife(house);
    const { maria, alex, own } = life;
    const [user, device] = [{ userId: maria.id }, { deviceId: own.id }];
    const doing = {
      removeUser: () => admin.removeUser(user),
      restoreUser: () => admin.restoreUser(user),
      removeDevice: () => admin.removeDevice(device),
      restoreDevice: () => admin.restoreDevice(device),
    };
    for (const act of acts) {
      await doing[act]();
      await house.clock.advance(1_000);
    }
    expect(await findDevice(store.read, own.id)).toMatchObject({ ownerId: maria.id, name: "Pump" });
    expect((await relaysOf(store.read, [own.id]))[0]?.name).toBe("Well");
    await expectAsBefore(life);
    const last = (await house.told()).filter(({ userId }) => userId === alex.id).at(-1);
    expect(last?.kind).toMatch(/^(access|alerts)$/);
  });
});

/** A person, a device that they see, and its owner: deleted and undone in each of the 36 orders. */
describeOnStores("three that belong together", (fresh) => {
  test("[AD-5, AD-6, D23] come back with the share and its alert, whatever is undone first", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    for (const [deleted, undone] of pairsOf(orders)) {
      const [owner, guest] = [await house.person("Maria"), await house.person("Alex")];
      const device = await house.device({ ownerId: owner.id, name: "Workshop" });
      const share = await house.share(device, guest.id);
      await house.alert({ userId: guest.id, deviceId: device.id, emailAddress: guest.email });
      const things = {
        owner: { remove: () => admin.removeUser({ userId: owner.id }), restore: () => admin.restoreUser({ userId: owner.id }) },
        guest: { remove: () => admin.removeUser({ userId: guest.id }), restore: () => admin.restoreUser({ userId: guest.id }) },
        device: {
          remove: () => admin.removeDevice({ deviceId: device.id }),
          restore: () => admin.restoreDevice({ deviceId: device.id }),
        },
      };
      for (const thing of deleted) await things[thing].remove();
      for (const thing of undone) await things[thing].restore();
      const order = `${deleted.join(", ")}; ${undone.join(", ")}`;
      const [row] = await listAlerts(store.read, { userId: guest.id });
      const { ownerId, name } = (await findDevice(store.read, device.id)) ?? {};
      const { isActive } = (await findShare(store.read, share)) ?? {};
      expect([order, ownerId, name, isActive, row?.enabled]).toEqual([order, owner.id, "Workshop", true, true]);
    }
  });
});

type Thing = "owner" | "guest" | "device";

const orders: readonly (readonly Thing[])[] = [
  ["owner", "guest", "device"],
  ["owner", "device", "guest"],
  ["guest", "owner", "device"],
  ["guest", "device", "owner"],
  ["device", "owner", "guest"],
  ["device", "guest", "owner"],
];

function pairsOf<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  return all.flatMap((one) => all.map((other) => [one, other] as const));
}

describeOnStores("many at once", (fresh) => {
  test("[D23] each is done or refused by itself, once, and each is in the audit", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    const [maria, alex] = [await house.person("Maria"), await house.person("Alex")];
    const devices = [await house.device(), await house.device({ ownerId: alex.id })];
    const deviceIds = devices.map(({ id }) => id);
    const unknown = "dev_0000000000000000000000";
    const missing = { id: unknown, code: "NOT_FOUND", message: "Not found" };
    expect(await admin.assignDevices({ deviceIds: [...deviceIds, ...deviceIds, unknown], ownerId: maria.id })).toEqual({
      done: deviceIds,
      refused: [missing],
    });
    expect(
      (await visibleDevices(store.read, { userId: maria.id, now: house.clock.now() })).map(({ device }) => device.id),
    ).toEqual(expect.arrayContaining(deviceIds));
    expect(await admin.removeDevices({ deviceIds })).toEqual({ done: deviceIds, refused: [] });
    expect(await admin.restoreDevices({ deviceIds: [...deviceIds, unknown] })).toEqual({ done: deviceIds, refused: [missing] });
    const userIds = [maria.id, alex.id];
    expect(await admin.removeUsers({ userIds })).toEqual({ done: userIds, refused: [] });
    expect(await admin.restoreUsers({ userIds })).toEqual({ done: userIds, refused: [] });
    expect(await findUserById(store.read, alex.id)).not.toBeNull();
    const actions = (await house.audited()).map(({ action }) => action);
    for (const action of ["device.transferred", "device.removed", "device.restored", "user.deleted", "user.restored"])
      expect(actions.filter((one) => one === action)).toHaveLength(2);
    await expect(admin.removeUsers({ userIds: [] })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describeOnStores("at the same time", (fresh) => {
  test("[AD-5, AD-6, AD-7] deletions, undos, transfers and edits of the same things leave one true state, told in the audit", async () => {
    const { store } = fresh();
    const house = await consoleHouse(store);
    const { admin } = house;
    const [maria, alex] = [await house.person("Maria"), await house.person("Alex")];
    const device = await house.device({ ownerId: maria.id });
    const { id: deviceId } = device;
    for (let round = 0; round < 5; round += 1) {
      await Promise.allSettled([
        admin.removeUser({ userId: maria.id }),
        admin.updateDevice({ deviceId, ownerId: alex.id }),
        admin.removeDevice({ deviceId }),
        admin.restoreUser({ userId: maria.id }),
        admin.updateDevice({ deviceId, ownerId: maria.id }),
        admin.restoreDevice({ deviceId }),
        admin.removeUser({ userId: alex.id }),
        admin.restoreUser({ userId: alex.id }),
      ]);
      const row = await findDeviceEvenDeleted(store.read, deviceId);
      const owner = row?.ownerId ?? null;
      // Never a living device of somebody who is gone.
      const isOwned = row?.deletedAt === null && owner !== null;
      expect(isOwned && (await findUserById(store.read, owner)) === null).toBe(false);
      await admin.restoreUsers({ userIds: [maria.id, alex.id] });
      await admin.restoreDevice({ deviceId });
      await admin.updateDevice({ deviceId, ownerId: maria.id });
    }
    expect(await findDevice(store.read, deviceId)).toMatchObject({ ownerId: maria.id });
    const internal = (await house.audited()).filter(({ after }) => JSON.stringify(after).includes("INTERNAL"));
    expect(internal).toEqual([]);
  });

  test("[AD-6, D25] of an undo and a new owner of the serial number exactly one succeeds", async () => {
    const house = await consoleHouse(fresh().store);
    const { admin, store } = house;
    const gone = await house.device({ serialNumber: "P0SAME" });
    const other = await house.device({ serialNumber: "P0OTHER" });
    await admin.removeDevice({ deviceId: gone.id });
    const outcomes = await Promise.allSettled([
      admin.restoreDevice({ deviceId: gone.id }),
      admin.updateDevice({ deviceId: other.id, serialNumber: "P0SAME" }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const why = outcomes.find(({ status }) => status === "rejected");
    expect(why).toMatchObject({ reason: { refusal: { code: expect.stringMatching(/^(UNDO_NOT_POSSIBLE|SERIAL_TAKEN)$/) } } });
    const live = await store.read.db.select().from(store.t.devices);
    expect(live.filter(({ serialNumber, deletedAt }) => serialNumber === "P0SAME" && deletedAt === null)).toHaveLength(1);
  });
});
