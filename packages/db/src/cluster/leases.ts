/**
 * Leases: one holder per name, with a fencing number that rises with every new holder. [LE-1]
 *
 * Nobody compares wall clocks: who waits watches `beat` by its own monotonic clock and takes the lease only as it saw
 * it, so a holder that beats meanwhile keeps it. [TI-1]
 */
import { and, eq, sql } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type LeaseRow = Schema["leases"]["$inferSelect"];

export async function findLease({ db, t }: Reader, name: string): Promise<LeaseRow | null> {
  const [row] = await db.select().from(t.leases).where(eq(t.leases.name, name));
  return row ?? null;
}

/** What a taker has seen: the row as it was, or null where there was none. */
export interface LeaseTake {
  readonly name: string;
  readonly holder: string;
  readonly seen: Pick<LeaseRow, "fencing" | "beat"> | null;
  readonly now: number;
  readonly lastsMs: number;
}

/** Becomes the holder if the lease is still as it was seen; of several at once one does. Null: somebody else was there. */
export async function takeLease({ db, t }: Tx, take: LeaseTake): Promise<LeaseRow | null> {
  const times = { acquiredAt: take.now, renewedAt: take.now, expiresAt: take.now + take.lastsMs };
  if (take.seen === null) {
    const first = { name: take.name, holder: take.holder, fencing: 1, beat: 0, ...times };
    return (await db.insert(t.leases).values(first).onConflictDoNothing().returning())[0] ?? null;
  }
  const [row] = await db
    .update(t.leases)
    .set({ holder: take.holder, fencing: sql`${t.leases.fencing} + 1`, beat: 0, ...times })
    .where(and(eq(t.leases.name, take.name), eq(t.leases.fencing, take.seen.fencing), eq(t.leases.beat, take.seen.beat)))
    .returning();
  return row ?? null;
}

/** True while this fencing number holds the lease; then it beats once more. */
export async function renewLease(
  { db, t }: Tx,
  lease: { name: string; fencing: number; now: number; lastsMs: number },
): Promise<boolean> {
  const rows = await db
    .update(t.leases)
    .set({ beat: sql`${t.leases.beat} + 1`, renewedAt: lease.now, expiresAt: lease.now + lease.lastsMs })
    .where(isHeld(t, lease))
    .returning({ name: t.leases.name });
  return rows.length === 1;
}

/** Lets go: the next taker need not wait. Its fencing number is a new one all the same. False: another holds it by now. [BP-2] */
export async function releaseLease({ db, t }: Tx, lease: { name: string; fencing: number }): Promise<boolean> {
  const freed = { holder: "", expiresAt: 0 };
  const rows = await db.update(t.leases).set(freed).where(isHeld(t, lease)).returning({ name: t.leases.name });
  return rows.length === 1;
}

/** Keeps when something was last known to go on, epoch ms in `renewedAt`, where one process needs no lease for it. */
export async function noteAlive({ db, t }: Tx, { name, at }: { name: string; at: number }): Promise<void> {
  const row = { name, holder: "", fencing: 0, beat: 0, acquiredAt: at, renewedAt: at, expiresAt: 0 };
  await db
    .insert(t.leases)
    .values(row)
    .onConflictDoUpdate({ target: t.leases.name, set: { renewedAt: at } });
}

function isHeld({ leases }: Schema, lease: { name: string; fencing: number }) {
  return and(eq(leases.name, lease.name), eq(leases.fencing, lease.fencing));
}
