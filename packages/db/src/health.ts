import type { Clock } from "@relaydeck/kit/clock";
import { eq } from "drizzle-orm";
import type { Store, Tx } from "./store.ts";

/** Longest that a database may take to count as healthy, in milliseconds. */
const patienceMs = 1_000;

/** True when a write of nothing goes through in time: it takes a lock that all others need, and syncs nothing. [ST-2] */
export function isHealthy(write: Store["write"], clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = clock.after(patienceMs, () => resolve(false));
    function finish(isUp: boolean) {
      stop();
      resolve(isUp);
    }
    write(changeNothing).then(
      () => finish(true),
      () => finish(false),
    );
  });
}

/** A file has one lock for all writers; Postgres has one for each table, and every change of the product numbers itself in this one. */
async function changeNothing({ db, t }: Tx): Promise<void> {
  const { name } = t.counters;
  await db.update(t.counters).set({ value: 0 }).where(eq(name, ""));
}
