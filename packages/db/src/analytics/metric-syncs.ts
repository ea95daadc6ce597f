/** The last time that metrics were pulled from the provider; over all nodes one at a time. [D28] */
import { and, eq, sql } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type MetricSyncRow = Schema["metricSyncs"]["$inferSelect"];

const name = "vitals";
/** One that has not ended after this time, in milliseconds, was cut off with its process. */
export const longestSyncMs = 5 * 60_000;

/** False: one is under way. */
export async function beginMetricSync({ db, t }: Tx, now: number): Promise<boolean> {
  const { metricSyncs: syncs } = t;
  const begun = { startedAt: now, endedAt: null, devices: 0, failure: null };
  const isFree = sql`${syncs.endedAt} is not null or ${syncs.startedAt} < ${now - longestSyncMs}`;
  const rows = await db
    .insert(syncs)
    .values({ name, ...begun })
    .onConflictDoUpdate({ target: syncs.name, set: begun, setWhere: isFree })
    .returning({ name: syncs.name });
  return rows.length === 1;
}

/** `startedAt` says which: one that was given up for dead does not end the next. */
export async function endMetricSync(
  { db, t }: Tx,
  ended: Pick<MetricSyncRow, "startedAt" | "devices" | "failure"> & { readonly endedAt: number },
): Promise<void> {
  const { metricSyncs: syncs } = t;
  const { startedAt, ...set } = ended;
  await db
    .update(syncs)
    .set(set)
    .where(and(eq(syncs.name, name), eq(syncs.startedAt, startedAt)));
}

/** Null: never. */
export async function findMetricSync({ db, t }: Reader): Promise<MetricSyncRow | null> {
  const [row] = await db.select().from(t.metricSyncs).where(eq(t.metricSyncs.name, name));
  return row ?? null;
}
