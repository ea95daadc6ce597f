/**
 * Appends to the live log with gap-free numbers in the order of commits: the counter's row stays locked until the
 * transaction ends, and a rollback gives the numbers back. [architecture section 6]
 */
import type { Tx } from "../store.ts";
import type { LiveEvent, NewLiveEvent } from "./event.ts";

/** Stores the events and returns them with their numbers. */
export async function appendLive(tx: Pick<Tx, "prepared">, events: readonly NewLiveEvent[], at: number): Promise<LiveEvent[]> {
  if (events.length === 0) return [];
  const last = await tx.prepared.takeNumbers("live", events.length);
  const rows = events.map((event, index) => toRow(event, last - events.length + 1 + index, at));
  await tx.prepared.insertLive(rows);
  return rows;
}

function toRow(event: NewLiveEvent, number: number, at: number): LiveEvent {
  return { number, at, kind: event.kind, deviceId: event.deviceId ?? null, userId: event.userId ?? null, body: event.body };
}
