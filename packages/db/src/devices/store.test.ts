import { expect, test } from "vitest";
import { breaksUnique } from "../constraint.ts";
import { aDevice, madeAt, storedDevice } from "../testing/rows.ts";
import { describeOnBothStores } from "../testing/stores.ts";
import {
  findDevice,
  findDeviceByProviderId,
  findDeviceBySerial,
  findDevicesByIds,
  insertDevice,
  listDevices,
  lockRelay,
  relaysOf,
  updateDevice,
  updateRelay,
} from "./store.ts";

describeOnBothStores("devices", (fresh) => {
  test("a device is stored with its relays; its serial number is found in any case and with blanks", async () => {
    const { store } = fresh();
    const device = await storedDevice(store, { serialNumber: " p0abc " });
    expect(device).toMatchObject({
      serialNumber: "P0ABC",
      status: "offline",
      relayState: "unknown",
      freshness: "never",
      version: 1,
    });
    expect(await findDevice(store.read, device.id)).toEqual(device);
    expect(await findDeviceBySerial(store.read, "p0Abc ")).toEqual(device);
    expect(await findDeviceByProviderId(store.read, device.providerId ?? "")).toEqual(device);
    const relays = await relaysOf(store.read, [device.id]);
    expect(relays.map(({ number, reported, evidence, load }) => ({ number, reported, evidence, load }))).toEqual(
      [1, 2, 3, 4].map((number) => ({ number, reported: null, evidence: "none", load: "unknown" })),
    );
  });

  test("[AD-6] a serial number is unique among living devices and free again after deletion", async () => {
    const { store } = fresh();
    const device = await storedDevice(store, { serialNumber: "P0SAME", providerId: null });
    const twin = () =>
      store.write((tx) => insertDevice(tx, { device: aDevice({ serialNumber: "p0same" }), relays: [{ number: 1, name: "R" }] }));
    await expect(twin()).rejects.toSatisfy((error) => breaksUnique(error, "devices", ["serial_number"]));
    await store.write((tx) => updateDevice(tx, { id: device.id }, { deletedAt: madeAt }));
    expect(await findDeviceBySerial(store.read, "P0SAME")).toBeNull();
    const { device: second } = await twin();
    expect(second.id).not.toBe(device.id);
    const undo = store.write((tx) => updateDevice(tx, { id: device.id }, { deletedAt: null }));
    await expect(undo).rejects.toSatisfy((error) => breaksUnique(error, "devices", ["serial_number"]));
  });

  test("[AD-3] a stale version changes nothing; a relay's fields change alone", async () => {
    const { store } = fresh();
    const { id } = await storedDevice(store);
    expect(await store.write((tx) => updateDevice(tx, { id, version: 1 }, { name: "Pump", batteryPercent: 88.5 }))).toMatchObject(
      { version: 2 },
    );
    expect(await store.write((tx) => updateDevice(tx, { id, version: 1 }, { name: "Late" }))).toBeNull();
    expect(await findDevice(store.read, id)).toMatchObject({ name: "Pump", batteryPercent: 88.5 });
    await store.write((tx) =>
      updateRelay(tx, { deviceId: id, number: 2 }, { name: "Heater", milliamps: 1240.5, reported: "on" }),
    );
    expect((await relaysOf(store.read, [id])).map((relay) => [relay.name, relay.milliamps])).toEqual([
      ["Relay 1", null],
      ["Heater", 1240.5],
      ["Relay 3", null],
      ["Relay 4", null],
    ]);
    expect(await store.write((tx) => lockRelay(tx, { deviceId: id, number: 9 }))).toBeNull();
    expect(await store.write((tx) => lockRelay(tx, { deviceId: id, number: 2 }))).toMatchObject({ name: "Heater" });
  });

  test("more ids than one statement takes are asked in several, and passes go page by page", async () => {
    const { store } = fresh();
    const devices = await Promise.all([1, 2, 3].map(() => storedDevice(store)));
    const ids = devices.map((device) => device.id).toSorted((a, b) => (a < b ? -1 : 1));
    const many = [...ids, ...Array.from({ length: 1_200 }, (_, index) => `dev_${index}`), ...ids];
    expect((await findDevicesByIds(store.read, many)).map((device) => device.id).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      ids,
    );
    const [first, ...rest] = await listDevices(store.read, { limit: 1 });
    expect([first?.id, rest]).toEqual([ids[0], []]);
    expect((await listDevices(store.read, { afterId: ids[0] ?? "", limit: 9 })).map((device) => device.id)).toEqual(ids.slice(1));
  });
});
