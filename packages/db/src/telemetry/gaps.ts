/** Times in which no provider stream was open, or words were lost: "no data from – to". [C3] */
import { and, asc, gte, isNull, lte, or } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type GapRow = Schema["streamGaps"]["$inferSelect"];

/** Opens a gap, unless one is open already, or one of this id was opened before. Returns since when it lasts, epoch ms. */
export async function openGap(tx: Tx, gap: { id: string; from: number; reason: string }): Promise<number> {
  const open = await findOpenGap(tx);
  if (open === null) await tx.db.insert(tx.t.streamGaps).values(gap).onConflictDoNothing();
  return (open ?? gap).from;
}

/** The gap that lasts; null: none does. */
export async function findOpenGap({ db, t }: Reader): Promise<GapRow | null> {
  const [open] = await db.select().from(t.streamGaps).where(isNull(t.streamGaps.to)).limit(1);
  return open ?? null;
}

/** A gap whose bounds are both known; one that is open stays so. Written again under its id, it takes the later bounds. */
export async function insertGap({ db, t }: Tx, gap: Omit<GapRow, "to"> & { readonly to: number }): Promise<void> {
  const { from, to } = gap;
  await db.insert(t.streamGaps).values(gap).onConflictDoUpdate({ target: t.streamGaps.id, set: { from, to } });
}

/** Closes what is open; returns the rows as they are now. */
export function closeGaps({ db, t }: Tx, to: number): Promise<GapRow[]> {
  return db.update(t.streamGaps).set({ to }).where(isNull(t.streamGaps.to)).returning();
}

/** Gaps that touch a span of time, oldest first. */
export function listGaps({ db, t }: Reader, span: { from: number; to: number; limit: number }): Promise<GapRow[]> {
  return db
    .select()
    .from(t.streamGaps)
    .where(and(lte(t.streamGaps.from, span.to), or(isNull(t.streamGaps.to), gte(t.streamGaps.to, span.from))))
    .orderBy(asc(t.streamGaps.from))
    .limit(span.limit);
}
