/**
 * Whose addresses were forgotten by right, by the word of the chain itself: a deleted account is a sealed row of it. [DA-2, AD-8]
 *
 * Addresses go with an account that somebody deletes themselves, up to that row; and all of them once the bin is emptied,
 * then also of whom an administrator deleted.
 */
import { and, gt, inArray } from "drizzle-orm";
import type { Reader } from "../store.ts";
import type { AuditRow } from "./store.ts";

/** Whose row it is to forget: who did it, or of whom it tells when nobody was signed in. */
export function personOf({ actorId, subjectKind, subjectId }: AuditRow): string | null {
  return actorId ?? (subjectKind === "user" ? subjectId : null);
}

/** Person → number of the last row that was forgotten with them; who kept their account is not in it. */
export async function forgottenWith({ db, t }: Reader, people: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { auditLog: audit, users } = t;
  const ids = [...people];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ number: audit.number, action: audit.action, id: audit.subjectId })
    .from(audit)
    .where(and(inArray(audit.subjectId, ids), inArray(audit.action, ["account.deleted", "user.deleted"]), gt(audit.number, 0)));
  const stored = new Set((await db.select({ id: users.id }).from(users).where(inArray(users.id, ids))).map(({ id }) => id));
  const lastOf = new Map<string, number>();
  for (const { number, action, id } of rows) {
    if (id === null) continue;
    if (!stored.has(id)) lastOf.set(id, Number.POSITIVE_INFINITY);
    else if (action === "account.deleted") lastOf.set(id, Math.max(number, lastOf.get(id) ?? 0));
  }
  return lastOf;
}
