import { present } from "@relaydeck/kit/assert";
import type { Prepared } from "../prepared.ts";
import type { Connection } from "./connection.ts";

/** Hot statements on the writer's connection, inside its transaction. */
export function sqlitePrepared(writer: Connection): Prepared {
  // The only writer holds the lock already, so a plain look is as good as a locking one.
  const lease = writer.prepare<[string, number], { held: number }>(
    "select count(*) as held from leases where name = ? and fencing = ?",
  );
  return {
    holdsLease: async (name, fencing) => present(lease.get(name, fencing), "count(*) answers").held === 1,
  };
}
