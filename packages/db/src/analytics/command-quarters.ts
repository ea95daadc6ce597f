/** What became of commands: by rows of relay history where they are young, by sums of quarters where they are many. [C18, D52] */
import { noNumbers, type CommandCounts, type CommandNumbers } from "@relaydeck/core/analytics/command-numbers";
import { quarterMs, type Stretch } from "@relaydeck/core/analytics/quarters";
import { timesIn, timesOf, timesText } from "@relaydeck/core/analytics/times";
import { and, asc, count, eq, getTableColumns, gte, inArray, isNotNull, lt } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

type QuarterRow = Schema["commandQuarters"]["$inferSelect"];

type Which = Stretch & { readonly deviceId?: string };

/** Of the rows themselves, of one device where it is named. */
export async function commandNumbers(from: Reader, stretch: Which): Promise<CommandNumbers> {
  const { db, t } = from;
  const { success, outcome, responseTime, confirmationTime, timestamp } = t.relayHistory;
  const isOfDevice = stretch.deviceId === undefined ? undefined : eq(t.relayHistory.deviceId, stretch.deviceId);
  const isWithin = and(gte(timestamp, stretch.from), lt(timestamp, stretch.to), isOfDevice);
  const answered = await db
    .select({ success, outcome, responseTime, rows: count() })
    .from(t.relayHistory)
    .where(isWithin)
    .groupBy(success, outcome, responseTime);
  const confirmed = await db
    .select({ confirmationTime, rows: count() })
    .from(t.relayHistory)
    .where(and(isWithin, isNotNull(confirmationTime)))
    .groupBy(confirmationTime);
  const sumOf = (rows: typeof answered) => rows.reduce((sum, row) => sum + row.rows, 0);
  const timed = answered.flatMap((row) => (row.responseTime === null ? [] : [[row.responseTime, row.rows] as const]));
  return {
    commands: sumOf(answered),
    successful: sumOf(answered.filter((row) => row.success === true)),
    confirmed: sumOf(answered.filter((row) => row.outcome === "confirmed")),
    failed: sumOf(answered.filter((row) => row.success === false)),
    unconfirmed: sumOf(answered.filter((row) => row.success === null)),
    ...(await unsentCounts(from, stretch)),
    responseSum: timed.reduce((sum, [ms, rows]) => sum + ms * rows, 0),
    responseCount: timed.reduce((sum, [, rows]) => sum + rows, 0),
    responseTimes: timesOf(timed),
    confirmationTimes: timesOf(
      confirmed.flatMap((row) => (row.confirmationTime === null ? [] : [[row.confirmationTime, row.rows] as const])),
    ),
  };
}

/** Those that never left are in no history. */
async function unsentCounts({ db, t }: Reader, stretch: Which): Promise<Pick<CommandCounts, "expired" | "cancelled">> {
  const { requestedAt, state, deviceId } = t.relayCommands;
  const isUnsent = inArray(state, ["expired", "cancelled"]);
  const isOfDevice = stretch.deviceId === undefined ? undefined : eq(deviceId, stretch.deviceId);
  const rows = await db
    .select({ state, rows: count() })
    .from(t.relayCommands)
    .where(and(gte(requestedAt, stretch.from), lt(requestedAt, stretch.to), isUnsent, isOfDevice))
    .groupBy(state);
  const of = (which: "expired" | "cancelled") => rows.find((row) => row.state === which)?.rows ?? 0;
  return { expired: of("expired"), cancelled: of("cancelled") };
}

/** When the first command at or after that was asked for; null: none was. */
export async function firstCommandAt({ db, t }: Reader, at: number): Promise<number | null> {
  const { timestamp } = t.relayHistory;
  const { requestedAt } = t.relayCommands;
  const [done] = await db
    .select({ at: timestamp })
    .from(t.relayHistory)
    .where(gte(timestamp, at))
    .orderBy(asc(timestamp))
    .limit(1);
  const [asked] = await db
    .select({ at: requestedAt })
    .from(t.relayCommands)
    .where(gte(requestedAt, at))
    .orderBy(asc(requestedAt))
    .limit(1);
  const found = [done, asked].flatMap((row) => (row === undefined ? [] : [row.at]));
  return found.length === 0 ? null : Math.min(...found);
}

/** Sums up one quarter; again gives the same. */
export async function putCommandQuarter(tx: Tx, start: number): Promise<void> {
  const { responseTimes, confirmationTimes, ...counts } = await commandNumbers(tx, { from: start, to: start + quarterMs });
  const row = { ...counts, responseTimes: timesText(responseTimes), confirmationTimes: timesText(confirmationTimes) };
  const { commandQuarters } = tx.t;
  await tx.db
    .insert(commandQuarters)
    .values({ start, ...row })
    .onConflictDoUpdate({ target: commandQuarters.start, set: row });
}

export type CommandQuarter = CommandNumbers & { readonly start: number };

/** Quarters that begin within a stretch, oldest first; those without a command are absent. */
export async function listCommandQuarters({ db, t }: Reader, { from, to }: Stretch): Promise<CommandQuarter[]> {
  const { start } = t.commandQuarters;
  const rows = await db
    .select()
    .from(t.commandQuarters)
    .where(and(gte(start, from), lt(start, to)))
    .orderBy(asc(start));
  return rows.map(toNumbers);
}

/** The same without their times. */
export async function listCommandCounts({ db, t }: Reader, { from, to }: Stretch): Promise<CommandQuarter[]> {
  const { responseTimes: _response, confirmationTimes: _confirmation, ...columns } = getTableColumns(t.commandQuarters);
  const { start } = t.commandQuarters;
  const rows = await db
    .select(columns)
    .from(t.commandQuarters)
    .where(and(gte(start, from), lt(start, to)))
    .orderBy(asc(start));
  return rows.map((row) => ({ ...noNumbers, ...row }));
}

/** Removes what is summed up of quarters before that, at most `limit` per call; returns how many. [DA-4] */
export async function pruneCommandQuarters({ db, t }: Tx, old: { before: number; limit: number }): Promise<number> {
  const { start } = t.commandQuarters;
  const rows = await db
    .select({ start })
    .from(t.commandQuarters)
    .where(lt(start, old.before))
    .orderBy(asc(start))
    .limit(old.limit);
  const starts = rows.map((row) => row.start);
  if (starts.length > 0) await db.delete(t.commandQuarters).where(inArray(start, starts));
  return starts.length;
}

function toNumbers({ responseTimes, confirmationTimes, ...counts }: QuarterRow): CommandQuarter {
  return { ...counts, responseTimes: timesIn(responseTimes), confirmationTimes: timesIn(confirmationTimes) };
}
