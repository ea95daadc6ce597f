/** A device's samples over a long time, thinned by the database: a span of 30 days holds more rows than anybody can look at. */
import { assert } from "@relaydeck/kit/assert";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, lte, max, sql, type SQL } from "drizzle-orm";
import type { Reader } from "../store.ts";
import type { MetricRow } from "./rows.ts";

interface Span {
  readonly deviceId: string;
  readonly from: number;
  readonly to: number;
}

/** Steps of one history: each is four bound values of the second look. */
const mostSteps = 1_000;

/**
 * Of each step of `stepMs` the last report of relays, the last that told a current, the last of battery and the last of signal,
 * which may be one, oldest first: values that were reported, not means of several, and none in place of another.
 */
export async function thinnedMetrics(from: Reader, { stepMs, ...span }: Span & { stepMs: number }): Promise<MetricRow[]> {
  assert(Number.isSafeInteger(stepMs) && stepMs > 0, "Steps are whole milliseconds");
  assert((span.to - span.from) / stepMs <= mostSteps, "A history has a bounded number of steps");
  const { db, t } = from;
  const { deviceId, timestamp, relays, batteryLevel, signalStrength } = t.deviceMetrics;
  const lastWhere = (isIt: SQL) => max(sql<number | null>`case when ${isIt} then ${timestamp} end`);
  // As text, because the dialects look into JSON by different words; Postgres writes a space.
  const told = sql`replace(replace(cast(${relays} as text), '"milliamps":null', ''), '"milliamps": null', '')`;
  const tellsCurrent = sql`${relays} is not null and ${told} like '%"milliamps":%'`;
  const picked = await db
    .select({
      relays: lastWhere(isNotNull(relays)),
      currents: lastWhere(tellsCurrent),
      battery: lastWhere(isNotNull(batteryLevel)),
      signal: lastWhere(isNotNull(signalStrength)),
    })
    .from(t.deviceMetrics)
    .where(within(from, span))
    // Written out, because a bound number would make SQLite divide with a fraction.
    .groupBy(sql`${timestamp} / ${sql.raw(String(stepMs))}`);
  const instants = picked.flatMap((last) =>
    Object.values(last)
      .filter((at) => at !== null)
      .map(Number),
  );
  if (instants.length === 0) return [];
  return db
    .select()
    .from(t.deviceMetrics)
    .where(and(eq(deviceId, span.deviceId), inArray(timestamp, instants)))
    .orderBy(asc(timestamp));
}

/** Times between two reports that are longer than `longestMs`, oldest first. */
export async function silences(
  { db, t }: Reader,
  { longestMs, ...span }: Span & { longestMs: number },
): Promise<{ from: number; to: number }[]> {
  const { timestamp } = t.deviceMetrics;
  const spaced = db
    .select({
      to: timestamp,
      from: sql<number | null>`lag(${timestamp}) over (order by ${timestamp})`.mapWith(Number).as("previous"),
    })
    .from(t.deviceMetrics)
    .where(and(within({ db, t }, span), isNotNull(t.deviceMetrics.relays)))
    .as("spaced");
  const rows = await db
    .select({ from: spaced.from, to: spaced.to })
    .from(spaced)
    .where(gt(sql`${spaced.to} - ${spaced.from}`, longestMs))
    .orderBy(asc(spaced.to));
  return rows.flatMap((row) => (row.from === null ? [] : [{ from: row.from, to: row.to }]));
}

/** When the device first or last reported its relays within a span; null: not at all. */
export async function reportAt({ db, t }: Reader, which: Span & { end: "first" | "last" }): Promise<number | null> {
  const { timestamp, relays } = t.deviceMetrics;
  const [row] = await db
    .select({ timestamp })
    .from(t.deviceMetrics)
    .where(and(within({ db, t }, which), isNotNull(relays)))
    .orderBy(which.end === "first" ? asc(timestamp) : desc(timestamp))
    .limit(1);
  return row?.timestamp ?? null;
}

function within({ t }: Pick<Reader, "db" | "t">, { deviceId, from, to }: Span) {
  const { deviceMetrics } = t;
  return and(eq(deviceMetrics.deviceId, deviceId), gte(deviceMetrics.timestamp, from), lte(deviceMetrics.timestamp, to));
}
