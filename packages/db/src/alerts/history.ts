/** What alerts did: the mails they caused, and the notices people read and acknowledge. */
import { and, desc, eq, gt, inArray, lt, lte } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type AlertMailRow = Schema["emailAlertHistory"]["$inferSelect"];
export type NewAlertMail = Schema["emailAlertHistory"]["$inferInsert"] & { readonly mailedAt: number };
export type NoticeRow = Schema["alertHistory"]["$inferSelect"];
export type NewNotice = Schema["alertHistory"]["$inferInsert"];
export type NoticePatch = Partial<
  Pick<NoticeRow, "acknowledged" | "acknowledgedAt" | "acknowledgedBy" | "resolved" | "resolvedAt" | "metadata">
>;

export async function recordAlertMail({ db, t }: Tx, row: NewAlertMail): Promise<void> {
  await db.insert(t.emailAlertHistory).values(row);
}

/** Notes what became of the mails, and tells the pages of their readers to read again. */
export async function markAlertMails(
  tx: Tx,
  mailIds: readonly string[],
  outcome: { emailSent: boolean; emailError: string | null },
): Promise<void> {
  if (mailIds.length === 0) return;
  const { userId, deviceId, mailId } = tx.t.emailAlertHistory;
  const marked = await tx.db
    .update(tx.t.emailAlertHistory)
    .set(outcome)
    .where(inArray(mailId, [...mailIds]))
    .returning({ userId, deviceId });
  await tx.live(marked.map((of) => ({ kind: "alerts", ...of, body: { kind: "alerts" } })));
}

/** Newest first. */
export function listAlertMails({ db, t }: Reader, of: { alertId: string; limit: number }): Promise<AlertMailRow[]> {
  return db
    .select()
    .from(t.emailAlertHistory)
    .where(eq(t.emailAlertHistory.alertId, of.alertId))
    .orderBy(desc(t.emailAlertHistory.mailedAt), desc(t.emailAlertHistory.id))
    .limit(of.limit);
}

/** When the n-th newest mail of an alert, or of a person's alerts together, was written; null: there are fewer. [OB-2] */
export async function nthNewestAlertMail(
  { db, t }: Reader,
  of: ({ readonly alertId: string } | { readonly userId: string }) & { readonly n: number },
): Promise<number | null> {
  const { alertId, userId, mailedAt } = t.emailAlertHistory;
  const [row] = await db
    .select({ mailedAt })
    .from(t.emailAlertHistory)
    .where("alertId" in of ? eq(alertId, of.alertId) : eq(userId, of.userId))
    .orderBy(desc(mailedAt))
    .limit(1)
    .offset(of.n - 1);
  return row?.mailedAt ?? null;
}

export async function insertNotice({ db, t }: Tx, notice: NewNotice): Promise<void> {
  await db.insert(t.alertHistory).values(notice);
}

/** A notice, and what became of the mail that went out with it; null: there was none. */
export interface ToldNotice {
  readonly notice: NoticeRow;
  readonly mail: AlertMailRow | null;
}

export async function findNotice({ db, t }: Reader, id: string): Promise<ToldNotice | null> {
  const [row] = await db
    .select({ notice: t.alertHistory, mail: t.emailAlertHistory })
    .from(t.alertHistory)
    .leftJoin(t.emailAlertHistory, eq(t.emailAlertHistory.id, t.alertHistory.id))
    .where(eq(t.alertHistory.id, id));
  return row ?? null;
}

interface NoticesOf {
  readonly userId: string;
  readonly deviceIds: readonly string[];
  /** Absent: of alerts of any type. */
  readonly alertType?: string | undefined;
  readonly limit: number;
}

/** Notices of a person on these devices, newest first. A notice and its mail have one id. */
export function listNotices({ db, t }: Reader, of: NoticesOf): Promise<ToldNotice[]> {
  const { userId, deviceId, alertType, timestamp, id } = t.alertHistory;
  const isOfType = of.alertType === undefined ? undefined : eq(alertType, of.alertType);
  if (of.deviceIds.length === 0) return Promise.resolve([]);
  return db
    .select({ notice: t.alertHistory, mail: t.emailAlertHistory })
    .from(t.alertHistory)
    .leftJoin(t.emailAlertHistory, eq(t.emailAlertHistory.id, id))
    .where(and(eq(userId, of.userId), inArray(deviceId, [...of.deviceIds]), isOfType))
    .orderBy(desc(timestamp), desc(id))
    .limit(of.limit);
}

/** What was told of a condition is over; returns whether anything was open. */
export async function resolveNotices(
  { db, t }: Tx,
  of: { userId: string; deviceId: string; alertType: string; at: number },
): Promise<boolean> {
  const { userId, deviceId, alertType, resolved, id } = t.alertHistory;
  const isOpen = and(eq(userId, of.userId), eq(deviceId, of.deviceId), eq(alertType, of.alertType), eq(resolved, false));
  const rows = await db.update(t.alertHistory).set({ resolved: true, resolvedAt: of.at }).where(isOpen).returning({ id });
  return rows.length > 0;
}

/** Null: no such row. */
export async function updateNotice({ db, t }: Tx, id: string, patch: NoticePatch): Promise<NoticeRow | null> {
  const [row] = await db.update(t.alertHistory).set(patch).where(eq(t.alertHistory.id, id)).returning();
  return row ?? null;
}

/** Notices of these people, or of these devices within a time: after `since`, up to and with `until`. */
export type NoticesToForget =
  | { readonly userIds: readonly string[] }
  | { readonly deviceIds: readonly string[]; readonly since?: number | undefined; readonly until?: number };

/** Removes notices, whose words name devices and relays, and the rows of their mails. [DA-2] */
export async function forgetNotices({ db, t }: Tx, which: NoticesToForget): Promise<void> {
  const { id, userId, deviceId, timestamp } = t.alertHistory;
  const isOne =
    "userIds" in which
      ? inArray(userId, [...which.userIds])
      : and(
          inArray(deviceId, [...which.deviceIds]),
          which.since === undefined ? undefined : gt(timestamp, which.since),
          which.until === undefined ? undefined : lte(timestamp, which.until),
        );
  await db
    .delete(t.emailAlertHistory)
    .where(inArray(t.emailAlertHistory.id, db.select({ id }).from(t.alertHistory).where(isOne)));
  await db.delete(t.alertHistory).where(isOne);
}

/** Removes old notices and the rows of their mails, at most `limit` per call; returns how many notices. */
export async function pruneNotices({ db, t }: Tx, { before, limit }: { before: number; limit: number }): Promise<number> {
  const old = await db
    .select({ id: t.alertHistory.id })
    .from(t.alertHistory)
    .where(lt(t.alertHistory.timestamp, before))
    .orderBy(t.alertHistory.timestamp)
    .limit(limit);
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await db.delete(t.emailAlertHistory).where(inArray(t.emailAlertHistory.id, ids));
  await db.delete(t.alertHistory).where(inArray(t.alertHistory.id, ids));
  return ids.length;
}
