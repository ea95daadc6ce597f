/** The log of calls to the provider, and its sums. Endpoints are stored with placeholders, never with ids. */
import type { CallNumbers, EndpointNumbers } from "@relaydeck/core/analytics/call-numbers";
import type { Stretch } from "@relaydeck/core/analytics/quarters";
import { assert } from "@relaydeck/kit/assert";
import { and, asc, count, gte, inArray, lt, sql } from "drizzle-orm";
import { chunksOf } from "../dialect/chunks.ts";
import { total, whole } from "../dialect/sums.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type NewProviderCall = Schema["particleApiCalls"]["$inferInsert"];

/** Stores a batch of calls in one transaction. */
export async function insertProviderCalls({ db, t }: Tx, calls: readonly NewProviderCall[]): Promise<void> {
  for (const chunk of chunksOf(calls, 500)) await db.insert(t.particleApiCalls).values(chunk);
}

/** Sums per stretch of time, by the stretch's index from `from`; stretches without calls are absent. */
export async function callSumsByTime(
  { db, t }: Reader,
  span: Stretch & { stretchMs: number },
): Promise<(CallNumbers & { index: number })[]> {
  const { timestamp } = t.particleApiCalls;
  // Written into the text, because select and group by must read alike and parameters never do.
  const index = whole(sql`(${timestamp} - ${literal(span.from)}) / ${literal(span.stretchMs)}`);
  return db
    .select({ index, ...sumsOf(t) })
    .from(t.particleApiCalls)
    .where(isWithin(t, span))
    .groupBy(index)
    .orderBy(index);
}

/** In no order. */
export function callSumsByEndpoint({ db, t }: Reader, span: Stretch): Promise<EndpointNumbers[]> {
  const { endpoint, method } = t.particleApiCalls;
  return db
    .select({ endpoint, method, ...sumsOf(t) })
    .from(t.particleApiCalls)
    .where(isWithin(t, span))
    .groupBy(endpoint, method);
}

/** When the first call at or after that was made; null: none was. */
export async function firstCallAt({ db, t }: Reader, at: number): Promise<number | null> {
  const { timestamp } = t.particleApiCalls;
  const [row] = await db
    .select({ at: timestamp })
    .from(t.particleApiCalls)
    .where(gte(timestamp, at))
    .orderBy(asc(timestamp))
    .limit(1);
  return row?.at ?? null;
}

/** Removes calls older than that, at most `limit` per call; returns how many. [DA-4] */
export async function pruneProviderCalls({ db, t }: Tx, old: { before: number; limit: number }): Promise<number> {
  const { id, timestamp } = t.particleApiCalls;
  const rows = await db
    .select({ id })
    .from(t.particleApiCalls)
    .where(lt(timestamp, old.before))
    .orderBy(timestamp)
    .limit(old.limit);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await db.delete(t.particleApiCalls).where(inArray(id, ids));
  return ids.length;
}

function literal(value: number) {
  assert(Number.isSafeInteger(value), "Only whole numbers are written into a statement");
  return sql.raw(String(value));
}

function isWithin({ particleApiCalls }: Schema, { from, to }: Stretch) {
  return and(gte(particleApiCalls.timestamp, from), lt(particleApiCalls.timestamp, to));
}

function sumsOf({ particleApiCalls: calls }: Schema) {
  return {
    calls: count(),
    failed: total(sql`case when ${calls.success} then 0 else 1 end`),
    responseSum: total(sql`${calls.responseTime}`),
    responseCount: count(calls.responseTime),
    bytes: sql`coalesce(sum(${calls.requestSize}), 0) + coalesce(sum(${calls.responseSize}), 0)`.mapWith(Number),
  };
}
