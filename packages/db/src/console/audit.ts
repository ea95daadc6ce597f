/**
 * The audit as the console asks for it: newest first, by who, what, on what and when, always along an index. What else is asked
 * is looked for in a bounded number of the rows that the index tells, however many there are. [AD-8, C10]
 */
import { and, asc, desc, eq, gt, gte, inArray, lt, lte, type Column, type SQL } from "drizzle-orm";
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
  /** Only rows with a smaller number. */
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
  const { number } = auditLog;
  const bounds = await numbersBetween(from, filter);
  if (bounds === null) return { rows: [], next: null };
  const isInReach = and(asked(auditLog, filter)[0], before === undefined ? undefined : lt(number, before), bounds);
  const inReach = () => db.select(columnsOf(auditLog)).from(auditLog).where(isInReach).orderBy(desc(number));
  const looked = inReach().limit(looksAtMost).as("looked");
  const others = [...asked(looked, filter).slice(1), ...within(looked, filter)];
  const isLookedFor = others.length > 0;
  const isIt = db
    .select({ number: looked.number })
    .from(looked)
    .where(and(...others))
    .orderBy(desc(looked.number));
  const found = await (isLookedFor ? isIt.limit(limit + 1) : inReach().limit(limit + 1));
  const numbers = found.slice(0, limit).map((row) => row.number);
  const rows = numbers.length === 0 ? [] : await db.select().from(auditLog).where(inArray(number, numbers));
  const inOrder = rows.toSorted((a, b) => b.number - a.number);
  if (found.length > limit) return { rows: inOrder, next: inOrder.at(-1) ?? null };
  const [last] = isLookedFor
    ? await inReach()
        .limit(1)
        .offset(looksAtMost - 1)
    : [];
  return { rows: inOrder, next: last ?? null };
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

/** An entry is made at the time at which its story began, and numbered when that is stored: seconds later where it had to wait. */
const outOfOrderMs = 60_000;

/**
 * Rows that are further apart than that have their numbers in the order of time, so a time is a stretch of numbers, with some rows
 * around it; a clock may have been set meanwhile. Null: nothing was told in it.
 */
async function numbersBetween({ db, t }: Reader, { from, until }: AuditFilter): Promise<SQL | undefined | null> {
  const { at, number } = t.auditLog;
  const find = async (isThere: SQL, ...order: SQL[]) => {
    const [row] = await db
      .select({ number })
      .from(t.auditLog)
      .where(isThere)
      .orderBy(...order)
      .limit(1);
    return row?.number ?? null;
  };
  const firstFrom = (time: number) => find(gte(at, time), asc(at), asc(number));
  const lastUntil = (time: number) => find(lte(at, time), desc(at), desc(number));
  const bounds: SQL[] = [];
  if (from !== undefined) {
    const first = await firstFrom(from);
    if (first === null) return null;
    const before = await lastUntil(from - outOfOrderMs);
    if (before !== null) bounds.push(gte(number, Math.min(first, before + 1)));
  }
  if (until !== undefined) {
    const last = await lastUntil(until);
    if (last === null) return null;
    const after = await firstFrom(until + outOfOrderMs);
    if (after !== null) bounds.push(lte(number, Math.max(last, after - 1)));
  }
  return and(...bounds);
}
