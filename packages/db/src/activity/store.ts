/** The activity log. Clearing empties one viewer's view (`after`), never the rows. [D45, D46] */
import type { Permission } from "@relaydeck/contract/devices";
import { and, desc, eq, gt, gte, inArray, isNull, lt, ne, or, type SQL } from "drizzle-orm";
import { findUsersByIds, type UserRow } from "../accounts/store.ts";
import { visibleDevices } from "../devices/access.ts";
import { inChunks } from "../dialect/chunks.ts";
import { once, rowByName, wholeRow } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type ActivityRow = Schema["activityLogs"]["$inferSelect"];
export type NewActivity = Schema["activityLogs"]["$inferInsert"];

const oneEntry = once(({ db, t }: Tx) => db.insert(t.activityLogs).values(rowByName(t.activityLogs)).prepare("activity_insert"));

export async function insertActivity(tx: Tx, entries: NewActivity | NewActivity[]): Promise<void> {
  const { activityLogs } = tx.t;
  if (Array.isArray(entries)) {
    if (entries.length > 0) await tx.db.insert(activityLogs).values(entries);
  } else if (entries.event) await oneEntry(tx).execute(wholeRow(activityLogs, entries));
  else await tx.db.insert(activityLogs).values(entries);
}

/** An entry with the names that stand beside it. */
export interface ShownActivity {
  readonly entry: ActivityRow;
  /** Null where there is none, or where the viewer may not see the device (any more). */
  readonly deviceName: string | null;
  readonly actor: Pick<UserRow, "id" | "firstName" | "lastName"> | null;
  /** By which right the viewer sees it; `own` = their own action. Who may read others' names is the policy's to say. */
  readonly via: Permission | "own";
}

export interface ActivityPage {
  readonly limit: number;
  /** Only what is older than this entry. */
  readonly before?: string | undefined;
  /** Only what is newer than this instant. */
  readonly after?: number | null;
}

/** Whose log; with `deviceIds` only what is about these devices. */
export interface ActivityViewer {
  readonly userId: string;
  readonly now: number;
  readonly deviceIds?: readonly string[] | null;
}

/**
 * The viewer's own actions and what happened on visible devices since they may see them, newest first. What a report proved of an
 * action happened on its device. [D46, AD-7]
 */
export async function activityFor(
  from: Reader,
  { userId, now, deviceIds = null }: ActivityViewer,
  page: ActivityPage,
): Promise<ShownActivity[]> {
  const { t } = from;
  const visible = (await visibleDevices(from, { userId, now })).filter(({ device }) => deviceIds?.includes(device.id) ?? true);
  const isAbout = deviceIds === null ? undefined : inArray(t.activityLogs.deviceId, [...deviceIds]);
  const inPage = await bounds(from, page);
  // One short look per source, each along its own index; one look over all would read the whole log for a quiet viewer.
  const { commandState } = t.activityLogs;
  const isTheirs = and(eq(t.activityLogs.userId, userId), or(isNull(commandState), ne(commandState, "confirmed")));
  const own = entriesWhere(from, and(isTheirs, isAbout, inPage), page.limit);
  const ofDevices = visible.map(({ device, since }) =>
    entriesWhere(from, and(eq(t.activityLogs.deviceId, device.id), gte(t.activityLogs.timestamp, since), inPage), page.limit),
  );
  const found = new Map((await Promise.all([own, ...ofDevices])).flat().map((entry) => [entry.id, entry]));
  const newest = [...found.values()].toSorted(newestFirst).slice(0, page.limit);
  const devices = new Map(visible.map((one) => [one.device.id, one]));
  const actors = await actorsOf(from, newest);
  return newest.map((entry) => {
    const seen = devices.get(entry.deviceId ?? "");
    const actor = actors.get(entry.userId ?? "") ?? null;
    const via = entry.userId === userId ? "own" : (seen?.permission ?? "view");
    return { entry, actor, via, deviceName: seen?.device.name ?? null };
  });
}

async function actorsOf(from: Reader, entries: readonly ActivityRow[]): Promise<Map<string, UserRow>> {
  const ids = entries.flatMap((entry) => (entry.userId === null ? [] : [entry.userId]));
  return new Map((await findUsersByIds(from, ids)).map((user) => [user.id, user]));
}

/** Entries with everybody's names, for who may read all of them. */
export async function namedEntries(from: Reader, entries: readonly ActivityRow[]): Promise<ShownActivity[]> {
  const actors = await actorsOf(from, entries);
  const names = await deviceNames(from, entries);
  return entries.map((entry) => ({
    entry,
    actor: actors.get(entry.userId ?? "") ?? null,
    deviceName: names.get(entry.deviceId ?? "") ?? null,
    via: "owner",
  }));
}

/** Removes old entries, at most `limit` per call; returns how many. */
export async function pruneActivity({ db, t }: Tx, { before, limit }: { before: number; limit: number }): Promise<number> {
  const old = await db
    .select({ id: t.activityLogs.id })
    .from(t.activityLogs)
    .where(lt(t.activityLogs.timestamp, before))
    .orderBy(t.activityLogs.timestamp)
    .limit(limit);
  const ids = old.map((row) => row.id);
  if (ids.length > 0) await db.delete(t.activityLogs).where(inArray(t.activityLogs.id, ids));
  return ids.length;
}

function entriesWhere({ db, t }: Reader, isIt: SQL | undefined, limit: number): Promise<ActivityRow[]> {
  return db
    .select()
    .from(t.activityLogs)
    .where(isIt)
    .orderBy(desc(t.activityLogs.timestamp), desc(t.activityLogs.id))
    .limit(limit);
}

async function bounds({ db, t }: Reader, page: ActivityPage): Promise<SQL | undefined> {
  const { timestamp, id } = t.activityLogs;
  const isAfter = page.after === undefined || page.after === null ? undefined : gt(timestamp, page.after);
  if (page.before === undefined) return isAfter;
  const [mark] = await db.select().from(t.activityLogs).where(eq(id, page.before));
  // An entry that is not there any more bounds nothing: it was pruned, and so was all before it.
  if (mark === undefined) return lt(timestamp, 0);
  return and(isAfter, or(lt(timestamp, mark.timestamp), and(eq(timestamp, mark.timestamp), lt(id, mark.id))));
}

function newestFirst(a: ActivityRow, b: ActivityRow): number {
  if (a.timestamp !== b.timestamp) return b.timestamp - a.timestamp;
  return a.id < b.id ? 1 : -1;
}

/** Names of the devices, deleted ones included. */
async function deviceNames({ db, t }: Reader, entries: readonly ActivityRow[]): Promise<Map<string, string>> {
  const ids = entries.flatMap((entry) => (entry.deviceId === null ? [] : [entry.deviceId]));
  const rows = await inChunks(ids, (chunk) =>
    db.select({ id: t.devices.id, name: t.devices.name }).from(t.devices).where(inArray(t.devices.id, chunk)),
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
