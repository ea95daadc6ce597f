/**
 * Whose addresses were forgotten by right, by the word of the chain itself: a deleted account is a sealed row of it. [DA-2, AD-8]
 *
 * Addresses go with an account that somebody deletes themselves, up to that row; and all of them once the bin is emptied,
 * then also of whom an administrator deleted. Who was restored after it is in no bin, whatever `users` says.
 */
import { and, asc, gt, inArray } from "drizzle-orm";
import type { Reader } from "../store.ts";
import type { AuditRow } from "./store.ts";

const deletions: readonly string[] = ["account.deleted", "user.deleted"];

/** Whose row it is to forget: who did it, or of whom it tells when nobody was signed in. */
export function personOf({ actorId, subjectKind, subjectId }: AuditRow): string | null {
  return actorId ?? (subjectKind === "user" ? subjectId : null);
}

/**
 * Person → number of the last row that was forgotten with them; who kept their account is not in it. `keptFrom`: who was
 * deleted before that may have left the bin.
 */
export async function forgottenWith(
  { db, t }: Reader,
  { people, keptFrom }: { people: readonly string[]; keptFrom: number },
): Promise<ReadonlyMap<string, number>> {
  const { auditLog: audit, users } = t;
  const ids = [...people];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ number: audit.number, at: audit.at, action: audit.action, id: audit.subjectId })
    .from(audit)
    .where(and(inArray(audit.subjectId, ids), inArray(audit.action, [...deletions, "user.restored"]), gt(audit.number, 0)))
    .orderBy(asc(audit.number));
  const stored = new Set((await db.select({ id: users.id }).from(users).where(inArray(users.id, ids))).map(({ id }) => id));
  const lastOf = new Map<string, number>();
  const inBinSince = new Map<string, number>();
  for (const { number, at, action, id } of rows) {
    if (id === null) continue;
    if (deletions.includes(action)) inBinSince.set(id, at);
    else inBinSince.delete(id);
    if (action === "account.deleted") lastOf.set(id, number);
  }
  for (const [id, since] of inBinSince) if (!stored.has(id) && since < keptFrom) lastOf.set(id, Number.POSITIVE_INFINITY);
  return lastOf;
}
