/** What a database says of itself; the few questions that the two dialects do not share. */
import { count, sql } from "drizzle-orm";
import { openCommandCondition } from "../relays/tables.ts";
import type { Reader, Store } from "../store.ts";

export interface DatabaseAbout {
  /** As the database numbers itself, such as `3.51.0`. */
  readonly version: string;
  /** Of the data with its indexes; on SQLite without what its log has not moved into the file yet. */
  readonly sizeBytes: number;
  /** Migrations that were applied. */
  readonly migrations: number;
}

const words = {
  sqlite: {
    version: sql<string>`sqlite_version()`,
    bytes: sql`page_count * page_size`,
    of: sql`pragma_page_count(), pragma_page_size()`,
  },
  postgres: {
    version: sql<string>`current_setting('server_version')`,
    bytes: sql`pg_database_size(current_database())`,
    of: sql`(select 1) as one`,
  },
} as const;

export async function aboutDatabase({ dialect, read }: Pick<Store, "dialect" | "read">): Promise<DatabaseAbout> {
  const { version, bytes, of } = words[dialect];
  const [about] = await read.db.select({ version, sizeBytes: bytes.mapWith(Number) }).from(of);
  const [applied] = await read.db.select({ migrations: count() }).from(sql`schema_migrations`);
  return { version: about?.version ?? "", sizeBytes: about?.sizeBytes ?? 0, migrations: applied?.migrations ?? 0 };
}

/** Commands that are not sent yet, and those whose call to the cloud is not over. [CM-7] */
export async function countOpenCommands({ db, t }: Reader): Promise<{ waiting: number; atCloud: number }> {
  const { state } = t.relayCommands;
  const rows = await db
    .select({ state, rows: count() })
    .from(t.relayCommands)
    .where(sql.raw(openCommandCondition))
    .groupBy(state);
  const waiting = rows.find((row) => row.state === "requested")?.rows ?? 0;
  return { waiting, atCloud: rows.reduce((sum, row) => sum + row.rows, 0) - waiting };
}
