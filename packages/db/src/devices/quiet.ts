import { and, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import { once } from "../dialect/once.ts";
import type { Reader, Tx } from "../store.ts";
import type { DeviceRow } from "./store.ts";

const goneQuiet = once(({ db, t }: Reader) => {
  const { devices } = t;
  const heardBefore = sql.placeholder("heardBefore");
  const isQuiet = or(
    and(eq(devices.freshness, "fresh"), lt(devices.lastHeardAt, heardBefore)),
    and(eq(devices.freshness, "stale"), gte(devices.lastHeardAt, heardBefore)),
    eq(devices.status, "connecting"),
  );
  return db
    .select()
    .from(devices)
    .where(and(eq(devices.profileId, sql.placeholder("profileId")), isNull(devices.deletedAt), isQuiet))
    .limit(sql.placeholder("limit"))
    .prepare("devices_gone_quiet");
});

/**
 * Devices of a profile that time alone may have moved on: fresh but not heard since then, stale though heard since then
 * (the clock was set back), or connecting. [C4, D32, TI-1]
 */
export function devicesGoneQuiet(
  from: Reader,
  of: { profileId: string; heardBefore: number; limit: number },
): Promise<DeviceRow[]> {
  return goneQuiet(from).execute(of);
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
