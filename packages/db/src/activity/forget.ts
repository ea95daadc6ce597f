/**
 * The log, and what alerts told, forget people and devices that leave the bin. [DA-2]
 *
 * What somebody did with the device of another stays told there, by nobody: its words hold none of their names.
 * A device that somebody gave up goes on under the next owner; of its entries those of that ownership go, the deeds of
 * others among them, because their words hold the names; so do the notices that others got of it. When it was given up
 * stands in the audit.
 */
import { and, desc, eq, gt, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { forgetNotices } from "../alerts/history.ts";
import { chunksOf } from "../dialect/chunks.ts";
import type { Tx } from "../store.ts";

const idsPerStatement = 500;
/** As api's release-device.ts and ownership.ts call the end of an ownership in the audit. */
const ends = ["device.released", "device.transferred"];

export async function forgetActivityOfUsers(tx: Tx, userIds: readonly string[]): Promise<void> {
  const { activityLogs, auditLog } = tx.t;
  for (const ids of chunksOf(userIds, idsPerStatement)) {
    // Whoever ended it, the owner or an administrator, the row says whose it was.
    const wasTheirs = inArray(sql`${auditLog.before} ->> 'ownerId'`, ids);
    const ownerships = await tx.db
      .select({ deviceId: auditLog.subjectId, at: auditLog.at, number: auditLog.number })
      .from(auditLog)
      .where(and(inArray(auditLog.action, ends), wasTheirs));
    for (const { deviceId, at, number } of ownerships) if (deviceId !== null) await forgetOwnership(tx, { deviceId, at, number });
    const isTheirs = inArray(activityLogs.userId, ids);
    await tx.db.delete(activityLogs).where(and(isTheirs, isNull(activityLogs.deviceId)));
    await forgetNotices(tx, { userIds: ids });
    await tx.db.update(activityLogs).set({ userId: null }).where(isTheirs);
  }
}

export async function forgetActivityOfDevices(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { activityLogs } = tx.t;
  for (const ids of chunksOf(deviceIds, idsPerStatement)) {
    await tx.db.delete(activityLogs).where(inArray(activityLogs.deviceId, ids));
    await forgetNotices(tx, { deviceIds: ids });
  }
}

/** Entries of a device, at most `limit`; returns how many went. */
export async function forgetSomeActivityOf(
  { db, t }: Tx,
  { deviceId, limit }: { readonly deviceId: string; readonly limit: number },
): Promise<number> {
  const { id, deviceId: of } = t.activityLogs;
  const found = limit === 0 ? [] : await db.select({ id }).from(t.activityLogs).where(eq(of, deviceId)).limit(limit);
  const ids = found.map((row) => row.id);
  if (ids.length > 0) await db.delete(t.activityLogs).where(inArray(id, ids));
  return ids.length;
}

/** What was told of the device between the release before, if there was one, and this one. */
async function forgetOwnership(tx: Tx, end: { deviceId: string; at: number; number: number }): Promise<void> {
  const { db, t } = tx;
  const { activityLogs, auditLog } = t;
  const isEarlier = and(eq(auditLog.subjectKind, "device"), eq(auditLog.subjectId, end.deviceId), inArray(auditLog.action, ends));
  const [before] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(isEarlier, lt(auditLog.number, end.number)))
    .orderBy(desc(auditLog.number))
    .limit(1);
  const since = before === undefined ? undefined : gt(activityLogs.timestamp, before.at);
  await db.delete(activityLogs).where(and(eq(activityLogs.deviceId, end.deviceId), lte(activityLogs.timestamp, end.at), since));
  await forgetNotices(tx, { deviceIds: [end.deviceId], since: before?.at, until: end.at });
}
