/** Sign-ins through Google that are under way, by the hash of the browser's secret. Each is taken once. [GO-1] */
import { and, eq, gt, lt } from "drizzle-orm";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type GoogleFlowRow = Schema["googleFlows"]["$inferSelect"];
export type NewGoogleFlow = Schema["googleFlows"]["$inferInsert"];

type WhichFlow = Pick<GoogleFlowRow, "hash" | "step"> & { readonly now: number };

export async function insertGoogleFlow({ db, t }: Tx, flow: NewGoogleFlow): Promise<void> {
  await db.insert(t.googleFlows).values(flow);
}

/** Null: unknown, ended by time, or at another step. */
export async function findGoogleFlow({ db, t }: Reader, { hash, step, now }: WhichFlow): Promise<GoogleFlowRow | null> {
  const [row] = await db
    .select()
    .from(t.googleFlows)
    .where(and(eq(t.googleFlows.hash, hash), eq(t.googleFlows.step, step), gt(t.googleFlows.expiresAt, now)));
  return row ?? null;
}

/** Uses the flow up: of two at once exactly one gets it. Null as in `findGoogleFlow`. */
export async function takeGoogleFlow({ db, t }: Tx, { hash, step, now }: WhichFlow): Promise<GoogleFlowRow | null> {
  const [row] = await db
    .delete(t.googleFlows)
    .where(and(eq(t.googleFlows.hash, hash), eq(t.googleFlows.step, step), gt(t.googleFlows.expiresAt, now)))
    .returning();
  return row ?? null;
}

/** Removes what ended before `before`; returns how many. */
export async function pruneGoogleFlows({ db, t }: Tx, before: number): Promise<number> {
  return (await db.delete(t.googleFlows).where(lt(t.googleFlows.expiresAt, before)).returning({ hash: t.googleFlows.hash }))
    .length;
}
