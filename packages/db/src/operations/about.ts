/** What a database says of itself; the few questions that the two dialects do not share. */
import { count, sql } from "drizzle-orm";
import type { Store } from "../store.ts";

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
