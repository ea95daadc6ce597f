/** Numbers of the whole installation: what is counted now, and one row per day. [D26, D27] */
import type { Stretch } from "@relaydeck/core/analytics/quarters";
import { and, asc, count, countDistinct, desc, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import { countDevices, type DeviceCounts } from "../devices/counts.ts";
import { total } from "../dialect/sums.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type SystemDay = Schema["systemAnalytics"]["$inferSelect"];

export interface Counted extends DeviceCounts {
  readonly users: number;
}

/** Living users and devices. */
export async function countAll(from: Reader): Promise<Counted> {
  const { db, t } = from;
  return { users: await db.$count(t.users, isNull(t.users.deletedAt)), ...(await countDevices(from)) };
}

/** Users and devices that lived at an instant, whatever became of them. */
export async function countAt({ db, t }: Reader, at: number): Promise<{ users: number; devices: number }> {
  const of = async (table: Schema["users"] | Schema["devices"]) => {
    const { createdAt, deletedAt } = table;
    const living = await db.$count(table, and(isNull(deletedAt), lt(createdAt, at)));
    return living + (await db.$count(table, and(gte(deletedAt, at), lt(createdAt, at))));
  };
  return { users: await of(t.users), devices: await of(t.devices) };
}

/** When the installation began: with the first row of its audit, or with an account that is older still; null: nobody is there. */
export async function beganAt({ db, t }: Reader): Promise<number | null> {
  const { createdAt, deletedAt } = t.users;
  const [user] = await db.select({ at: createdAt }).from(t.users).where(isNull(deletedAt)).orderBy(asc(createdAt)).limit(1);
  const [first] = await db.select({ at: t.auditLog.at }).from(t.auditLog).where(eq(t.auditLog.number, 1));
  const known = [user, first].flatMap((row) => (row === undefined ? [] : [row.at]));
  return known.length === 0 ? null : Math.min(...known);
}

/**
 * People with a session that lasted into a stretch of time: begun before its end, in use at its beginning or later. Who was
 * deleted by its end is none of the people then, so no day has more active ones than there are.
 */
export async function countActiveUsers({ db, t }: Reader, { from, to }: Stretch): Promise<number> {
  const { userId, lastSeenAt, sessionStart } = t.userSessions;
  const { id, deletedAt } = t.users;
  const [row] = await db
    // Of an expression, because for the column alone SQLite would walk all sessions by person.
    .select({ people: countDistinct(sql`${userId} || ''`) })
    .from(t.userSessions)
    .innerJoin(t.users, and(eq(id, userId), or(isNull(deletedAt), gte(deletedAt, to))))
    .where(and(gte(lastSeenAt, from), lt(sessionStart, to)));
  return row?.people ?? 0;
}

export interface CommandSums {
  /** All rows of relay history: answered or of unknown outcome. */
  readonly commands: number;
  readonly successful: number;
  /** Those of them that a report has proved. */
  readonly confirmed: number;
  readonly failed: number;
  readonly unconfirmed: number;
  /** Milliseconds from request to reply over those answered; 0 without any. */
  readonly avgResponseTime: number;
}

export interface CommandSpan {
  readonly from: number;
  readonly to: number;
  readonly userId?: string;
  readonly deviceId?: string;
}

/** What became of the commands of a span of time. Only proved results count as success or failure. [D52] */
export async function commandSums({ db, t }: Reader, span: CommandSpan): Promise<CommandSums> {
  const { success, outcome, responseTime } = t.relayHistory;
  const [row] = await db
    .select({
      commands: count(),
      successful: total(sql`case when ${success} then 1 else 0 end`),
      confirmed: total(sql`case when ${success} and ${outcome} = 'confirmed' then 1 else 0 end`),
      failed: total(sql`case when ${success} then 0 when ${success} is null then 0 else 1 end`),
      unconfirmed: total(sql`case when ${success} is null then 1 else 0 end`),
      avgResponseTime: sql<number>`coalesce(avg(${responseTime}), 0)`.mapWith(Number),
    })
    .from(t.relayHistory)
    .where(isWithin(t, span));
  return row ?? { commands: 0, successful: 0, confirmed: 0, failed: 0, unconfirmed: 0, avgResponseTime: 0 };
}

/** The newest response and confirmation times of a span, in milliseconds, for percentiles. [C18] */
export async function commandTimes(
  { db, t }: Reader,
  span: CommandSpan & { limit: number },
): Promise<{ response: number[]; confirmation: number[] }> {
  const { responseTime, confirmationTime, timestamp } = t.relayHistory;
  const rows = await db
    .select({ responseTime, confirmationTime })
    .from(t.relayHistory)
    .where(isWithin(t, span))
    .orderBy(desc(timestamp))
    .limit(span.limit);
  return {
    response: rows.flatMap((row) => (row.responseTime === null ? [] : [row.responseTime])),
    confirmation: rows.flatMap((row) => (row.confirmationTime === null ? [] : [row.confirmationTime])),
  };
}

/** Stores a day, or writes it anew. */
export async function putSystemDay({ db, t }: Tx, day: SystemDay): Promise<void> {
  const { date: _date, ...set } = day;
  await db.insert(t.systemAnalytics).values(day).onConflictDoUpdate({ target: t.systemAnalytics.date, set });
}

/** Writes what its commands have become into a day that is stored; who was there stays. */
export async function setDayCommands(
  { db, t }: Tx,
  { date, timeZone }: { readonly date: string; readonly timeZone: string },
  set: Pick<SystemDay, "totalRelayCommands" | "successfulCommands" | "averageResponseTime" | "updatedAt">,
): Promise<void> {
  const { systemAnalytics: days } = t;
  await db
    .update(days)
    .set(set)
    .where(and(eq(days.date, date), eq(days.timeZone, timeZone)));
}

/** Stored days from `from` on (`YYYY-MM-DD`), of whatever zone, oldest first. */
export function listSystemDays({ db, t }: Reader, from: string): Promise<SystemDay[]> {
  return db.select().from(t.systemAnalytics).where(gte(t.systemAnalytics.date, from)).orderBy(asc(t.systemAnalytics.date));
}

function isWithin({ relayHistory: history }: Schema, span: CommandSpan) {
  return and(
    gte(history.timestamp, span.from),
    lt(history.timestamp, span.to),
    span.userId === undefined ? undefined : eq(history.userId, span.userId),
    span.deviceId === undefined ? undefined : eq(history.deviceId, span.deviceId),
  );
}
