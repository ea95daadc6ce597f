import type { Sql } from "postgres";
import { knownMigrations, migrationTable, missingMigrations } from "../migrations.ts";
import { DatabaseRefused, driverError } from "../trouble.ts";

/** Any number that only this product's migrations lock. */
const lockKey = 7_205_759_403;

/** Brings the database up to date in one transaction and ends the client; other nodes that start meanwhile wait for it. */
export async function migratePostgres(client: Sql): Promise<void> {
  try {
    await client.begin(async (tx) => {
      await tx`select set_config('statement_timeout', '0', true), set_config('client_min_messages', 'warning', true)`;
      await tx`select pg_advisory_xact_lock(${lockKey})`;
      await tx.unsafe(migrationTable);
      const applied = await tx<{ made_at: string }[]>`select made_at from schema_migrations`;
      const known = knownMigrations(new URL("../../migrations/pg", import.meta.url));
      for (const migration of missingMigrations(
        known,
        applied.map((row) => Number(row.made_at)),
      )) {
        for (const statement of migration.statements) await tx.unsafe(statement);
        await tx`insert into schema_migrations (made_at) values (${migration.madeAt})`;
      }
    });
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
    const { code, message } = driverError(error);
    throw new DatabaseRefused(
      `The Postgres database cannot be used: ${message.replace(/\.$/, "")}${code === undefined ? "" : ` (${code})`}.`,
    );
  } finally {
    await client.end({ timeout: 1 });
  }
}
