import { and, eq, lte, sql } from "drizzle-orm";
import { once } from "../dialect/once.ts";
import type { Reader } from "../store.ts";
import type { ShareRow } from "./store.ts";

const expired = once(({ db, t }: Reader) => {
  const { isActive, expiresAt } = t.deviceShares;
  return db
    .select()
    .from(t.deviceShares)
    .where(and(eq(isActive, true), lte(expiresAt, sql.placeholder("now"))))
    .limit(sql.placeholder("limit"))
    .prepare("expired_shares");
});

/** Active shares whose end has come; they grant nothing already, but their people were not told. [WS-5] */
export function expiredShares(from: Reader, of: { now: number; limit: number }): Promise<ShareRow[]> {
  return expired(from).execute(of);
}
