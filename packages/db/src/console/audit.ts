/**
 * The audit as the console asks for it: newest first, by who, what, on what and when, always along an index. What else is asked
 * is looked for in a bounded number of the rows that the index tells, however many there are. [AD-8, C10]
 *
 * Newest is the time that a row tells, not its number: a clock that was set back, and a story that waited before it was stored,
 * leave rows out of the order of time, and only along that is a time found among rows in any order.
 */
import { and, asc, desc, eq, gt, gte, inArray, lte, sql, type Column, type SQL } from "drizzle-orm";
import type { AuditRow } from "../audit/store.ts";
import type { Reader } from "../store.ts";
import { looksAtMost } from "./activity.ts";

export interface AuditFilter {
  readonly actorKind?: string | undefined;
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  /** Id of what was acted on. */
  readonly subjectId?: string | undefined;
  /** Epoch ms, both included. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

export interface AuditPage {
  readonly limit: number;
  /** Only rows that come after the one of this number. */
  readonly before?: number | undefined;
}

export interface FoundAudit {
  readonly rows: AuditRow[];
  /** The row that looking on begins after; null: nothing is left. */
  readonly next: Pick<AuditRow, "number" | "at"> | null;
}

export async function findAudit(from: Reader, filter: AuditFilter, { limit, before }: AuditPage): Promise<FoundAudit> {
  const { db, t } = from;
  const { auditLog } = t;
  const isInReach = and(asked(auditLog, filter)[0], ...within(auditLog, filter), await isBeyond(from, before));
  const inReach = () =>
    db
      .select(columnsOf(auditLog))
      .from(auditLog)
      .where(isInReach)
      .orderBy(...newestFirst(auditLog));
  const looked = inReach().limit(looksAtMost).as("looked");
  const others = asked(looked, filter).slice(1);
  const isLookedFor = others.length > 0;
  const isIt = db
    .select({ number: looked.number })
    .from(looked)
    .where(and(...others))
    .orderBy(...newestFirst(looked));
  const found = await (isLookedFor ? isIt.limit(limit + 1) : inReach().limit(limit + 1));
  const numbers = found.slice(0, limit).map((row) => row.number);
  const rows = numbers.length === 0 ? [] : await db.select().from(auditLog).where(inArray(auditLog.number, numbers));
  const inOrder = rows.toSorted((a, b) => b.at - a.at || b.number - a.number);
  if (found.length > limit) return { rows: inOrder, next: inOrder.at(-1) ?? null };
  const [last] = isLookedFor
    ? await inReach()
        .limit(1)
        .offset(looksAtMost - 1)
    : [];
  return { rows: inOrder, next: last ?? null };
}

function newestFirst({ at, number }: Record<"at" | "number", Column>): [SQL, SQL] {
  return [desc(at), desc(number)];
}

/** A number that no row has is one to come: nothing is before it in the list. The first comparison lets an index be used. */
async function isBeyond({ db, t }: Reader, before: number | undefined): Promise<SQL | undefined> {
  if (before === undefined) return undefined;
  const { at, number } = t.auditLog;
  const [row] = await db.select({ at }).from(t.auditLog).where(eq(number, before));
  return row && and(lte(at, row.at), sql`(${at}, ${number}) < (${row.at}, ${before})`);
}

type Entries = Pick<Reader["t"]["auditLog"], "number" | "at" | "actorKind" | "actorId" | "action" | "subjectId">;

function columnsOf({ number, at, actorKind, actorId, action, subjectId }: Entries): Entries {
  return { number, at, actorKind, actorId, action, subjectId };
}

/** Who, what and on what, each of which has an index; first what tells most. A field that was left empty asks for nothing. */
function asked(entries: Record<"actorKind" | "actorId" | "action" | "subjectId", Column>, filter: AuditFilter): SQL[] {
  const given = (column: Column, value = "") => (value === "" ? [] : [eq(column, value)]);
  return [
    ...given(entries.subjectId, filter.subjectId),
    ...given(entries.actorId, filter.actorId),
    ...given(entries.action, filter.action),
    ...given(entries.actorKind, filter.actorKind),
  ];
}

function within({ at }: { at: Column }, { from, until }: AuditFilter): SQL[] {
  return [...(from === undefined ? [] : [gte(at, from)]), ...(until === undefined ? [] : [lte(at, until)])];
}

/** Every action there is a row of, by name: one short look per action. */
export async function auditActions({ db, t }: Reader): Promise<string[]> {
  const { action } = t.auditLog;
  const found: string[] = [];
  for (;;) {
    const last = found.at(-1);
    const isNext = last === undefined ? undefined : gt(action, last);
    const [row] = await db.select({ action }).from(t.auditLog).where(isNext).orderBy(asc(action)).limit(1);
    if (row === undefined) return found;
    found.push(row.action);
  }
}
