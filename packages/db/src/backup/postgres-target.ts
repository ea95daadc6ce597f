import type { TransactionSql } from "postgres";
import { migrationTable } from "../migrations.ts";
import { applyMigration, lockKey } from "../postgres/migrate.ts";
import { namesIn } from "./held.ts";
import { inTransaction } from "./postgres-client.ts";
import type { Portion, Target } from "./restore.ts";

/** A server that starts meanwhile waits for the same lock, and then finds everything there. */
export async function withPostgresTarget(url: string, work: (target: Target) => Promise<void>): Promise<void> {
  await inTransaction(url, "", async (tx) => {
    await tx`select pg_advisory_xact_lock(${lockKey})`;
    await work(targetOn(tx));
  });
}

function targetOn(tx: TransactionSql): Target {
  return {
    dialect: "postgres",
    async tables() {
      const rows = await tx<{ tablename: string }[]>`select tablename from pg_tables where schemaname = current_schema()`;
      return rows.map(({ tablename }) => tablename);
    },
    async columns(table) {
      const rows = await tx<{ name: string }[]>`select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table}`;
      return rows.map(({ name }) => name);
    },
    holdsRows: async (table) => (await tx.unsafe(`select 1 from "${table}" limit 1`)).length > 0,
    async applied() {
      await tx.unsafe(migrationTable);
      const rows = await tx<{ made_at: string }[]>`select made_at from schema_migrations`;
      return rows.map((row) => Number(row.made_at));
    },
    apply: (migration) => applyMigration(tx, migration),
    insert: (portion) => insert(tx, portion),
    run: async (statement) => void (await tx.unsafe(statement)),
    // So that the first questions are not planned as of empty tables.
    last: { what: "counting for its plans", run: async () => void (await tx.unsafe("analyze")) },
  };
}

/** All rows travel in one JSON value, which the table's own types read. */
async function insert(tx: TransactionSql, { table, rows }: Portion): Promise<void> {
  if (rows.length === 0) return;
  const named = rows.map((row) => Object.fromEntries(table.columns.map(({ name }, index) => [name, row[index]])));
  const names = namesIn(table);
  await tx.unsafe(
    `insert into "${table.name}" (${names}) select ${names} from json_populate_recordset(null::"${table.name}", $1::text::json)`,
    [JSON.stringify(named)],
  );
}
