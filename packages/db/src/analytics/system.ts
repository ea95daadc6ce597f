/** Numbers of the whole installation: what is counted now, and one row per day. [D26, D27] */
import { and, asc, count, countDistinct, desc, eq, gte, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { total } from "../dialect/sums.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type SystemDay = Schema["systemAnalytics"]["$inferSelect"];

/** Living users and devices; `online` = connected now. */
export async function countAll({ db, t }: Reader): Promise<{ users: number; devices: number; online: number }> {
  const users = await db.$count(t.users, isNull(t.users.deletedAt));
  const isLiving = isNull(t.devices.deletedAt);
  const devices = await db.$count(t.devices, isLiving);
  const online = await db.$count(t.devices, and(isLiving, eq(t.devices.isConnected, true)));
  return { users, devices, online };
}

/** People whose session was in use since then. */
export async function countActiveUsers({ db, t }: Reader, since: number): Promise<number> {
  const [row] = await db
    .select({ people: countDistinct(t.userSessions.userId) })
    .from(t.userSessions)
    .where(gte(t.userSessions.lastSeenAt, since));
  return row?.people ?? 0;
}

export interface CommandSums {
  /** All rows of relay history: answered or of unknown outcome. */
  readonly commands: number;
  readonly successful: number;
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
  const { success, responseTime } = t.relayHistory;
  const [row] = await db
    .select({
      commands: count(),
      successful: total(sql`case when ${success} then 1 else 0 end`),
      failed: total(sql`case when ${success} then 0 when ${success} is null then 0 else 1 end`),
      unconfirmed: total(sql`case when ${success} is null then 1 else 0 end`),
      avgResponseTime: sql<number>`coalesce(avg(${responseTime}), 0)`.mapWith(Number),
    })
    .from(t.relayHistory)
    .where(isWithin(t, span));
  return row ?? { commands: 0, successful: 0, failed: 0, unconfirmed: 0, avgResponseTime: 0 };
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

/** Of each device's samples since then that say so, the share that says online, 0 to 100. */
export async function uptimeShares({ db, t }: Reader, since: number): Promise<Map<string, number>> {
  const { deviceId, timestamp, isOnline } = t.deviceMetrics;
  const rows = await db
    .select({ deviceId, samples: count(), online: total(sql`case when ${isOnline} then 1 else 0 end`) })
    .from(t.deviceMetrics)
    .where(and(gte(timestamp, since), isNotNull(isOnline)))
    .groupBy(deviceId);
  return new Map(rows.map((row) => [row.deviceId, (100 * row.online) / row.samples]));
}

/** Stores a day, or writes it anew. */
export async function putSystemDay({ db, t }: Tx, day: SystemDay): Promise<void> {
  const { date: _date, ...set } = day;
  await db.insert(t.systemAnalytics).values(day).onConflictDoUpdate({ target: t.systemAnalytics.date, set });
}

/** Days from `from` on (`YYYY-MM-DD`), oldest first. */
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
