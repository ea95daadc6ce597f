/**
 * Everybody's log for the console, newest first. By person or device, and time, it goes along an index; what only the entries
 * themselves tell, their words and kind, or the device of a person's, is looked for in a bounded number of them at a time,
 * however many there are. Counted is a bounded number, too: the log grows without end. [IN-9]
 */
import { and, asc, desc, eq, gte, lte, sql, type Column, type SQL } from "drizzle-orm";
import { namedEntries, type ActivityRow, type ShownActivity } from "../activity/store.ts";
import { holdsWords } from "../dialect/search.ts";
import type { Reader } from "../store.ts";

export interface ActivityFilter {
  readonly userId?: string | undefined;
  readonly deviceId?: string | undefined;
  /** Epoch ms, both included. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly search?: string | undefined;
  readonly type?: ActivityRow["type"] | undefined;
}

export interface ActivityPage {
  readonly limit: number;
  /** Newest first when not given. */
  readonly order?: "asc" | "desc" | undefined;
  /** Only what comes after this entry in that order. */
  readonly before?: EntryAt | null | undefined;
  readonly offset?: number | undefined;
}

interface EntryAt {
  readonly timestamp: number;
  readonly id: string;
}

export interface FoundActivity {
  readonly rows: ShownActivity[];
  /** Where looking on begins; null: nothing is left. */
  readonly next: EntryAt | null;
}

export interface CountedActivity {
  readonly total: number;
  /** The last entry looked at or counted, where more are left: `total` is of those up to it. Null: of all. */
  readonly lookedTo: EntryAt | null;
}

/** Entries of one look; a search that finds nothing in them says so and can be continued. */
export const looksAtMost = 20_000;
/** Entries that are counted at most, along their index; of more it is said that there are more. */
export const countsAtMost = 200_000;

export async function findActivity(from: Reader, filter: ActivityFilter, page: ActivityPage): Promise<FoundActivity> {
  const inWords = inEntries(filter);
  const offset = page.offset ?? 0;
  if (inWords === null) {
    const entries = await inOrder(from, filter, page)
      .limit(page.limit + 1)
      .offset(offset);
    const rows = entries.slice(0, page.limit);
    return { rows: await namedEntries(from, rows), next: entries.length > page.limit ? (rows.at(-1) ?? null) : null };
  }
  const looked = inOrder(from, filter, page).limit(looksAtMost).as("looked");
  const towards = towardsOf(page);
  const entries = await from.db
    .select()
    .from(looked)
    .where(inWords(looked))
    .orderBy(towards(looked.timestamp), towards(looked.id))
    .limit(page.limit)
    .offset(offset);
  const next = entries.length < page.limit ? await endOfLook(from, filter, page) : (entries.at(-1) ?? null);
  return { rows: await namedEntries(from, entries), next };
}

/** How many entries that are from `before` on; of words and kind among those that one look takes. */
export async function countActivityOf(
  from: Reader,
  filter: ActivityFilter,
  page: Pick<ActivityPage, "order" | "before"> = {},
): Promise<CountedActivity> {
  const inWords = inEntries(filter);
  if (inWords === null) return countInOrder(from, filter, page);
  const looked = inOrder(from, filter, page).limit(looksAtMost).as("looked");
  const [row] = await from.db
    .select({ rows: sql<number>`count(*)`.mapWith(Number) })
    .from(looked)
    .where(inWords(looked));
  return { total: row?.rows ?? 0, lookedTo: await endOfLook(from, filter, page) };
}

/** Along the index alone, which holds time and id. */
async function countInOrder(from: Reader, filter: ActivityFilter, page: Way): Promise<CountedActivity> {
  const { timestamp, id } = from.t.activityLogs;
  const towards = towardsOf(page);
  const found = () =>
    from.db
      .select({ timestamp, id })
      .from(from.t.activityLogs)
      .where(and(onIndex(from, filter), isBeyond(from, page)))
      .orderBy(towards(timestamp), towards(id));
  const [row] = await from.db.select({ rows: sql<number>`count(*)`.mapWith(Number) }).from(
    found()
      .limit(countsAtMost + 1)
      .as("found"),
  );
  const total = row?.rows ?? 0;
  if (total <= countsAtMost) return { total, lookedTo: null };
  const [last] = await found()
    .limit(1)
    .offset(countsAtMost - 1);
  return { total: countsAtMost, lookedTo: last ?? null };
}

type Way = Pick<ActivityPage, "order" | "before">;

function towardsOf({ order }: Way) {
  return order === "asc" ? asc : desc;
}

function inOrder(from: Reader, filter: ActivityFilter, page: Way) {
  const { activityLogs } = from.t;
  const towards = towardsOf(page);
  return from.db
    .select()
    .from(activityLogs)
    .where(and(onIndex(from, filter), isBeyond(from, page)))
    .orderBy(towards(activityLogs.timestamp), towards(activityLogs.id));
}

/** The last entry of one look; null where nothing is left behind it. */
async function endOfLook(from: Reader, filter: ActivityFilter, page: Way): Promise<EntryAt | null> {
  const [last, beyond] = await inOrder(from, filter, page)
    .limit(2)
    .offset(looksAtMost - 1);
  return beyond === undefined ? null : (last ?? null);
}

/** The entry that a page goes on after. */
export async function findEntry({ db, t }: Reader, id: string): Promise<EntryAt | null> {
  const { timestamp } = t.activityLogs;
  const [row] = await db.select({ timestamp, id: t.activityLogs.id }).from(t.activityLogs).where(eq(t.activityLogs.id, id));
  return row ?? null;
}

function onIndex({ t }: Reader, filter: ActivityFilter): SQL | undefined {
  const { activityLogs } = t;
  return and(
    filter.userId === undefined ? undefined : eq(activityLogs.userId, filter.userId),
    filter.deviceId === undefined || filter.userId !== undefined ? undefined : eq(activityLogs.deviceId, filter.deviceId),
    filter.from === undefined ? undefined : gte(activityLogs.timestamp, filter.from),
    filter.until === undefined ? undefined : lte(activityLogs.timestamp, filter.until),
  );
}

interface Words {
  readonly message: Column;
  readonly type: Column;
  readonly deviceId: Column;
}

/** What no index tells, or not beside a person; null: nothing of it is asked. */
function inEntries({ search = "", type, userId, deviceId }: ActivityFilter): ((entries: Words) => SQL | undefined) | null {
  const isBeside = userId !== undefined && deviceId !== undefined;
  if (search === "" && type === undefined && !isBeside) return null;
  return (entries) =>
    and(
      isBeside ? eq(entries.deviceId, deviceId) : undefined,
      search === "" ? undefined : holdsWords([entries.message], search),
      type === undefined ? undefined : eq(entries.type, type),
    );
}

/** The first comparison lets an index be used. */
function isBeyond({ t }: Reader, { before = null, order }: Way): SQL | undefined {
  const { timestamp, id } = t.activityLogs;
  if (before === null) return undefined;
  const at = sql`(${before.timestamp}, ${before.id})`;
  if (order === "asc") return and(gte(timestamp, before.timestamp), sql`(${timestamp}, ${id}) > ${at}`);
  return and(lte(timestamp, before.timestamp), sql`(${timestamp}, ${id}) < ${at}`);
}
