import { filePath } from "../sqlite/file.ts";
import { openConnection } from "../sqlite/connection.ts";
import type { BulkTarget } from "./bulk.ts";

/** Memory for pages, in KiB: indexes that do not fit are read anew for every row. */
const cacheKib = 1_500_000;

export function openSqliteBulk(url: string): BulkTarget {
  const connection = openConnection(filePath(url));
  connection.pragma("synchronous = off");
  connection.pragma(`cache_size = -${cacheKib}`);
  return {
    async insert({ name, columns }, rows) {
      const statement = connection.prepare(
        `insert into ${name} (${columns.map((column) => `"${column}"`).join()}) values (${columns.map(() => "?").join()})`,
      );
      const all = connection.transaction(() => {
        for (const row of rows) statement.run(...row);
      });
      all.immediate();
    },
    async close() {
      connection.pragma("wal_checkpoint(truncate)");
      connection.close();
    },
  };
}
