/** Devices and their relays' rows. A deleted device is found only by the function that says so. */
import { present } from "@relaydeck/kit/assert";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { RowAt } from "../dialect/row-at.ts";
import { inChunks, isEmpty } from "../dialect/chunks.ts";
import { idsOf, isListed } from "../dialect/listed.ts";
import { once, onceBy, patchKey, setByName } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";
import { insertPresence } from "../telemetry/presence.ts";

export type DeviceRow = Schema["devices"]["$inferSelect"];
export type NewDevice = Schema["devices"]["$inferInsert"];
export type DevicePatch = Partial<Omit<NewDevice, "id" | "version" | "createdAt">>;
export type RelayRow = Schema["relays"]["$inferSelect"];
export type NewRelay = Omit<Schema["relays"]["$inferInsert"], "deviceId">;
export type RelayPatch = Partial<Omit<NewRelay, "number">>;

/** A serial number as it is stored and looked up. */
export function toStoredSerial(serialNumber: string): string {
  return serialNumber.trim().toUpperCase();
}

/** Breaks unique `devices (serial_number)` or `devices (provider_id)` when a live row has it. */
export async function insertDevice(
  tx: Tx,
  { device, relays }: { device: NewDevice; relays: readonly NewRelay[] },
): Promise<{ device: DeviceRow; relays: RelayRow[] }> {
  const { db, t } = tx;
  const serialNumber = toStoredSerial(device.serialNumber);
  const [row] = await db
    .insert(t.devices)
    .values({ ...device, serialNumber })
    .returning();
  const stored = await db
    .insert(t.relays)
    .values(relays.map((relay) => ({ ...relay, deviceId: device.id })))
    .returning();
  const { id: deviceId, createdAt: at, cloudOnline: online = null } = device;
  if (online !== null) await insertPresence(tx, [{ deviceId, at, online, was: null }]);
  return { device: present(row, "An insert returns its row"), relays: stored.toSorted((a, b) => a.number - b.number) };
}

const byId = once(({ db, t }: Reader) =>
  db
    .select()
    .from(t.devices)
    .where(eq(t.devices.id, sql.placeholder("id")))
    .prepare("device_by_id"),
);

export async function findDevice(from: Reader, id: string): Promise<DeviceRow | null> {
  const row = await findDeviceEvenDeleted(from, id);
  return row?.deletedAt === null ? row : null;
}

/** Also when it is deleted; for undo and for names in old records. */
export async function findDeviceEvenDeleted(from: Reader, id: string): Promise<DeviceRow | null> {
  const [row] = await byId(from).execute({ id });
  return row ?? null;
}

export function findDevicesByIds({ db, t }: Reader, ids: readonly string[]): Promise<DeviceRow[]> {
  return inChunks(ids, (chunk) =>
    db
      .select()
      .from(t.devices)
      .where(and(inArray(t.devices.id, chunk), isNull(t.devices.deletedAt))),
  );
}

export async function findDeviceBySerial({ db, t }: Reader, serialNumber: string): Promise<DeviceRow | null> {
  const [row] = await db
    .select()
    .from(t.devices)
    .where(and(eq(t.devices.serialNumber, toStoredSerial(serialNumber)), isNull(t.devices.deletedAt)));
  return row ?? null;
}

export async function findDeviceByProviderId(from: Reader, providerId: string): Promise<DeviceRow | null> {
  return (await findDevicesByProviderIds(from, [providerId]))[0] ?? null;
}

export function findDevicesByProviderIds({ db, t }: Reader, providerIds: readonly string[]): Promise<DeviceRow[]> {
  return inChunks(providerIds, (chunk) =>
    db
      .select()
      .from(t.devices)
      .where(and(inArray(t.devices.providerId, chunk), isNull(t.devices.deletedAt))),
  );
}

/** Every living device, in order of its id, `limit` after `afterId`; for passes over all. */
export function listDevices({ db, t }: Reader, page: { afterId?: string; limit: number }): Promise<DeviceRow[]> {
  const after = page.afterId === undefined ? undefined : sql`${t.devices.id} > ${page.afterId}`;
  return db
    .select()
    .from(t.devices)
    .where(and(isNull(t.devices.deletedAt), after))
    .orderBy(t.devices.id)
    .limit(page.limit);
}

/** Writes the named fields and raises the version. Null: no such row, deleted or not, or the version has moved on. */
export async function updateDevice({ db, t }: Tx, at: RowAt, patch: DevicePatch): Promise<DeviceRow | null> {
  const isIt = and(eq(t.devices.id, at.id), at.version === undefined ? undefined : eq(t.devices.version, at.version));
  if (isEmpty(patch)) return (await db.select().from(t.devices).where(isIt))[0] ?? null;
  const serial = patch.serialNumber === undefined ? {} : { serialNumber: toStoredSerial(patch.serialNumber) };
  const [row] = await db
    .update(t.devices)
    .set({ ...patch, ...serial, version: sql`${t.devices.version} + 1` })
    .where(isIt)
    .returning();
  return row ?? null;
}

const relays = once(({ db, t }: Reader) =>
  db.select().from(t.relays).where(isListed(t.relays.deviceId)).orderBy(t.relays.deviceId, t.relays.number).prepare("relays"),
);

/** Relays of these devices, by device and number. */
export function relaysOf(from: Reader, deviceIds: readonly string[]): Promise<RelayRow[]> {
  return inChunks(deviceIds, (chunk) => relays(from).execute({ ids: idsOf(chunk) }));
}

/** Which relay. */
export interface RelayAt {
  readonly deviceId: string;
  readonly number: number;
}

const relayUpdate = onceBy(({ db, t }: Tx, key: string) =>
  db.update(t.relays).set(setByName(t.relays, key)).where(isRelay(t)).returning().prepare(`relay_update_${key}`),
);

/** Null: no such relay. */
export async function updateRelay(tx: Tx, at: RelayAt, patch: RelayPatch): Promise<RelayRow | null> {
  if (isEmpty(patch)) return lockRelay(tx, at);
  const [row] = await relayUpdate(tx, patchKey(patch)).execute({ ...patch, ...relayNames(at) });
  return row ?? null;
}

const relayLock = once(({ db, t }: Tx) =>
  db
    .update(t.relays)
    .set({ lastCommandId: sql`${t.relays.lastCommandId}` })
    .where(isRelay(t))
    .returning()
    .prepare("relay_lock"),
);

/** Keeps every other transaction away from this relay until this one ends, and returns its row as it is now. */
export async function lockRelay(tx: Tx, at: RelayAt): Promise<RelayRow | null> {
  const [row] = await relayLock(tx).execute(relayNames(at));
  return row ?? null;
}

function isRelay({ relays }: Schema) {
  return and(eq(relays.deviceId, sql.placeholder("atDevice")), eq(relays.number, sql.placeholder("atNumber")));
}

function relayNames(at: RelayAt) {
  return { atDevice: at.deviceId, atNumber: at.number };
}
