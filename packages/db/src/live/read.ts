/** Reading and shortening the live log. */
import { and, asc, desc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { once } from "../dialect/once.ts";
import type { Reader, Tx } from "../store.ts";
import type { LiveEvent } from "./event.ts";

const headRow = once(({ db, t }: Reader) =>
  db
    .select({ value: t.counters.value })
    .from(t.counters)
    .where(eq(t.counters.name, sql.placeholder("name")))
    .prepare("live_head"),
);

/** The last number given; 0 before the first event. It stays when old rows are removed. */
export async function liveHead(from: Reader): Promise<number> {
  const [row] = await headRow(from).execute({ name: "live" });
  return row?.value ?? 0;
}

/** When the newest event was written, epoch ms; null when the log is empty. */
export async function newestLiveAt({ db, t }: Reader): Promise<number | null> {
  const [row] = await db.select({ at: t.liveEvents.at }).from(t.liveEvents).orderBy(desc(t.liveEvents.number)).limit(1);
  return row?.at ?? null;
}

/** The newest event of that kind that is still there, or null. */
export async function newestLiveOf({ db, t }: Reader, kind: string): Promise<LiveEvent | null> {
  const { number, kind: kindOf } = t.liveEvents;
  const [row] = await db.select().from(t.liveEvents).where(eq(kindOf, kind)).orderBy(desc(number)).limit(1);
  return row ?? null;
}

/** Rows after that number, in order. */
export function readLive({ db, t }: Reader, page: { after: number; limit: number }): Promise<LiveEvent[]> {
  return db
    .select()
    .from(t.liveEvents)
    .where(gt(t.liveEvents.number, page.after))
    .orderBy(asc(t.liveEvents.number))
    .limit(page.limit);
}

/** Rows of that kind for this user after that number, in order. */
export function readLiveOf({ db, t }: Reader, of: { after: number; kind: string; userId: string }): Promise<LiveEvent[]> {
  const { number, kind, userId } = t.liveEvents;
  return db
    .select()
    .from(t.liveEvents)
    .where(and(gt(number, of.after), eq(kind, of.kind), eq(userId, of.userId)))
    .orderBy(asc(number));
}

/**
 * Rows after `after` up to `until`, in order, that concern this user or one of these devices, or everybody. The first row
 * of the span comes always, whomever it concerns: it tells whether the log still reaches back so far. [WS-8]
 */
export function readLiveFor(
  { db, t }: Reader,
  page: { after: number; until: number; limit: number; userId: string; deviceIds: readonly string[] },
): Promise<LiveEvent[]> {
  const { number, deviceId, userId } = t.liveEvents;
  const concerns = or(
    inArray(deviceId, [...page.deviceIds]),
    eq(userId, page.userId),
    and(isNull(deviceId), isNull(userId)),
    eq(number, page.after + 1),
  );
  return db
    .select()
    .from(t.liveEvents)
    .where(and(gt(number, page.after), lte(number, page.until), concerns))
    .orderBy(asc(number))
    .limit(page.limit);
}

/**
 * Removes rows that are older than `before`, or that stand more than `keep` behind the head; at most `limit` per call.
 * Always a beginning of the log, so what is left has no holes. Returns how many. [WS-8]
 */
export async function pruneLive(tx: Tx, old: { before: number; keep: number; limit: number }): Promise<number> {
  const { db, t } = tx;
  const head = await liveHead(tx);
  const oldest = await db
    .select({ number: t.liveEvents.number, at: t.liveEvents.at })
    .from(t.liveEvents)
    .orderBy(asc(t.liveEvents.number))
    .limit(old.limit);
  const firstKept = oldest.findIndex((row) => row.at >= old.before && row.number > head - old.keep);
  const gone = firstKept === -1 ? oldest : oldest.slice(0, firstKept);
  const last = gone.at(-1);
  if (last !== undefined) await db.delete(t.liveEvents).where(lte(t.liveEvents.number, last.number));
  return gone.length;
}
