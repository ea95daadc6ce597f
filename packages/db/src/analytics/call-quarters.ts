/** Calls to the provider, summed up by quarters of an hour: over all, and by endpoint. They outlive the log of the calls. [DA-4] */
import { sumOfCalls, type CallNumbers, type EndpointNumbers } from "@relaydeck/core/analytics/call-numbers";
import { quarterMs, type Stretch } from "@relaydeck/core/analytics/quarters";
import { and, asc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { chunksOf } from "../dialect/chunks.ts";
import { total } from "../dialect/sums.ts";
import type { Reader, Tx } from "../store.ts";
import { callSumsByEndpoint, callSumsByTime } from "./provider-calls.ts";

/** What the provider's limit counts in. */
export const limitSlotMs = 5 * 60_000;
/** Eight values a row. */
const rowsPerStatement = 500;

/** Sums up one quarter; again gives the same. */
export async function putCallQuarter(tx: Tx, start: number): Promise<void> {
  const { db, t } = tx;
  const quarter = { from: start, to: start + quarterMs };
  const slots = await callSumsByTime(tx, { ...quarter, stretchMs: limitSlotMs });
  const row = { ...sumOfCalls(slots), busiest: Math.max(0, ...slots.map((slot) => slot.calls)) };
  await db
    .insert(t.providerQuarters)
    .values({ start, ...row })
    .onConflictDoUpdate({ target: t.providerQuarters.start, set: row });
  await db.delete(t.providerEndpointQuarters).where(eq(t.providerEndpointQuarters.start, start));
  const endpoints = (await callSumsByEndpoint(tx, quarter)).map(({ bytes: _bytes, ...sums }) => ({ start, ...sums }));
  for (const chunk of chunksOf(endpoints, rowsPerStatement)) await db.insert(t.providerEndpointQuarters).values(chunk);
}

export type CallQuarter = CallNumbers & { readonly start: number; readonly busiest: number };

/** Quarters that begin within a stretch, oldest first; those without a call are absent. */
export function listCallQuarters({ db, t }: Reader, { from, to }: Stretch): Promise<CallQuarter[]> {
  const { start } = t.providerQuarters;
  return db
    .select()
    .from(t.providerQuarters)
    .where(and(gte(start, from), lt(start, to)))
    .orderBy(asc(start));
}

/** Sums of whole quarters by endpoint, in no order. */
export async function endpointSums({ db, t }: Reader, { from, to }: Stretch): Promise<EndpointNumbers[]> {
  const { start, endpoint, method, ...sums } = t.providerEndpointQuarters;
  const rows = await db
    .select({
      endpoint,
      method,
      calls: total(sql`${sums.calls}`),
      failed: total(sql`${sums.failed}`),
      responseSum: total(sql`${sums.responseSum}`),
      responseCount: total(sql`${sums.responseCount}`),
    })
    .from(t.providerEndpointQuarters)
    .where(and(gte(start, from), lt(start, to)))
    .groupBy(endpoint, method);
  return rows.map((row) => ({ ...row, bytes: 0 }));
}

/** Removes what is summed up of quarters before that, at most `limit` quarters per call; returns how many. [DA-4] */
export async function pruneCallQuarters({ db, t }: Tx, old: { before: number; limit: number }): Promise<number> {
  const { start } = t.providerQuarters;
  const rows = await db
    .select({ start })
    .from(t.providerQuarters)
    .where(lt(start, old.before))
    .orderBy(asc(start))
    .limit(old.limit);
  const starts = rows.map((row) => row.start);
  if (starts.length === 0) return 0;
  await db.delete(t.providerEndpointQuarters).where(inArray(t.providerEndpointQuarters.start, starts));
  await db.delete(t.providerQuarters).where(inArray(start, starts));
  return starts.length;
}
