/**
 * Appends to the live log with gap-free numbers in the order of commits: the counter's row stays locked until the
 * transaction ends, and a rollback gives the numbers back. [architecture section 6]
 */
import { present } from "@relaydeck/kit/assert";
import { sql } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Db, LiveEvent, NewLiveEvent } from "../store.ts";

/** Names of the numbered series. */
export type Series = "live" | "accepted" | "audit";

/** Takes `count` numbers of a series and returns the last. */
export async function takeNumbers({ db, t }: { db: Db; t: Schema }, series: Series, count: number): Promise<number> {
  const [row] = await db
    .insert(t.counters)
    .values({ name: series, value: count })
    .onConflictDoUpdate({ target: t.counters.name, set: { value: sql`${t.counters.value} + ${count}` } })
    .returning({ value: t.counters.value });
  return present(row, "An upsert returns its row").value;
}

/** Stores the events and returns them with their numbers. */
export async function appendLive(tx: { db: Db; t: Schema }, events: readonly NewLiveEvent[], at: number): Promise<LiveEvent[]> {
  if (events.length === 0) return [];
  const last = await takeNumbers(tx, "live", events.length);
  const rows = events.map((event, index) => toRow(event, last - events.length + 1 + index, at));
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await tx.db.insert(tx.t.liveEvents).values(rows.slice(start, start + rowsPerStatement));
  }
  return rows;
}

function toRow(event: NewLiveEvent, number: number, at: number): LiveEvent {
  return { number, at, kind: event.kind, deviceId: event.deviceId ?? null, userId: event.userId ?? null, body: event.body };
}

/** Six values a row; SQLite binds at most 32,766. */
const rowsPerStatement = 1_000;
