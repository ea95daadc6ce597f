/** The audit as the console asks for it: newest first, by who, what, on what and when, always along an index. [AD-8, C10] */
import { and, asc, desc, eq, gt, gte, lt, lte, type Column, type SQL } from "drizzle-orm";
import type { AuditRow } from "../audit/store.ts";
import type { Reader } from "../store.ts";

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

export async function findAudit(from: Reader, filter: AuditFilter, page: AuditPage): Promise<AuditRow[]> {
  const { auditLog } = from.t;
  const bounds = await numbersBetween(from, filter);
  if (bounds === null) return [];
  const isIt = and(
    filter.actorKind === undefined ? undefined : eq(auditLog.actorKind, filter.actorKind),
    isTyped(auditLog.actorId, filter.actorId),
    isTyped(auditLog.action, filter.action),
    isTyped(auditLog.subjectId, filter.subjectId),
    page.before === undefined ? undefined : lt(auditLog.number, page.before),
    bounds,
  );
  return from.db.select().from(auditLog).where(isIt).orderBy(desc(auditLog.number)).limit(page.limit);
}

/** A field that was left empty asks for nothing. */
function isTyped(column: Column, given = ""): SQL | undefined {
  return given === "" ? undefined : eq(column, given);
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

/** Rows have their numbers in the order of time, so a time is a stretch of numbers. Null: nothing was told in it. */
async function numbersBetween({ db, t }: Reader, { from, until }: AuditFilter): Promise<SQL | undefined | null> {
  const { at, number } = t.auditLog;
  const bounds: SQL[] = [];
  if (from !== undefined) {
    const [first] = await db.select({ number }).from(t.auditLog).where(gte(at, from)).orderBy(asc(at)).limit(1);
    if (first === undefined) return null;
    bounds.push(gte(number, first.number), gte(at, from));
  }
  if (until !== undefined) {
    const [last] = await db.select({ number }).from(t.auditLog).where(lte(at, until)).orderBy(desc(at)).limit(1);
    if (last === undefined) return null;
    bounds.push(lte(number, last.number), lte(at, until));
  }
  return and(...bounds);
}
