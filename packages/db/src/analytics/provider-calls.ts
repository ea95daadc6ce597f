/** The log of calls to the provider, and its sums. Endpoints are stored with placeholders, never with ids. */
import { assert } from "@relaydeck/kit/assert";
import { count, desc, gte, inArray, lt, and, sql } from "drizzle-orm";
import { chunksOf } from "../dialect/chunks.ts";
import { total, whole } from "../dialect/sums.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type ProviderCallRow = Schema["particleApiCalls"]["$inferSelect"];
export type NewProviderCall = Schema["particleApiCalls"]["$inferInsert"];

/** Stores a batch of calls in one transaction. */
export async function insertProviderCalls({ db, t }: Tx, calls: readonly NewProviderCall[]): Promise<void> {
  for (const chunk of chunksOf(calls, 500)) await db.insert(t.particleApiCalls).values(chunk);
}

export interface CallSums {
  readonly totalCalls: number;
  readonly failedCalls: number;
  /** Milliseconds over all calls that were answered; 0 without any. */
  readonly avgResponseTime: number;
  /** Bytes of requests and answers. */
  readonly dataTransferred: number;
}

/** Sums per stretch of time, by the stretch's index from `from`; stretches without calls are absent. */
export async function callSumsByTime(
  { db, t }: Reader,
  span: { from: number; to: number; stretchMs: number },
): Promise<(CallSums & { index: number })[]> {
  const { timestamp } = t.particleApiCalls;
  // Written into the text, because select and group by must read alike and parameters never do.
  const index = whole(sql`(${timestamp} - ${literal(span.from)}) / ${literal(span.stretchMs)}`);
  return db
    .select({ index, ...sumsOf(t) })
    .from(t.particleApiCalls)
    .where(and(gte(timestamp, span.from), lt(timestamp, span.to)))
    .groupBy(index)
    .orderBy(index);
}

export async function callSums({ db, t }: Reader, since: number): Promise<CallSums> {
  const [row] = await db.select(sumsOf(t)).from(t.particleApiCalls).where(gte(t.particleApiCalls.timestamp, since));
  return row ?? { totalCalls: 0, failedCalls: 0, avgResponseTime: 0, dataTransferred: 0 };
}

/** Most calls first. */
export function callSumsByEndpoint(
  { db, t }: Reader,
  since: number,
): Promise<(CallSums & { endpoint: string; method: string })[]> {
  const { endpoint, method, timestamp } = t.particleApiCalls;
  return db
    .select({ endpoint, method, ...sumsOf(t) })
    .from(t.particleApiCalls)
    .where(gte(timestamp, since))
    .groupBy(endpoint, method)
    .orderBy(desc(count()), endpoint, method);
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

function sumsOf({ particleApiCalls: calls }: Schema) {
  return {
    totalCalls: count(),
    failedCalls: total(sql`case when ${calls.success} then 0 else 1 end`),
    avgResponseTime: sql<number>`coalesce(avg(${calls.responseTime}), 0)`.mapWith(Number),
    dataTransferred: sql`coalesce(sum(${calls.requestSize}), 0) + coalesce(sum(${calls.responseSize}), 0)`.mapWith(Number),
  };
}
