import { sql } from "drizzle-orm";
import type { PgDatabase } from "drizzle-orm/pg-core";
import type { PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import type { Prepared } from "../prepared.ts";

export type PostgresQueries = PgDatabase<PostgresJsQueryResultHKT>;

/** Hot statements inside one transaction. */
export function postgresPrepared(db: PostgresQueries): Prepared {
  return {
    async holdsLease(name, fencing) {
      const rows = await db.execute(sql`select 1 from leases where name = ${name} and fencing = ${fencing} for share`);
      return rows.length === 1;
    },
  };
}
