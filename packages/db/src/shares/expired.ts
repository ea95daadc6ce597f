import { and, eq, lte } from "drizzle-orm";
import type { Reader } from "../store.ts";
import type { ShareRow } from "./store.ts";

/** Active shares whose end has come; they grant nothing already, but their people were not told. [WS-5] */
export function expiredShares({ db, t }: Reader, { now, limit }: { now: number; limit: number }): Promise<ShareRow[]> {
  const { deviceShares: shares } = t;
  return db
    .select()
    .from(shares)
    .where(and(eq(shares.isActive, true), lte(shares.expiresAt, now)))
    .limit(limit);
}
