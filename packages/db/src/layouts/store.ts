/** Saved dashboards. Of one person at most one is the default; the flag moves in one transaction. [D4, D5] */
import { present } from "@relaydeck/kit/assert";
import { and, asc, eq, isNull } from "drizzle-orm";
import { isEmpty } from "../dialect/chunks.ts";
import type { Schema } from "../schema.ts";
import type { Reader, Tx } from "../store.ts";

export type LayoutRow = Schema["dashboardLayouts"]["$inferSelect"];
export type NewLayout = Omit<Schema["dashboardLayouts"]["$inferInsert"], "isDefault">;
export type LayoutPatch = Partial<Pick<LayoutRow, "name" | "layout" | "updatedAt" | "deletedAt">>;

export async function insertLayout({ db, t }: Tx, layout: NewLayout): Promise<LayoutRow> {
  const [row] = await db.insert(t.dashboardLayouts).values(layout).returning();
  return present(row, "An insert returns its row");
}

/** Oldest first. */
export function listLayouts({ db, t }: Reader, userId: string): Promise<LayoutRow[]> {
  const { dashboardLayouts: layouts } = t;
  return db
    .select()
    .from(layouts)
    .where(and(eq(layouts.userId, userId), isNull(layouts.deletedAt)))
    .orderBy(asc(layouts.createdAt), asc(layouts.id));
}

/** Which layout; another person's is not found. */
export interface LayoutAt {
  readonly id: string;
  readonly userId: string;
}

export async function findLayout({ db, t }: Reader, at: LayoutAt): Promise<LayoutRow | null> {
  const [row] = await db
    .select()
    .from(t.dashboardLayouts)
    .where(and(isIt(t, at), isNull(t.dashboardLayouts.deletedAt)));
  return row ?? null;
}

/** Also one in the bin; for undo. */
export async function findLayoutEvenDeleted({ db, t }: Reader, at: LayoutAt): Promise<LayoutRow | null> {
  const [row] = await db.select().from(t.dashboardLayouts).where(isIt(t, at));
  return row ?? null;
}

/** Also deleted ones, so that `deletedAt: null` takes a deletion back. Null: no such row. */
export async function updateLayout({ db, t }: Tx, at: LayoutAt, patch: LayoutPatch): Promise<LayoutRow | null> {
  if (isEmpty(patch)) return (await db.select().from(t.dashboardLayouts).where(isIt(t, at)))[0] ?? null;
  const [row] = await db.update(t.dashboardLayouts).set(patch).where(isIt(t, at)).returning();
  return row ?? null;
}

/** Makes this one the default, or none with `id` null. Null: no such layout; then nothing changes. */
export async function setDefaultLayout(
  tx: Tx,
  at: { id: string | null; userId: string; now: number },
): Promise<LayoutRow | null> {
  const { db, t } = tx;
  const { dashboardLayouts: layouts } = t;
  const target = at.id === null ? null : await findLayout(tx, { id: at.id, userId: at.userId });
  if (at.id !== null && target === null) return null;
  await db
    .update(layouts)
    .set({ isDefault: false, updatedAt: at.now })
    .where(and(eq(layouts.userId, at.userId), eq(layouts.isDefault, true)));
  if (target === null) return null;
  const [row] = await db.update(layouts).set({ isDefault: true, updatedAt: at.now }).where(eq(layouts.id, target.id)).returning();
  return row ?? null;
}

function isIt({ dashboardLayouts: layouts }: Schema, at: LayoutAt) {
  return and(eq(layouts.id, at.id), eq(layouts.userId, at.userId));
}
