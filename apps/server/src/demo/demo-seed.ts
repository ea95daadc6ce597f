/**
 * The demo's people and their devices in our own database, made once: who owns and shares what, and since when it is known.
 * [operator-interface, "The demo world"] The devices' physical truth is the simulator's.
 */
import type { Deps } from "@relaydeck/api/deps";
import { toLiveEvent } from "@relaydeck/api/live/append";
import { endSharesIn } from "@relaydeck/api/shares/end-shares";
import { newId } from "@relaydeck/contract/ids";
import { relayStateOf, statusOf } from "@relaydeck/core/devices/presence";
import { detectProfile } from "@relaydeck/core/devices/profile";
import { lockDevices } from "@relaydeck/db/accounts/lock";
import { findUserByEmail, insertUser, updateUser, type UserRow } from "@relaydeck/db/accounts/store";
import { purgeSetAside } from "@relaydeck/db/admin/bin";
import { deleteAlerts } from "@relaydeck/db/alerts/store";
import { listAccess, visibleDevices } from "@relaydeck/db/devices/access";
import {
  findDeviceByProviderId,
  findDeviceBySerial,
  insertDevice,
  updateDevice,
  type DeviceRow,
} from "@relaydeck/db/devices/store";
import { endShares, putShare } from "@relaydeck/db/shares/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";

export const demoPassword = "demo switch over there";

export const demoPeople = {
  demo: { email: "demo@relaydeck.test", firstName: "Maria", lastName: "Lind" },
  alex: { email: "alex@relaydeck.test", firstName: "Alex", lastName: "Berg" },
} as const;

export type DemoPerson = keyof typeof demoPeople;

interface SeededDevice {
  readonly serial: string;
  readonly name: string;
  readonly owner: DemoPerson;
  readonly relays: readonly string[];
  /** What Maria may do with a device of Alex. */
  readonly forMaria?: "view" | "control";
  /** Its last word, before the start. */
  readonly heardAgoMs?: number;
  /** The cloud said before the start that it waits in safe-mode. */
  readonly updating?: true;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const unnamed = ["Relay 1", "Relay 2", "Relay 3", "Relay 4"];

const seededDevices: readonly SeededDevice[] = [
  { serial: "P0SIM0001", name: "Pump house", owner: "demo", relays: ["Well pump", "Heater", "Light", "Relay 4"] },
  { serial: "P0SIM0002", name: "Workshop", owner: "demo", relays: unnamed },
  { serial: "P0SIM0003", name: "Gate", owner: "demo", relays: ["Gate", "Lamp", "Relay 3", "Relay 4"], heardAgoMs: 12 * minuteMs },
  {
    serial: "P0SIM0004",
    name: "Cabin",
    owner: "demo",
    relays: ["Boiler", "Relay 2", "Relay 3", "Relay 4"],
    heardAgoMs: 40 * minuteMs,
  },
  { serial: "P0SIM0005", name: "Boat", owner: "demo", relays: unnamed, updating: true },
  { serial: "R1SIM0001", name: "Porch light", owner: "demo", relays: ["Porch light"] },
  { serial: "P0SIM0006", name: "Greenhouse", owner: "alex", relays: ["Fan", "Lamps", "Relay 3", "Relay 4"], forMaria: "view" },
  { serial: "R1SIM0002", name: "Garage", owner: "alex", relays: ["Door"], forMaria: "control" },
];

/**
 * Makes what is missing of the demo world; a second start finds everything and changes nothing.
 *
 * A person who is not there any more is made anew with what is theirs, but for devices that somebody else has by now.
 */
export async function seedDemo(deps: Deps, providerIdOf: (serial: string) => string): Promise<void> {
  const passwordHash = await deps.passwords.hash(demoPassword);
  await deps.store.write(async (tx) => {
    const living = {
      demo: await findUserByEmail(tx, demoPeople.demo.email),
      alex: await findUserByEmail(tx, demoPeople.alex.email),
    };
    const people = {
      demo: living.demo ?? (await addPerson(deps, tx, { who: "demo", passwordHash })),
      alex: living.alex ?? (await addPerson(deps, tx, { who: "alex", passwordHash })),
    };
    for (const seeded of seededDevices) {
      const providerId = providerIdOf(seeded.serial);
      const found = await devicesLike(tx, { serial: seeded.serial, providerId });
      const isFree = living[seeded.owner] === null && found.every(({ ownerId }) => ownerId === null);
      const device = isFree ? await addAnew(deps, tx, { seeded, owner: people[seeded.owner], providerId, found }) : found[0];
      const isNew = isFree || living.demo === null;
      if (seeded.forMaria !== undefined && isNew && device?.ownerId === people[seeded.owner].id)
        await share(deps, tx, { device, permission: seeded.forMaria, with: people.demo });
    }
  });
}

/**
 * The living device of the simulated one, whoever has it, first; and another one, where an administrator gave it that serial
 * number. They are locked.
 */
async function devicesLike(tx: Tx, { serial, providerId }: { serial: string; providerId: string }): Promise<DeviceRow[]> {
  const found = [await findDeviceByProviderId(tx, providerId), await findDeviceBySerial(tx, serial)];
  const locked = await lockDevices(
    tx,
    found.flatMap((row) => row?.id ?? []),
  );
  const isOfCloud = (row: DeviceRow) => Number(row.providerId === providerId);
  return locked.filter(({ deletedAt }) => deletedAt === null).toSorted((a, b) => isOfCloud(b) - isOfCloud(a));
}

interface Adding {
  readonly seeded: SeededDevice;
  readonly owner: UserRow;
  readonly providerId: string;
}

/** In place of the rows that nobody owns any more, if there are some. */
async function addAnew(deps: Deps, tx: Tx, { found, ...adding }: Adding & { found: readonly DeviceRow[] }): Promise<DeviceRow> {
  for (const { id } of found) await updateDevice(tx, { id }, { deletedAt: deps.clock.now() });
  return addDevice(deps, tx, adding);
}

function addPerson(deps: Deps, tx: Tx, person: { who: DemoPerson; passwordHash: string }): Promise<UserRow> {
  const now = deps.clock.now();
  const { passwordHash } = person;
  return insertUser(tx, {
    id: newId("user", deps.random),
    ...demoPeople[person.who],
    passwordHash,
    emailVerified: true,
    createdAt: now,
    updatedAt: now,
  });
}

async function addDevice(deps: Deps, tx: Tx, what: Adding): Promise<DeviceRow> {
  const { seeded, providerId } = what;
  const now = deps.clock.now();
  const profile = present(
    detectProfile(deps.profiles, { providerId, serialNumber: seeded.serial, name: seeded.name }),
    "The demo has profiles",
  );
  const heardAt = seeded.heardAgoMs === undefined ? null : now - seeded.heardAgoMs;
  // As an earlier run would have left it: a session of yesterday, which the cloud will confirm or end.
  const session = { cloudOnline: true, cloudOnlineAt: now - dayMs, updating: seeded.updating === true, lastHeardAt: heardAt };
  const status = statusOf({ ...session, connectingSince: null }, now);
  const relays = seeded.relays.map((name, index) => ({
    number: index + 1,
    name,
    reported: heardAt === null ? null : index === 1 ? ("on" as const) : ("off" as const),
    ...(heardAt === null
      ? {}
      : {
          reportedAt: heardAt,
          evidence: "current" as const,
          milliamps: index === 1 ? 600 : 0,
          milliampsAt: heardAt,
        }),
  }));
  const { device } = await insertDevice(tx, {
    device: {
      ...session,
      id: newId("device", deps.random),
      name: seeded.name,
      serialNumber: seeded.serial,
      ownerId: what.owner.id,
      ownedSince: now,
      model: profile.model,
      profileId: profile.id,
      providerId,
      status,
      isConnected: status === "online",
      relayState: relayStateOf(relays),
      lastObservedAt: heardAt,
      lastUpdate: heardAt,
      freshness: heardAt === null ? "never" : "stale",
      createdAt: now,
      updatedAt: now,
    },
    relays,
  });
  return device;
}

async function share(
  deps: Deps,
  tx: Tx,
  what: { device: DeviceRow; permission: "view" | "control"; with: UserRow },
): Promise<void> {
  const now = deps.clock.now();
  await putShare(tx, {
    id: newId("share", deps.random),
    deviceId: what.device.id,
    ownerId: present(what.device.ownerId, "Seeded devices are owned"),
    sharedWithId: what.with.id,
    permission: what.permission,
    sharedAt: now,
    updatedAt: now,
  });
}

/** Why shares ended, in their rows and the audit. */
const reason = "demo reset";

/**
 * Takes the demo's people and devices away, so that they can be made anew; who had them sees them go at once. What the fresh
 * start before took away goes for good, so that the bin does not fill: something may still be under way for the newest.
 */
export async function removeDemo(deps: Deps, providerIdOf: (serial: string) => string): Promise<void> {
  const now = deps.clock.now();
  const people = Object.values(demoPeople);
  const before = { emails: people.map(({ email }) => email), serialNumbers: seededDevices.map(({ serial }) => serial) };
  await deps.store.write(async (tx) => {
    await purgeSetAside(tx, before);
    const living: UserRow[] = [];
    for (const { email } of people) {
      const user = await findUserByEmail(tx, email);
      if (user === null) continue;
      await deps.sessions.revokeAllOf(tx, user.id);
      living.push(user);
    }
    // Users before devices; see lock.ts.
    for (const { id: userId } of living) {
      const visible = await visibleDevices(tx, { userId, now });
      const seen = visible.map(({ device }) => device.id);
      for (const device of await lockDevices(tx, seen)) if (device.ownerId === userId) await removeDemoDevice(deps, tx, device);
      await endSharesIn(deps, tx, { which: { userId }, reason, by: null });
      await deleteAlerts(tx, { userId }, now);
      await updateUser(tx, { id: userId }, { deletedAt: now });
    }
    for (const { serial } of seededDevices) {
      for (const device of await devicesLike(tx, { serial, providerId: providerIdOf(serial) }))
        await removeDemoDevice(deps, tx, device);
    }
  });
}

async function removeDemoDevice(deps: Deps, tx: Tx, device: DeviceRow): Promise<void> {
  const at = deps.clock.now();
  const viewers = await listAccess(tx, { deviceIds: [device.id], now: at });
  await endShares(tx, { deviceId: device.id }, { at, reason });
  await updateDevice(tx, { id: device.id }, { ownerId: null, deletedAt: at });
  const body = { kind: "access", access: "none", expiresAt: null, device: null } as const;
  await tx.live(viewers.map(({ userId }) => toLiveEvent({ deviceId: device.id, userId, body })));
}
