import { and, eq, gte, isNull, lt, lte, or, sql } from "drizzle-orm";
import { once } from "../dialect/once.ts";
import type { Reader, Tx } from "../store.ts";
import type { DeviceRow } from "./store.ts";

/** Each is one range of an index: in one question with "or" SQLite reads every device. */
const heardBefore = once(({ db, t }: Reader) => {
  const { profileId, freshness, lastHeardAt, deletedAt } = t.devices;
  const isOfProfile = and(eq(profileId, sql.placeholder("profileId")), isNull(deletedAt));
  return db
    .select()
    .from(t.devices)
    .where(and(isOfProfile, eq(freshness, "fresh"), lt(lastHeardAt, sql.placeholder("heardBefore"))))
    .limit(sql.placeholder("limit"))
    .prepare("devices_heard_before");
});

const heardSince = once(({ db, t }: Reader) => {
  const { profileId, freshness, lastHeardAt, cloudOnline, cloudOnlineAt, deletedAt } = t.devices;
  // One that is stale for a session of which nothing was heard stays so.
  const isOfSession = or(isNull(cloudOnlineAt), gte(lastHeardAt, cloudOnlineAt), isNull(cloudOnline), eq(cloudOnline, false));
  const isOfProfile = and(eq(profileId, sql.placeholder("profileId")), isNull(deletedAt));
  return db
    .select()
    .from(t.devices)
    .where(and(isOfProfile, eq(freshness, "stale"), gte(lastHeardAt, sql.placeholder("heardBefore")), isOfSession))
    .limit(sql.placeholder("limit"))
    .prepare("devices_heard_since");
});

/**
 * Devices of a profile whose freshness time alone has moved on: fresh but not heard since then, or stale though heard since
 * then (the clock was set back). [C4, TI-1]
 */
export async function devicesGoneQuiet(
  from: Reader,
  of: { profileId: string; heardBefore: number; limit: number },
): Promise<DeviceRow[]> {
  return [...(await heardBefore(from).execute(of)), ...(await heardSince(from).execute(of))];
}

/** The words of the index itself: by a bound value SQLite would not know that it holds them. */
const isStillConnecting = sql.raw("status = 'connecting' and deleted_at is null");

const checkOverdue = once(({ db, t }: Reader) => {
  const { connectingSince, overriddenAt } = t.devices;
  return db
    .select()
    .from(t.devices)
    .where(and(isStillConnecting, isNull(overriddenAt), lte(connectingSince, sql.placeholder("checkBefore"))))
    .limit(sql.placeholder("limit"))
    .prepare("devices_check_overdue");
});

const sessionUnheard = once(({ db, t }: Reader) => {
  const { cloudOnlineAt, updating, overriddenAt } = t.devices;
  const isWaiting = and(isStillConnecting, isNull(overriddenAt), eq(updating, false));
  return db
    .select()
    .from(t.devices)
    .where(and(isWaiting, lte(cloudOnlineAt, sql.placeholder("sessionBefore"))))
    .limit(sql.placeholder("limit"))
    .prepare("devices_session_unheard");
});

/**
 * Devices that still connect although their check, or their session of which nothing was heard, began by these moments. What
 * an administrator said of a device stays; what ends an update is an event. [D32, AD-4]
 */
export async function devicesConnectingTooLong(
  from: Reader,
  by: { checkBefore: number; sessionBefore: number; limit: number },
): Promise<DeviceRow[]> {
  return [...(await checkOverdue(from).execute(by)), ...(await sessionUnheard(from).execute(by))];
}

/** Moves such a device on unless it was heard, moved on or edited since; nobody's edit, so its version stays. Null: it was. [AD-3] */
export async function moveQuiet(
  { db, t }: Tx,
  seen: DeviceRow,
  to: Partial<Pick<DeviceRow, "status" | "isConnected" | "freshness">>,
): Promise<DeviceRow | null> {
  const { id, version, lastHeardAt, status, freshness } = t.devices;
  const isUnheard = seen.lastHeardAt === null ? isNull(lastHeardAt) : eq(lastHeardAt, seen.lastHeardAt);
  const [row] = await db
    .update(t.devices)
    .set(to)
    .where(and(eq(id, seen.id), eq(version, seen.version), eq(status, seen.status), eq(freshness, seen.freshness), isUnheard))
    .returning();
  return row ?? null;
}

/** Devices of a profile that are shown as they were heard lately and that the cloud holds for present, heard longest ago first. */
export function freshDevices({ db, t }: Reader, of: { profileId: string; limit: number }): Promise<DeviceRow[]> {
  const { profileId, freshness, cloudOnline, updating, lastHeardAt, deletedAt } = t.devices;
  const isFresh = and(eq(profileId, of.profileId), eq(freshness, "fresh"), isNull(deletedAt));
  return db
    .select()
    .from(t.devices)
    .where(and(isFresh, eq(cloudOnline, true), eq(updating, false)))
    .orderBy(lastHeardAt)
    .limit(of.limit);
}

/** Devices of which no word was ever heard though the cloud holds them for present, oldest first; one that updates is left alone. */
export function neverHeardDevices({ db, t }: Reader, limit: number): Promise<DeviceRow[]> {
  const { cloudOnline, updating, lastHeardAt, createdAt, deletedAt } = t.devices;
  const isUnheard = and(isNull(lastHeardAt), isNull(deletedAt));
  return db
    .select()
    .from(t.devices)
    .where(and(isUnheard, eq(cloudOnline, true), eq(updating, false)))
    .orderBy(createdAt)
    .limit(limit);
}
