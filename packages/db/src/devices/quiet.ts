import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Reader } from "../store.ts";
import type { DeviceRow } from "./store.ts";

/** Devices of a profile that time alone may have moved on: fresh but not heard since then, or connecting. [C4, D32] */
export function devicesGoneQuiet(
  { db, t }: Reader,
  of: { profileId: string; heardBefore: number; limit: number },
): Promise<DeviceRow[]> {
  const { devices } = t;
  const isQuiet = or(
    and(eq(devices.freshness, "fresh"), lt(devices.lastHeardAt, of.heardBefore)),
    eq(devices.status, "connecting"),
  );
  return db
    .select()
    .from(devices)
    .where(and(eq(devices.profileId, of.profileId), isNull(devices.deletedAt), isQuiet))
    .limit(of.limit);
}

/** Devices of which no word was ever heard, oldest first. */
export function neverHeardDevices({ db, t }: Reader, limit: number): Promise<DeviceRow[]> {
  const { devices } = t;
  return db
    .select()
    .from(devices)
    .where(and(isNull(devices.deletedAt), isNull(devices.lastHeardAt)))
    .orderBy(devices.createdAt)
    .limit(limit);
}
