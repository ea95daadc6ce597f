import { and, eq, gte, isNull, lt, or } from "drizzle-orm";
import type { Reader } from "../store.ts";
import type { DeviceRow } from "./store.ts";

/**
 * Devices of a profile that time alone may have moved on: fresh but not heard since then, stale though heard since then
 * (the clock was set back), or connecting. [C4, D32, TI-1]
 */
export function devicesGoneQuiet(
  { db, t }: Reader,
  of: { profileId: string; heardBefore: number; limit: number },
): Promise<DeviceRow[]> {
  const { devices } = t;
  const isQuiet = or(
    and(eq(devices.freshness, "fresh"), lt(devices.lastHeardAt, of.heardBefore)),
    and(eq(devices.freshness, "stale"), gte(devices.lastHeardAt, of.heardBefore)),
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
