/**
 * Devices as the simulator names them, so that they come to life with `relaydeck simulate --devices N`.
 *
 * Stored as never heard: what is known of them comes from the cloud alone.
 */
import { audit } from "@relaydeck/api/audit/audit";
import { newId } from "@relaydeck/contract/ids";
import { detectProfile } from "@relaydeck/core/devices/profile";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { deviceIdOf } from "@relaydeck/simulator/devices/device-id";
import { freeNames, portionsOf, seededAgeMs, type SeedDeps } from "./seed-ground.ts";
import type { SeededPerson } from "./seed-people.ts";

export interface SeededDevice {
  readonly id: string;
  readonly serialNumber: string;
  readonly ownerId: string;
  readonly relays: number;
}

/** The eight before belong to the demo. */
const firstNumber = 9;

export async function seedDevices(deps: SeedDeps, count: number, owners: readonly SeededPerson[]): Promise<SeededDevice[]> {
  const { db, t } = deps.store.read;
  const rows = await db.select({ serial: t.devices.serialNumber }).from(t.devices);
  const name = { first: firstNumber, of: (number: number) => `P0SIM${String(number).padStart(4, "0")}` };
  const serials = freeNames(count, new Set(rows.map(({ serial }) => serial)), name);
  const devices: SeededDevice[] = [];
  for (const part of portionsOf(serials)) {
    const made = part.map((serialNumber, index) => {
      const owner = present(owners[(devices.length + index) % owners.length], "Devices are seeded with their owners");
      return { id: newId("device", deps.random), serialNumber, ownerId: owner.id };
    });
    devices.push(...(await deps.store.write((tx) => addDevices(deps, tx, made))));
  }
  return devices;
}

async function addDevices(deps: SeedDeps, tx: Tx, made: readonly Omit<SeededDevice, "relays">[]): Promise<SeededDevice[]> {
  const now = deps.clock.now();
  const times = { ownedSince: now - seededAgeMs, createdAt: now - seededAgeMs, updatedAt: now };
  const devices = made.map((device) => {
    const facts = {
      providerId: deviceIdOf(device.serialNumber),
      serialNumber: device.serialNumber,
      name: `Seeded ${device.serialNumber}`,
    };
    const profile = present(detectProfile(deps.profiles, facts), "There is at least one profile");
    return {
      row: { id: device.id, ownerId: device.ownerId, ...facts, model: profile.model, profileId: profile.id, ...times },
      relays: profile.relays,
    };
  });
  await tx.db.insert(tx.t.devices).values(devices.map(({ row }) => row));
  const relays = devices.flatMap(({ row, relays: count }) =>
    Array.from({ length: count }, (_, index) => ({ deviceId: row.id, number: index + 1, name: `Relay ${index + 1}` })),
  );
  await tx.db.insert(tx.t.relays).values(relays);
  const after = { devices: made.length, firstDeviceId: made[0]?.id, lastDeviceId: made.at(-1)?.id };
  await audit(tx, { at: now, actorKind: "system", action: "seed.devices", after });
  return devices.map(({ row, relays: count }) => ({
    id: row.id,
    serialNumber: row.serialNumber,
    ownerId: row.ownerId,
    relays: count,
  }));
}
