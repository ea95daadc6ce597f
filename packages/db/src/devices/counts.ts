/** How many devices there are, and how many of them are connected: the one way of counting for cards, lists and days. [D32, D40] */
import { count, isNull } from "drizzle-orm";
import type { Reader } from "../store.ts";

export interface DeviceCounts {
  readonly devices: number;
  /** Those whose status is online, as the administrators' list shows them: an override counts, a check that runs does not. [AD-4] */
  readonly connected: number;
  /** Of the connected those that were not heard lately: silent for longer than their profile allows, or never heard. [C4] */
  readonly notHeard: number;
}

/** Living devices. */
export async function countDevices({ db, t }: Reader): Promise<DeviceCounts> {
  const { cloudOnline, freshness, status, deletedAt } = t.devices;
  const groups = await db
    .select({ freshness, status, rows: count() })
    .from(t.devices)
    .where(isNull(deletedAt))
    // As their index stands, so that nothing is sorted; the cloud's word makes no difference.
    .groupBy(cloudOnline, freshness, status);
  const sumOf = (rows: typeof groups) => rows.reduce((sum, row) => sum + row.rows, 0);
  const connected = groups.filter((row) => row.status === "online");
  return {
    devices: sumOf(groups),
    connected: sumOf(connected),
    notHeard: sumOf(connected.filter((row) => row.freshness !== "fresh")),
  };
}
