/** Which devices are new to the installation. */
import { and, gte, isNull, lt } from "drizzle-orm";
import type { Reader } from "../store.ts";

/** Living devices that came within the stretch, and when: epoch ms by id. By the index of the console's usual order. */
export async function bornWithin(
  { db, t }: Reader,
  { from, to }: { from: number; to: number },
): Promise<ReadonlyMap<string, number>> {
  const { id, createdAt, deletedAt } = t.devices;
  const rows = await db
    .select({ id, createdAt })
    .from(t.devices)
    .where(and(isNull(deletedAt), gte(createdAt, from), lt(createdAt, to)));
  return new Map(rows.map((row) => [row.id, row.createdAt]));
}
