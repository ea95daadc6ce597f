/** What the bin says of what it cannot give back. */
import { updateDevice } from "@relaydeck/db/devices/store";
import { storedDevice, storedUser } from "@relaydeck/db/testing/rows";
import { describeOnStores } from "@relaydeck/db/testing/stores";
import { expect, test } from "vitest";
import { consoleHouse } from "../../testing/console-house.ts";
import { binMs } from "../../retention/prune.ts";

describeOnStores("the bin", (fresh) => {
  async function aBin() {
    const house = await consoleHouse(fresh().store);
    const { admin } = house;
    const kept = async (kind: "users" | "devices") =>
      new Map((await admin.deleted({ kind })).rows.map(({ id, keptFrom }) => [id, keptFrom]));
    return { ...house, kept };
  }

  test("[D23] of users it tells whose address or Google account somebody has, and whose time is over", async () => {
    const { admin, store, clock, kept } = await aBin();
    const google = { authProvider: "google", googleId: "sub-1" } as const;
    const [old, free, byAddress, byGoogle] = [
      await storedUser(store),
      await storedUser(store),
      await storedUser(store),
      await storedUser(store, google),
    ];
    await admin.removeUser({ userId: old.id });
    clock.jumpWall(binMs);
    for (const { id: userId } of [free, byAddress, byGoogle]) await admin.removeUser({ userId });
    clock.jumpWall(1);
    await storedUser(store, { email: byAddress.email });
    await storedUser(store, google);
    const told = await kept("users");
    expect([old, free, byAddress, byGoogle].map(({ id }) => told.get(id))).toEqual(["expired", null, "taken", "taken"]);
    await expect(admin.restoreUser({ userId: byGoogle.id })).rejects.toMatchObject({ refusal: { code: "UNDO_NOT_POSSIBLE" } });
    await admin.restoreUser({ userId: free.id });
  });

  test("[D23] of devices it tells whose serial number, or name at the cloud, another has, and whose time is over", async () => {
    const { admin, store, clock, kept } = await aBin();
    const [old, free, bySerial, byName] = [
      await storedDevice(store),
      await storedDevice(store),
      await storedDevice(store),
      await storedDevice(store),
    ];
    await admin.removeDevice({ deviceId: old.id });
    clock.jumpWall(binMs);
    for (const { id: deviceId } of [free, bySerial, byName]) await admin.removeDevice({ deviceId });
    clock.jumpWall(1);
    await storedDevice(store, { serialNumber: bySerial.serialNumber });
    const other = await storedDevice(store);
    await store.write((tx) => updateDevice(tx, { id: other.id }, { providerId: byName.providerId }));
    const told = await kept("devices");
    expect([old, free, bySerial, byName].map(({ id }) => told.get(id))).toEqual(["expired", null, "taken", "taken"]);
    await expect(admin.restoreDevice({ deviceId: byName.id })).rejects.toMatchObject({ refusal: { code: "UNDO_NOT_POSSIBLE" } });
    await admin.restoreDevice({ deviceId: free.id });
  });
});
