/**
 * Who has which right to which device at a moment: the owner, and everybody with an active share that has not ended.
 *
 * Facts for the policy, not the policy itself. Ends by time are compared at each use, with the `now` given. [AZ-5, C6]
 */
import type { Permission } from "@relaydeck/contract/devices";
import { byName } from "@relaydeck/contract/apply-event";
import { and, eq, gt, inArray, isNotNull, isNull, or, sql, type Placeholder } from "drizzle-orm";
import { inChunks } from "../dialect/chunks.ts";
import { once } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { ShareRow } from "../shares/store.ts";
import type { Reader } from "../store.ts";
import type { DeviceRow } from "./store.ts";

/** One device as one person may see it. */
export interface VisibleDevice {
  readonly device: DeviceRow;
  readonly permission: Permission;
  /** What is older than this is not theirs to see: start of ownership or of the share. [AD-7, D46] */
  readonly since: number;
  readonly share: ShareRow | null;
}

const ownedBy = once(({ db, t }: Reader) =>
  db
    .select()
    .from(t.devices)
    .where(and(eq(t.devices.ownerId, sql.placeholder("userId")), isNull(t.devices.deletedAt)))
    .prepare("devices_owned"),
);

const sharedWith = once(({ db, t }: Reader) =>
  db
    .select({ device: t.devices, share: t.deviceShares })
    .from(t.deviceShares)
    .innerJoin(t.devices, eq(t.devices.id, t.deviceShares.deviceId))
    .where(and(eq(t.deviceShares.sharedWithId, sql.placeholder("userId")), isGranted(t, sql.placeholder("now"))))
    .prepare("devices_shared"),
);

/** All devices that the user may see now, by name. */
export async function visibleDevices(from: Reader, who: { userId: string; now: number }): Promise<VisibleDevice[]> {
  const owned = await ownedBy(from).execute({ userId: who.userId });
  const shared = await sharedWith(from).execute(who);
  return [...owned.map(asOwner), ...shared.map(asSharee)].toSorted((a, b) => byName(a.device, b.device));
}

const accessOfOne = once(({ db, t }: Reader) => {
  // The second in the words of the index, or a database does not find it there and goes through all that they were ever given.
  const isToThem = and(eq(t.deviceShares.sharedWithId, sql.placeholder("userId")), sql`${t.deviceShares.isActive}`);
  return db
    .select({ device: t.devices, share: t.deviceShares })
    .from(t.devices)
    .leftJoin(t.deviceShares, and(eq(t.deviceShares.deviceId, t.devices.id), isToThem, isGranted(t, sql.placeholder("now"))))
    .where(and(eq(t.devices.id, sql.placeholder("deviceId")), isNull(t.devices.deletedAt)))
    .prepare("access_to_device");
});

/** This device as the user may see it now; null: not at all. */
export async function accessTo(
  from: Reader,
  who: { deviceId: string; userId: string; now: number },
): Promise<VisibleDevice | null> {
  const [row] = await accessOfOne(from).execute(who);
  if (row === undefined) return null;
  if (row.device.ownerId === who.userId) return asOwner(row.device);
  return row.share === null ? null : asSharee({ device: row.device, share: row.share });
}

/** One right of one person to one device. */
export interface AccessRow {
  readonly deviceId: string;
  readonly userId: string;
  readonly permission: Permission;
  readonly since: number;
  /** When it ends by itself; null: not. */
  readonly expiresAt: number | null;
}

/** Every right to these devices (all devices when not given) that has not ended; for an index of viewers. */
export async function listAccess(from: Reader, which: { deviceIds?: readonly string[]; now: number }): Promise<AccessRow[]> {
  if (which.deviceIds === undefined) return accessRows(from, { now: which.now });
  return inChunks(which.deviceIds, (chunk) => accessRows(from, { deviceIds: chunk, now: which.now }));
}

async function accessRows({ db, t }: Reader, which: { deviceIds?: string[]; now: number }): Promise<AccessRow[]> {
  const isOneOf = which.deviceIds === undefined ? undefined : inArray(t.devices.id, which.deviceIds);
  const owners = await db
    .select()
    .from(t.devices)
    .where(and(isNotNull(t.devices.ownerId), isNull(t.devices.deletedAt), isOneOf));
  const shares = await db
    .select({ share: t.deviceShares })
    .from(t.deviceShares)
    .innerJoin(t.devices, eq(t.devices.id, t.deviceShares.deviceId))
    .where(and(isGranted(t, which.now), isOneOf));
  return [
    ...owners.flatMap((device) =>
      device.ownerId === null
        ? []
        : [
            {
              deviceId: device.id,
              userId: device.ownerId,
              permission: "owner" as const,
              since: ownedSince(device),
              expiresAt: null,
            },
          ],
    ),
    ...shares.map(({ share }) => ({
      deviceId: share.deviceId,
      userId: share.sharedWithId,
      permission: share.permission,
      since: share.sharedAt,
      expiresAt: share.expiresAt,
    })),
  ];
}

/** An active share that has not ended, given by who still owns a device that is still there. */
function isGranted({ devices, deviceShares }: Schema, now: number | Placeholder) {
  return and(
    eq(deviceShares.isActive, true),
    or(isNull(deviceShares.expiresAt), gt(deviceShares.expiresAt, now)),
    eq(deviceShares.ownerId, devices.ownerId),
    isNull(devices.deletedAt),
  );
}

function asOwner(device: DeviceRow): VisibleDevice {
  return { device, permission: "owner", since: ownedSince(device), share: null };
}

function asSharee({ device, share }: { device: DeviceRow; share: ShareRow }): VisibleDevice {
  return { device, permission: share.permission, since: share.sharedAt, share };
}

function ownedSince(device: DeviceRow): number {
  return device.ownedSince ?? device.createdAt;
}
