/** What devices reported: state and samples of a whole batch in one transaction, by prepared statements. [architecture 5, G8] */
import type { MetricRow, TelemetryChange } from "./rows.ts";
import { and, asc, eq, gte, inArray, lt, lte } from "drizzle-orm";
import type { Reader, Tx } from "../store.ts";

/** Writes the new state of each device, each at most once, and its samples. */
export async function storeTelemetry({ prepared }: Tx, changes: readonly TelemetryChange[]): Promise<void> {
  if (changes.length === 0) return;
  await prepared.updateDevices(changes.map((change) => change.device));
  await prepared.updateRelays(changes.flatMap((change) => change.relays));
  await prepared.insertMetrics(oncePerInstant(changes.flatMap((change) => change.metrics)));
}

/** Samples of one device and instant become one, in which the later word counts; Postgres takes each row once. */
function oncePerInstant(rows: readonly MetricRow[]): MetricRow[] {
  const merged = new Map<string, MetricRow>();
  for (const row of rows) {
    const key = `${row.deviceId} ${row.timestamp}`;
    const before = merged.get(key);
    merged.set(key, before === undefined ? row : { ...before, ...withoutNulls(row) });
  }
  return [...merged.values()];
}

function withoutNulls(row: MetricRow): Partial<MetricRow> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

/** A sample in which nothing was measured. */
export function emptyMetric(deviceId: string, timestamp: number): MetricRow {
  return {
    deviceId,
    timestamp,
    isOnline: null,
    signalStrength: null,
    batteryLevel: null,
    firmwareVersion: null,
    uptime: null,
    memoryUsage: null,
    cpuUsage: null,
    temperature: null,
    lastHeard: null,
    ipAddress: null,
    relays: null,
  };
}

/** Samples of one device in a span of time, oldest first. */
export function listMetrics(
  { db, t }: Reader,
  which: { deviceId: string; from: number; to: number; limit: number },
): Promise<MetricRow[]> {
  const { deviceId, timestamp } = t.deviceMetrics;
  return db
    .select()
    .from(t.deviceMetrics)
    .where(and(eq(deviceId, which.deviceId), gte(timestamp, which.from), lte(timestamp, which.to)))
    .orderBy(asc(timestamp))
    .limit(which.limit);
}

/** Removes samples older than that, at most about `limit` per call; returns how many. [DA-4] */
export async function pruneMetrics({ db, t }: Tx, { before, limit }: { before: number; limit: number }): Promise<number> {
  const { deviceId, timestamp } = t.deviceMetrics;
  const old = await db
    .select({ deviceId, timestamp })
    .from(t.deviceMetrics)
    .where(lt(timestamp, before))
    .orderBy(asc(timestamp))
    .limit(limit);
  const last = old.at(-1);
  if (last === undefined) return 0;
  const devices = [...new Set(old.map((row) => row.deviceId))];
  const isOld = and(inArray(deviceId, devices), lte(timestamp, last.timestamp));
  return (await db.delete(t.deviceMetrics).where(isOld).returning({ timestamp })).length;
}
