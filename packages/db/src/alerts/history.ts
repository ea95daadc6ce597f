/** What alerts did: the mails they caused, and the notices people read and acknowledge. */
import { and, desc, eq, gte, inArray, or, type SQL } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type AlertMailRow = Schema["emailAlertHistory"]["$inferSelect"];
export type NewAlertMail = Schema["emailAlertHistory"]["$inferInsert"];
export type NoticeRow = Schema["alertHistory"]["$inferSelect"];
export type NewNotice = Schema["alertHistory"]["$inferInsert"];
export type NoticePatch = Partial<
  Pick<NoticeRow, "acknowledged" | "acknowledgedAt" | "acknowledgedBy" | "resolved" | "resolvedAt" | "metadata">
>;

export async function recordAlertMail({ db, t }: Tx, row: NewAlertMail): Promise<void> {
  await db.insert(t.emailAlertHistory).values(row);
}

/** Notes what became of the mail. */
export async function markAlertMail(
  { db, t }: Tx,
  mailId: string,
  outcome: { emailSent: boolean; emailError: string | null },
): Promise<void> {
  await db.update(t.emailAlertHistory).set(outcome).where(eq(t.emailAlertHistory.mailId, mailId));
}

/** Newest first. */
export function listAlertMails({ db, t }: Reader, of: { alertId: string; limit: number }): Promise<AlertMailRow[]> {
  return db
    .select()
    .from(t.emailAlertHistory)
    .where(eq(t.emailAlertHistory.alertId, of.alertId))
    .orderBy(desc(t.emailAlertHistory.triggeredAt), desc(t.emailAlertHistory.id))
    .limit(of.limit);
}

/** How often an alert, or a person's alerts together, caused a mail since then. [OB-2] */
export function countAlertMails(
  { db, t }: Reader,
  of: ({ readonly alertId: string } | { readonly userId: string }) & { readonly since: number },
): Promise<number> {
  const { alertId, userId, triggeredAt } = t.emailAlertHistory;
  const isOf = "alertId" in of ? eq(alertId, of.alertId) : eq(userId, of.userId);
  return db.$count(t.emailAlertHistory, and(isOf, gte(triggeredAt, of.since)));
}

export async function insertNotice({ db, t }: Tx, notice: NewNotice): Promise<void> {
  await db.insert(t.alertHistory).values(notice);
}

export async function findNotice({ db, t }: Reader, id: string): Promise<NoticeRow | null> {
  const [row] = await db.select().from(t.alertHistory).where(eq(t.alertHistory.id, id));
  return row ?? null;
}

/** Notices of a person (and of these devices, to nobody in particular), newest first. */
export function listNotices(
  { db, t }: Reader,
  of: { userId?: string; deviceIds?: readonly string[]; since?: number; limit: number },
): Promise<NoticeRow[]> {
  const { userId, deviceId, timestamp, id } = t.alertHistory;
  const whose: SQL[] = [];
  if (of.userId !== undefined) whose.push(eq(userId, of.userId));
  if (of.deviceIds !== undefined && of.deviceIds.length > 0) whose.push(inArray(deviceId, [...of.deviceIds]));
  return db
    .select()
    .from(t.alertHistory)
    .where(and(or(...whose), of.since === undefined ? undefined : gte(timestamp, of.since)))
    .orderBy(desc(timestamp), desc(id))
    .limit(of.limit);
}

/** Null: no such row. */
export async function updateNotice({ db, t }: Tx, id: string, patch: NoticePatch): Promise<NoticeRow | null> {
  const [row] = await db.update(t.alertHistory).set(patch).where(eq(t.alertHistory.id, id)).returning();
  return row ?? null;
}
