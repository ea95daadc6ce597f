/** When devices came and went. [C3] */
import type { PresenceChange } from "@relaydeck/core/analytics/uptime";
import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, lte, notExists, notInArray, sql } from "drizzle-orm";
import { chunksOf, inChunks } from "../dialect/chunks.ts";
import type { Look, Looked } from "../looks.ts";
import type { Reader, Tx } from "../store.ts";

export type PresenceRow = PresenceChange & { readonly deviceId: string };

/** Of two changes in one millisecond the later stands. */
export async function insertPresence({ db, t }: Tx, changes: readonly PresenceRow[]): Promise<void> {
  for (const change of changes) {
    await db
      .insert(t.devicePresence)
      .values(change)
      .onConflictDoUpdate({ target: [t.devicePresence.deviceId, t.devicePresence.at], set: { online: change.online } });
  }
}

/**
 * Changes as words tell them. Words come late: one never stands before what is kept of its device already, which would go on
 * after it as if nothing had changed.
 */
export async function insertToldPresence(tx: Tx, changes: readonly PresenceRow[]): Promise<void> {
  const lasts = await lastsOf(
    tx,
    changes.map(({ deviceId }) => deviceId),
  );
  const lastAt = new Map(lasts.map((last) => [last.deviceId, last.at ?? 0]));
  for (const change of changes) {
    const at = Math.max(change.at, lastAt.get(change.deviceId) ?? 0);
    lastAt.set(change.deviceId, at);
    await insertPresence(tx, [{ ...change, at }]);
  }
}

/** When each of these devices came or went last, asked of all at once: a commit holds them while it waits for the answer. */
function lastsOf({ db, t }: Reader, deviceIds: readonly string[]) {
  const { devices, devicePresence } = t;
  const at = sql<number | null>`(select max(p.at) from ${devicePresence} p where p.device_id = ${devices.id})`.mapWith(
    devicePresence.at,
  );
  return inChunks(deviceIds, (chunk) => db.select({ deviceId: devices.id, at }).from(devices).where(inArray(devices.id, chunk)));
}

/** What was known of the device until `from` is known again from `to` on, and nothing in between: it was in the bin. */
export async function insertUnheard(
  tx: Tx,
  { deviceId, online, from, to }: { deviceId: string; online: boolean; from: number; to: number },
): Promise<void> {
  await insertToldPresence(tx, [
    { deviceId, at: from, online, was: online },
    { deviceId, at: to, online, was: null },
  ]);
}

/** The state that these devices are in, as their last changes tell it; for those whose changes were invented. */
export async function setPresence({ db, t }: Tx, deviceIds: readonly string[], online: boolean): Promise<void> {
  const set = { cloudOnline: online, isConnected: online, status: online ? ("online" as const) : ("offline" as const) };
  for (const chunk of chunksOf(deviceIds, 500)) await db.update(t.devices).set(set).where(inArray(t.devices.id, chunk));
}

/**
 * Changes of these devices from an instant on, oldest first. There is no end: what a device was before its first change is known
 * by that alone, and its row tells what it is by now. By the cloud's clock a change may be of an instant that has not come here.
 */
export function presenceSince({ db, t }: Reader, deviceIds: readonly string[], from: number): Promise<PresenceRow[]> {
  const { deviceId, at } = t.devicePresence;
  return inChunks(deviceIds, (chunk) =>
    db
      .select()
      .from(t.devicePresence)
      .where(and(inArray(deviceId, chunk), gte(at, from)))
      .orderBy(asc(deviceId), asc(at)),
  );
}

/** Every change of a living device from an instant on, oldest first of each device. */
export function movesSince({ db, t }: Reader, from: number): Promise<PresenceRow[]> {
  const { deviceId, at, online, was } = t.devicePresence;
  // The deleted are few; in a join with the living Postgres reads every device.
  const deleted = db.select({ id: t.devices.id }).from(t.devices).where(isNotNull(t.devices.deletedAt));
  return db
    .select({ deviceId, at, online, was })
    .from(t.devicePresence)
    .where(and(gte(at, from), notInArray(deviceId, deleted)))
    .orderBy(asc(at));
}

/** Living devices that are known to be online, or offline, and have not moved since then; at most `limit`, in order of their ids. */
export async function steadyDevices(
  { db, t }: Reader,
  which: { online: boolean; since: number; limit: number },
): Promise<readonly string[]> {
  const { devices, devicePresence } = t;
  const moved = db
    .select({ at: devicePresence.at })
    .from(devicePresence)
    .where(and(eq(devicePresence.deviceId, devices.id), gte(devicePresence.at, which.since)));
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(isNull(devices.deletedAt), eq(devices.cloudOnline, which.online), notExists(moved)))
    .orderBy(asc(devices.id))
    .limit(which.limit);
  return rows.map((row) => row.id);
}

/** How many of the next `limit` devices lived and were known to be online at an instant, and the last of them to go on after. */
export async function onlineAt(
  { db, t }: Reader,
  page: { at: number; afterId: string; limit: number },
): Promise<{ online: number; lastId: string | null }> {
  const { devices } = t;
  const ids = await db
    .select({ id: devices.id })
    .from(devices)
    .where(sql`${devices.id} > ${page.afterId}`)
    .orderBy(asc(devices.id))
    .limit(page.limit);
  const [first, last] = [ids.at(0), ids.at(-1)];
  if (first === undefined || last === undefined) return { online: 0, lastId: null };
  const wasOnline = sql`(select p.online from ${t.devicePresence} p where p.device_id = ${devices.id} and p.at < ${page.at} order by p.at desc limit 1)`;
  // Of the time before such a change nothing is known.
  const wasKnown = sql`coalesce((select n.was is not null from ${t.devicePresence} n where n.device_id = ${devices.id} and n.at >= ${page.at} order by n.at limit 1), true)`;
  const isThere = and(gte(devices.id, first.id), lte(devices.id, last.id), lt(devices.createdAt, page.at));
  const lived = sql`(${devices.deletedAt} is null or ${devices.deletedAt} >= ${page.at})`;
  return { online: await db.$count(devices, and(isThere, lived, wasOnline, wasKnown)), lastId: last.id };
}

/** Removes changes before that, but the last of each device, which still tells its state; look by look, as moves of relays are. [DA-4] */
export async function prunePresence({ db, t }: Tx, look: Look): Promise<Looked> {
  const { deviceId, at } = t.devicePresence;
  const isOld = and(gte(at, look.from), lt(at, look.before));
  const [last] = await db
    .select({ at })
    .from(t.devicePresence)
    .where(isOld)
    .orderBy(asc(at))
    .limit(1)
    .offset(look.limit - 1);
  const isLooked = last === undefined ? isOld : and(gte(at, look.from), lte(at, last.at));
  const later = sql`exists (select 1 from ${t.devicePresence} q where q.device_id = ${deviceId} and q.at > ${at} and q.at < ${look.before})`;
  const gone = await db.delete(t.devicePresence).where(and(isLooked, later)).returning({ at });
  return { gone: gone.length, next: last === undefined ? null : last.at + 1 };
}
