import type { TransactionSql } from "postgres";
import { lostTables } from "../postgres/migrate.ts";
import { NoDatabase, withoutStatement } from "../trouble.ts";
import { namesIn, rowsAtOnce, type HeldRow, type HeldTable } from "./held.ts";
import { inTransaction } from "./postgres-client.ts";
import type { Snapshot } from "./snapshot.ts";

/** Every statement of the transaction sees what was committed when its first began. */
export function withPostgresSnapshot<R>(url: string, work: (snapshot: Snapshot) => Promise<R>): Promise<R> {
  return inTransaction(url, "isolation level repeatable read read only", async (tx) => {
    const [ours] = await tx<{ found: boolean }[]>`select to_regclass('schema_migrations') is not null as found`;
    if (ours?.found !== true) throw new NoDatabase("The Postgres database holds nothing of this program.");
    const applied = await tx<{ made_at: string }[]>`select made_at from schema_migrations`;
    const lost = await lostTables(tx);
    return work({ applied: applied.map((row) => Number(row.made_at)), lost, rows: (table) => rowsOf(tx, table) });
  });
}

async function* rowsOf(tx: TransactionSql, table: HeldTable): AsyncGenerator<readonly HeldRow[]> {
  const found = tx.unsafe<Record<string, unknown>[]>(`select ${namesIn(table)} from "${table.name}"`).cursor(rowsAtOnce);
  try {
    for await (const rows of found)
      yield rows.map((row) => table.columns.map(({ name, kind }) => (kind === "number" ? asNumber(row[name]) : row[name])));
  } catch (error) {
    throw withoutStatement(error);
  }
}

/** The driver gives whole numbers of 64 bits as text. */
function asNumber(value: unknown): number | null {
  return value === null ? null : Number(value);
}
