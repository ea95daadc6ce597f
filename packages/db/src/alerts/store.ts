/** Alerts that people set on devices. Whether one fires is decided in core; here are its settings and its memory. [D48] */
import { present } from "@relaydeck/kit/assert";
import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lte, sql, type SQL } from "drizzle-orm";
import { chunksOf, inChunks, isEmpty } from "../dialect/chunks.ts";
import { once } from "../dialect/once.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type AlertRow = Schema["emailAlerts"]["$inferSelect"];
export type NewAlert = Schema["emailAlerts"]["$inferInsert"];
export type AlertPatch = Partial<Omit<NewAlert, "id" | "userId" | "deviceId" | "alertType" | "createdAt">>;

/** Breaks unique `email_alerts (user_id, device_id, alert_type)` when the person has a living one of the kind. */
export async function insertAlert({ db, t }: Tx, alert: NewAlert): Promise<AlertRow> {
  const [row] = await db.insert(t.emailAlerts).values(alert).returning();
  return present(row, "An insert returns its row");
}

export async function findAlert({ db, t }: Reader, id: string): Promise<AlertRow | null> {
  const [row] = await db
    .select()
    .from(t.emailAlerts)
    .where(and(eq(t.emailAlerts.id, id), isNull(t.emailAlerts.deletedAt)));
  return row ?? null;
}

/** Also when it is deleted; for undo. */
export async function findAlertEvenDeleted({ db, t }: Reader, id: string): Promise<AlertRow | null> {
  const [row] = await db.select().from(t.emailAlerts).where(eq(t.emailAlerts.id, id));
  return row ?? null;
}

/** A person's alerts, on one device or on all, oldest first. */
export function listAlerts({ db, t }: Reader, of: { userId: string; deviceId?: string }): Promise<AlertRow[]> {
  const { userId, deviceId, deletedAt, createdAt, id } = t.emailAlerts;
  const isOfDevice = of.deviceId === undefined ? undefined : eq(deviceId, of.deviceId);
  return db
    .select()
    .from(t.emailAlerts)
    .where(and(eq(userId, of.userId), isOfDevice, isNull(deletedAt)))
    .orderBy(asc(createdAt), asc(id));
}

/** Every enabled alert on these devices. */
export function enabledAlertsOn({ db, t }: Reader, deviceIds: readonly string[]): Promise<AlertRow[]> {
  const { deviceId, enabled, deletedAt } = t.emailAlerts;
  return inChunks(deviceIds, (chunk) =>
    db
      .select()
      .from(t.emailAlerts)
      .where(and(inArray(deviceId, chunk), eq(enabled, true), isNull(deletedAt))),
  );
}

/** Enabled alerts with a condition that still has to last, the oldest first; of devices in the bin none. */
export function pendingAlerts(from: Reader, of: { limit: number }): Promise<AlertRow[]> {
  return pending(from).execute(of);
}

const pending = once(({ db, t }: Reader) => {
  const { pendingSince, id } = t.emailAlerts;
  return db
    .select(getTableColumns(t.emailAlerts))
    .from(t.emailAlerts)
    .innerJoin(t.devices, eq(t.devices.id, t.emailAlerts.deviceId))
    .where(and(isNotNull(pendingSince), isHeard(t)))
    .orderBy(asc(pendingSince), asc(id))
    .limit(sql.placeholder("limit"))
    .prepare("pending_alerts");
});

/** Enabled alerts that hold something back and may be asked again, the longest held first; of devices in the bin none. [OB-2] */
export function heldAlerts(from: Reader, of: { now: number; limit: number }): Promise<AlertRow[]> {
  return held(from).execute(of);
}

const held = once(({ db, t }: Reader) => {
  const { heldUntil, id } = t.emailAlerts;
  return db
    .select(getTableColumns(t.emailAlerts))
    .from(t.emailAlerts)
    .innerJoin(t.devices, eq(t.devices.id, t.emailAlerts.deviceId))
    .where(and(lte(heldUntil, sql.placeholder("now")), isHeard(t)))
    .orderBy(asc(heldUntil), asc(id))
    .limit(sql.placeholder("limit"))
    .prepare("held_alerts");
});

function isHeard({ emailAlerts: { enabled, deletedAt }, devices }: Schema): SQL | undefined {
  return and(eq(enabled, true), isNull(deletedAt), isNull(devices.deletedAt));
}

/** Null: no such row. */
export async function updateAlert({ db, t }: Tx, id: string, patch: AlertPatch): Promise<AlertRow | null> {
  const isIt = eq(t.emailAlerts.id, id);
  if (isEmpty(patch)) return (await db.select().from(t.emailAlerts).where(isIt))[0] ?? null;
  const [row] = await db.update(t.emailAlerts).set(patch).where(isIt).returning();
  return row ?? null;
}

/** What an alert remembers of its device, gone: it begins anew when it is switched on again. */
export const forgotten = { armed: true, pendingSince: null, held: null, heldUntil: null } as const;

/** Alerts to change together: all of a person, all on a device, or a person's on a device. */
export type AlertsOf = { readonly userId: string; readonly deviceId?: string } | { readonly deviceId: string };

/** Marks living alerts as deleted; returns those it marked. */
export function deleteAlerts({ db, t }: Tx, which: AlertsOf, at: number): Promise<AlertRow[]> {
  const isLiving = and(isOneOf(t, which), isNull(t.emailAlerts.deletedAt));
  return db
    .update(t.emailAlerts)
    .set({ deletedAt: at, updatedAt: at, ...forgotten })
    .where(isLiving)
    .returning();
}

/** Switches enabled alerts off for good, as when their person lost access; returns those it switched. [D48] */
export function disableAlerts(tx: Tx, which: AlertsOf, at: number): Promise<AlertRow[]> {
  return switchOff(tx, which, { enabled: false, updatedAt: at, ...forgotten });
}

/** The same where it can be undone: they keep what they remember. */
export function suspendAlerts(tx: Tx, which: AlertsOf, at: number): Promise<AlertRow[]> {
  return switchOff(tx, which, { enabled: false, updatedAt: at });
}

function switchOff({ db, t }: Tx, which: AlertsOf, patch: AlertPatch): Promise<AlertRow[]> {
  const isEnabled = and(isOneOf(t, which), eq(t.emailAlerts.enabled, true), isNull(t.emailAlerts.deletedAt));
  return db.update(t.emailAlerts).set(patch).where(isEnabled).returning();
}

/** Switches on again what `suspendAlerts` switched off at that moment (epoch ms), and nothing that anybody touched since; returns those. */
export function enableAlertsAgain(
  { db, t }: Tx,
  { offSince, at, ...which }: { userId: string; deviceId: string; offSince: number; at: number },
): Promise<AlertRow[]> {
  const { enabled, updatedAt, deletedAt } = t.emailAlerts;
  const wentOff = and(isOneOf(t, which), eq(enabled, false), eq(updatedAt, offSince), isNull(deletedAt));
  return db.update(t.emailAlerts).set({ enabled: true, updatedAt: at }).where(wentOff).returning();
}

/** Nothing has to last on this device any more; the ids of the alerts of which something had to, those that are deleted or off too. */
export async function stopWaiting({ db, t }: Tx, deviceId: string): Promise<readonly string[]> {
  const waits = and(eq(t.emailAlerts.deviceId, deviceId), isNotNull(t.emailAlerts.pendingSince));
  const stopped = await db.update(t.emailAlerts).set({ pendingSince: null }).where(waits).returning({ id: t.emailAlerts.id });
  return stopped.map(({ id }) => id);
}

/** What has to last begins to last at that moment (epoch ms) for these alerts, but where it has begun or was told since. */
export async function waitAgain({ db, t }: Tx, { ids, at }: { ids: readonly string[]; at: number }): Promise<void> {
  const { id, armed, pendingSince } = t.emailAlerts;
  const isFree = and(eq(armed, true), isNull(pendingSince));
  for (const chunk of chunksOf(ids, 500))
    await db
      .update(t.emailAlerts)
      .set({ pendingSince: at })
      .where(and(inArray(id, chunk), isFree));
}

/**
 * A person's alerts go to another address from now on, those that are deleted or off too, when they are brought back. [AC-9, ML-9]
 * Of these `updatedAt` stays: by it an undo finds what was switched off with a share.
 */
export async function moveAlerts({ db, t }: Tx, to: { userId: string; emailAddress: string; at: number }): Promise<void> {
  const { userId, enabled, deletedAt } = t.emailAlerts;
  const isTheirs = eq(userId, to.userId);
  await db.update(t.emailAlerts).set({ emailAddress: to.emailAddress }).where(isTheirs);
  const isOn = and(isTheirs, eq(enabled, true), isNull(deletedAt));
  await db.update(t.emailAlerts).set({ updatedAt: to.at }).where(isOn);
}

function isOneOf({ emailAlerts: alerts }: Schema, which: AlertsOf): SQL | undefined {
  if (!("userId" in which)) return eq(alerts.deviceId, which.deviceId);
  return and(eq(alerts.userId, which.userId), which.deviceId === undefined ? undefined : eq(alerts.deviceId, which.deviceId));
}
