import { desc } from "drizzle-orm";
import type { NoticeRow } from "../alerts/history.ts";
import type { Reader } from "../store.ts";

/** What alerts told last, to whomever; newest first. */
export function recentNotices({ db, t }: Reader, limit: number): Promise<NoticeRow[]> {
  const { timestamp, id } = t.alertHistory;
  return db.select().from(t.alertHistory).orderBy(desc(timestamp), desc(id)).limit(limit);
}
