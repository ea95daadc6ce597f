import type { Sql, TransactionSql } from "postgres";
import { tableNames } from "../backup/held.ts";
import { knownMigrations, migrationTable, missingMigrations, refuseIncomplete, type Migration } from "../migrations.ts";
import type { StoreOptions } from "../store.ts";
import { DatabaseRefused, driverError } from "../trouble.ts";

/** Any number that only this product's migrations and restores lock. */
export const lockKey = 7_205_759_403;

/** Brings the database up to date in one transaction and ends the client; other nodes that start meanwhile wait for it. */
export async function migratePostgres(client: Sql, onMigration: StoreOptions["onMigration"]): Promise<void> {
  try {
    await client.begin(async (tx) => {
      await tx`select set_config('statement_timeout', '0', true), set_config('client_min_messages', 'warning', true)`;
      await tx`select pg_advisory_xact_lock(${lockKey})`;
      await tx.unsafe(migrationTable);
      const applied = await tx<{ made_at: string }[]>`select made_at from schema_migrations`;
      const known = knownMigrations("postgres");
      for (const migration of missingMigrations(
        known,
        applied.map((row) => Number(row.made_at)),
      )) {
        if (applied.length > 0) onMigration(migration.name);
        await applyMigration(tx, migration);
      }
      refuseIncomplete(await lostTables(tx));
    });
  } catch (error) {
    throw postgresRefused(error);
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** Those of ours that are not there. */
export async function lostTables(tx: TransactionSql): Promise<readonly string[]> {
  const rows = await tx<{ name: string }[]>`
    select name from json_array_elements_text(${JSON.stringify(tableNames)}::text::json) as name where to_regclass(name) is null`;
  return rows.map(({ name }) => name);
}

/** Within the caller's transaction. */
export async function applyMigration(tx: TransactionSql, { statements, madeAt }: Migration): Promise<void> {
  for (const statement of statements) await tx.unsafe(statement);
  await tx`insert into schema_migrations (made_at) values (${madeAt})`;
}

/** Why the database cannot be used, as one sentence for the operator. */
export function postgresRefused(error: unknown): DatabaseRefused {
  if (error instanceof DatabaseRefused) return error;
  const { code, message } = driverError(error);
  const why = `${message.replace(/\.$/, "")}${code === undefined ? "" : ` (${code})`}`;
  return new DatabaseRefused(`The Postgres database cannot be used: ${why}.`);
}
