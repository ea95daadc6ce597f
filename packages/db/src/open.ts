import type { Clock } from "@relaydeck/kit/clock";
import { systemRandom } from "@relaydeck/kit/random";
import { openPostgres } from "./postgres/open.ts";
import { openSqlite } from "./sqlite/open.ts";
import type { Store, StoreOptions } from "./store.ts";
import { DatabaseRefused } from "./trouble.ts";

/**
 * Opens the database and brings it to this program's version.
 *
 * Throws `DatabaseRefused` with one sentence for the operator when it cannot be used: unreadable, unreachable, newer.
 */
export async function openStore(options: { url: string; clock: Clock } & Partial<StoreOptions>): Promise<Store> {
  const complete: StoreOptions = { ...defaults, random: systemRandom(), ...options };
  if (options.url.startsWith("file:")) return openSqlite(complete);
  if (/^postgres(ql)?:\/\//.test(options.url)) return openPostgres(complete);
  throw new DatabaseRefused("The database address must begin with file: or postgres://.");
}

const defaults = { poolSize: 10, report: rethrow, onMigration: () => {} };

/** Without somebody to tell, a defect surfaces where the process sees uncaught errors. */
function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
