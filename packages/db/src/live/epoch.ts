import { present } from "@relaydeck/kit/assert";
import { eq } from "drizzle-orm";
import type { Store } from "../store.ts";

/**
 * The tag of this database's log, made once with the database: an id of another database never resumes here. [WS-9]
 *
 * `fresh` is taken when there is none yet. It is kept as the name of a counter row, so that it needs no table of its own.
 */
export async function logEpoch(store: Store, fresh: string): Promise<string> {
  return store.write(async ({ db, t }) => {
    const { name, value } = t.counters;
    const known = await db.select({ name }).from(t.counters).where(eq(value, epochMark));
    const found = known.find((row) => row.name.startsWith(prefix));
    if (found !== undefined) return found.name.slice(prefix.length);
    const [row] = await db
      .insert(t.counters)
      .values({ name: `${prefix}${fresh}`, value: epochMark })
      .returning();
    return present(row, "An insert returns its row").name.slice(prefix.length);
  });
}

const prefix = "epoch ";
/** No series counts below zero, so the row can be found by it. */
const epochMark = -1;
