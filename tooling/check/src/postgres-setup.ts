/** For those who run `vitest` directly: a Postgres for the run, unless `npm test` or the caller has provided one. */
import { startPostgres } from "./postgres.ts";

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const given = process.env["RELAYDECK_TEST_POSTGRES_URL"] ?? process.env["TEST_DATABASE_URL"];
  if (given !== undefined && given !== "") {
    process.env["RELAYDECK_TEST_POSTGRES_URL"] = given;
    return undefined;
  }
  const started = await startPostgres();
  if (!started.ok) throw new Error(started.error);
  process.env["RELAYDECK_TEST_POSTGRES_URL"] = started.value.url;
  return started.value.stop;
}
