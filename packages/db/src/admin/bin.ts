/** Emptying the bin: rows that were marked as deleted long enough ago are removed with all that hangs on them. [DA-2, D23] */
import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import { forgetActivityOfDevices, forgetActivityOfUsers, forgetSomeActivityOf } from "../activity/forget.ts";
import { forgetAddressesOf } from "../analytics/user-sessions.ts";
import { forgetAuditAddressesOf } from "../audit/addresses.ts";
import type { Look, Looked } from "../looks.ts";
import type { Tx } from "../store.ts";

/** Removes users deleted before that, with what the log and alerts told of them; commands and audit keep only their id. Returns the ids. */
export async function purgeUsers(tx: Tx, old: { before: number; limit: number }): Promise<string[]> {
  const { db, t } = tx;
  const rows = await db.select({ id: t.users.id }).from(t.users).where(lt(t.users.deletedAt, old.before)).limit(old.limit);
  return removeUsers(tx, rows);
}

async function removeUsers(tx: Tx, rows: readonly { readonly id: string }[]): Promise<string[]> {
  const { db, t } = tx;
  const ids = rows.map((row) => row.id);
  await forgetActivityOfUsers(tx, ids);
  // Who deleted the account themselves has no address left here; whom an administrator deleted has, as long as undo may come.
  for (const id of ids) {
    await forgetAddressesOf(tx, id);
    await forgetAuditAddressesOf(tx, id);
  }
  if (ids.length > 0) await db.delete(t.users).where(inArray(t.users.id, ids));
  return ids;
}

/**
 * Removes devices deleted before that, with their relays, shares, alerts, samples and what the log and alerts told of them. One has
 * millions of samples, moves and entries after a year, so a call removes at most `limit` rows of these; when none is left, the device
 * goes itself. `gone` are devices.
 */
export async function purgeDevices(tx: Tx, look: Look): Promise<Looked> {
  const { id, deletedAt } = tx.t.devices;
  const rows = await tx.db
    .select({ id, deletedAt })
    .from(tx.t.devices)
    .where(and(gte(deletedAt, look.from), lt(deletedAt, look.before)))
    .orderBy(asc(deletedAt))
    .limit(devicesPerLook + 1);
  let [gone, left] = [0, look.limit];
  for (const device of rows) {
    if (gone === devicesPerLook) return { gone, next: device.deletedAt };
    left -= await removeReports(tx, device.id, left);
    if (left === 0) return { gone, next: device.deletedAt };
    await removeDevices(tx, [device]);
    gone += 1;
  }
  return { gone, next: null };
}

/** Each with its relays, shares, alerts and entries: some milliseconds of work. */
const devicesPerLook = 50;

/** Samples, moves, comings and goings, and entries of the log of one device, at most `limit` in all; returns how many went. */
async function removeReports(tx: Tx, deviceId: string, limit: number): Promise<number> {
  const { db, t } = tx;
  const { deviceMetrics, devicePresence, relayChanges } = t;
  let left = limit;
  for (const [table, at] of [
    [deviceMetrics, deviceMetrics.timestamp],
    [devicePresence, devicePresence.at],
  ] as const) {
    if (left === 0) return limit;
    const isIts = eq(table.deviceId, deviceId);
    const found = await db.select({ at }).from(table).where(isIts).orderBy(asc(at)).limit(left);
    const last = found.at(-1);
    if (last !== undefined) await db.delete(table).where(and(isIts, lte(at, last.at)));
    left -= found.length;
  }
  left -= await forgetSomeActivityOf(tx, { deviceId, limit: left });
  if (left === 0) return limit;
  const { relayNumber, at } = relayChanges;
  const isIts = eq(relayChanges.deviceId, deviceId);
  const moves = await db
    .select({ relayNumber, at })
    .from(relayChanges)
    .where(isIts)
    .orderBy(asc(relayNumber), asc(at))
    .limit(left);
  const last = moves.at(-1);
  // In the order of their key, so that what stays is not read.
  const isFound = last && sql`(${relayNumber}, ${at}) <= (${last.relayNumber}, ${last.at})`;
  if (isFound !== undefined) await db.delete(relayChanges).where(and(isIts, isFound));
  return limit - left + moves.length;
}

async function removeDevices(tx: Tx, rows: readonly { readonly id: string }[]): Promise<void> {
  const { db, t } = tx;
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return;
  await forgetActivityOfDevices(tx, ids);
  await db.delete(t.deviceMetrics).where(inArray(t.deviceMetrics.deviceId, ids));
  await db.delete(t.devices).where(inArray(t.devices.id, ids));
}

/** Removes what neither people nor administrators deleted, however lately: users of these addresses, devices of these serial numbers. */
export async function purgeSetAside(tx: Tx, of: { emails: readonly string[]; serialNumbers: readonly string[] }): Promise<void> {
  const { users, devices } = tx.t;
  const isUser = and(inArray(users.email, of.emails), isNotNull(users.deletedAt), isNull(users.deletedBy));
  await removeUsers(tx, await tx.db.select({ id: users.id }).from(users).where(isUser));
  const isDevice = and(inArray(devices.serialNumber, of.serialNumbers), isNotNull(devices.deletedAt), isNull(devices.deletedBy));
  await removeDevices(tx, await tx.db.select({ id: devices.id }).from(devices).where(isDevice));
}

/** Removes layouts and alerts deleted before that; returns how many. */
export async function purgeSettings({ db, t }: Tx, before: number): Promise<number> {
  const layouts = await db
    .delete(t.dashboardLayouts)
    .where(lt(t.dashboardLayouts.deletedAt, before))
    .returning({ id: t.dashboardLayouts.id });
  const alerts = await db.delete(t.emailAlerts).where(lt(t.emailAlerts.deletedAt, before)).returning({ id: t.emailAlerts.id });
  return layouts.length + alerts.length;
}

/** Removes ended commands requested before that, with their idempotency keys; returns how many. [DA-4] */
export async function purgeCommands({ db, t }: Tx, old: { before: number; limit: number }): Promise<number> {
  const { id, requestedAt, state } = t.relayCommands;
  const isOld = and(
    lt(requestedAt, old.before),
    inArray(state, ["acknowledged", "confirmed", "failed", "expired", "cancelled", "unconfirmed"]),
  );
  const rows = await db.select({ id }).from(t.relayCommands).where(isOld).limit(old.limit);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await db.delete(t.relayCommands).where(inArray(id, ids));
  return ids.length;
}
