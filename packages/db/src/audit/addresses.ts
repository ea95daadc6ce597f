/**
 * Network addresses leave the audit before its rows do: with their person's account, and after their time. [DA-2, DA-4]
 *
 * The salt goes with the address, and then nobody finds it by trying all there are. Rows of the first seal, which held the
 * address itself, keep theirs: taking it would break the chain at that row.
 */
import { and, desc, eq, inArray, isNotNull, isNull, lt, or } from "drizzle-orm";
import { chunksOf } from "../dialect/chunks.ts";
import type { Tx } from "../store.ts";
import { isSealed, type AuditRow } from "./store.ts";

const rowsPerStatement = 500;

/** Forgets from where somebody did what they did, or asked for without being signed in; for who deletes the account. [DA-2] */
export async function forgetAuditAddressesOf(tx: Tx, userId: string): Promise<void> {
  const { auditLog } = tx.t;
  const { actorId, subjectKind, subjectId } = auditLog;
  const isTheirs = or(eq(actorId, userId), and(isNull(actorId), eq(subjectKind, "user"), eq(subjectId, userId)));
  const rows = await tx.db
    .select()
    .from(auditLog)
    .where(and(isTheirs, isNotNull(auditLog.address)));
  await forget(tx, rows);
}

/**
 * Forgets addresses of rows before that, newest first, at most `limit`; returns how many. Rows of the former seal are
 * the oldest, so they stand in nobody's way.
 */
export async function forgetAuditAddresses(tx: Tx, old: { before: number; limit: number }): Promise<number> {
  const { auditLog } = tx.t;
  const rows = await tx.db
    .select()
    .from(auditLog)
    .where(and(lt(auditLog.at, old.before), isNotNull(auditLog.address)))
    .orderBy(desc(auditLog.at))
    .limit(old.limit);
  return forget(tx, rows);
}

async function forget({ db, t: { auditLog } }: Tx, rows: readonly AuditRow[]): Promise<number> {
  const numbers = rows.filter(isSealed).map(({ number }) => number);
  for (const chunk of chunksOf(numbers, rowsPerStatement))
    await db.update(auditLog).set({ address: null, addressSalt: null }).where(inArray(auditLog.number, chunk));
  return numbers.length;
}
