import { and, eq, sql } from "drizzle-orm";
import type { Reader } from "../store.ts";

/** Whether some transaction on this Postgres database waits for a lock that another holds: for tests of two at one instant. */
export async function someoneWaits({ db }: Reader): Promise<boolean> {
  const waiting = await db
    .select({ pid: sql<number>`pid` })
    .from(sql`pg_stat_activity`)
    .where(and(eq(sql`datname`, sql`current_database()`), eq(sql`wait_event_type`, "Lock")));
  return waiting.length > 0;
}
