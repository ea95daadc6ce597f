/**
 * A Postgres store for the tests of a suite, one after the other: to open one and to plan its first statements takes longer than
 * most of them.
 */
import type { Disposer } from "@relaydeck/kit/disposer";
import { tableNames } from "../backup/held.ts";
import type { Store } from "../store.ts";
import { openPlainSql } from "./plain-sql.ts";
import type { TestStore } from "./stores.ts";

export interface EmptiedStore extends TestStore {
  /**
   * Waits for the writes under way, lets all listeners go and removes every row. The numbers of the live log go on. Stores that
   * were opened `again` stay open; what they write is for the test to wait for.
   */
  readonly empty: () => Promise<void>;
}

/** All rows in one transaction, whichever refers to whichever. The store has read the live log up to a number, so its counter stays. */
const emptied = [
  "begin",
  "set local session_replication_role = replica",
  "delete from counters where name <> 'live'",
  ...tableNames.filter((name) => name !== "counters").map((name) => `delete from "${name}"`),
  "commit",
].join(";");

/** Takes a store over; closing is left to `close` of what it gives. */
export function emptiedStore(place: TestStore): EmptiedStore {
  const sql = openPlainSql(place.url);
  const writes: Promise<unknown>[] = [];
  const listeners: Disposer[] = [];
  let numberBefore = 0;
  const store: Store = {
    ...place.store,
    write(work, options) {
      const write = place.store.write(work, options);
      writes.push(write);
      return write;
    },
    onLive(listener) {
      const leave = place.store.onLive((events) => {
        // What the last test told may be heard as late as in this one.
        const ofTheTest = events.filter(({ number }) => number > numberBefore);
        if (ofTheTest.length > 0) listener(ofTheTest);
      });
      listeners.push(leave);
      return leave;
    },
  };
  return {
    ...place,
    store,
    async empty() {
      while (writes.length > 0) await Promise.allSettled(writes.splice(0));
      for (const leave of listeners.splice(0)) leave();
      await sql.all(emptied);
      const [live] = await sql.all("select value from counters where name = 'live'");
      numberBefore = Number(live?.["value"] ?? 0);
    },
    async close() {
      await sql.close();
      await place.close();
    },
  };
}
