import { and, desc, eq, inArray, ne } from "drizzle-orm";
import type { Tx } from "../store.ts";

/** Keeps the `keep` browsers of this user that signed in last and forgets the others; returns how many went. */
export async function forgetOldBrowsers({ db, t }: Tx, { userId, keep }: { userId: string; keep: number }): Promise<number> {
  const rows = await db
    .select({ hash: t.knownBrowsers.hash })
    .from(t.knownBrowsers)
    .where(eq(t.knownBrowsers.userId, userId))
    .orderBy(desc(t.knownBrowsers.lastUsedAt), desc(t.knownBrowsers.hash));
  const old = rows.slice(keep).map((row) => row.hash);
  if (old.length > 0)
    await db.delete(t.knownBrowsers).where(and(eq(t.knownBrowsers.userId, userId), inArray(t.knownBrowsers.hash, old)));
  return old.length;
}

/** Forgets all browsers of this user but the one with this hash; null: all. */
export async function forgetBrowsersBut({ db, t }: Tx, { userId, hash }: { userId: string; hash: string | null }): Promise<void> {
  const { knownBrowsers: known } = t;
  await db.delete(known).where(and(eq(known.userId, userId), hash === null ? undefined : ne(known.hash, hash)));
}
