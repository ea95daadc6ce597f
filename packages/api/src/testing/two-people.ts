/** Two people with what stands between them: devices, shares, alerts. */
import { listAlerts } from "@relaydeck/db/alerts/store";
import { visibleDevices } from "@relaydeck/db/devices/access";
import { updateRelay } from "@relaydeck/db/devices/store";
import { expect } from "vitest";
import type { ConsoleHouse } from "./console-house.ts";

/** Maria owns a device that Alex sees, and sees Alex's; both have an alert on hers. */
export async function aLife(house: ConsoleHouse) {
  const [maria, alex] = [await house.person("Maria"), await house.person("Alex")];
  const own = await house.device({ ownerId: maria.id, name: "Pump", serialNumber: "P0SIM0007" });
  await house.store.write((tx) => updateRelay(tx, { deviceId: own.id, number: 1 }, { name: "Well" }));
  const other = await house.device({ ownerId: alex.id });
  const given = await house.share(own, alex.id);
  const received = await house.share(other, maria.id);
  const alerts = [
    await house.alert({ userId: maria.id, deviceId: own.id, emailAddress: maria.email }),
    await house.alert({ userId: maria.id, deviceId: other.id, emailAddress: maria.email }),
    await house.alert({ userId: alex.id, deviceId: own.id, emailAddress: alex.email }),
  ];
  const seenBy = async (userId: string) =>
    (await visibleDevices(house.store.read, { userId, now: house.clock.now() })).map(({ device, permission }) => [
      device.id,
      permission,
    ]);
  const heardBy = async (userId: string) => (await listAlerts(house.store.read, { userId })).map(({ enabled }) => enabled);
  return { maria, alex, own, other, given, received, alerts, seenBy, heardBy };
}

/** Both have what they had and see what they saw, and each of the three alerts is on. */
export async function expectAsBefore({
  maria,
  alex,
  own,
  other,
  seenBy,
  heardBy,
}: Awaited<ReturnType<typeof aLife>>): Promise<void> {
  expect(new Set(await seenBy(maria.id))).toEqual(
    new Set([
      [own.id, "owner"],
      [other.id, "control"],
    ]),
  );
  expect(new Set(await seenBy(alex.id))).toEqual(
    new Set([
      [own.id, "control"],
      [other.id, "owner"],
    ]),
  );
  expect([await heardBy(maria.id), await heardBy(alex.id)]).toEqual([[true, true], [true]]);
}
