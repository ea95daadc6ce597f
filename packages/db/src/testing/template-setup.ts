/** For a run of the database tests: one migrated database on their Postgres, of which each test gets a copy. */
import { systemClock } from "@relaydeck/kit/clock";
import { openStore } from "../open.ts";
import { createTestDatabase } from "./postgres.ts";

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Two projects have such tests, in one run.
  if (process.env["RELAYDECK_TEST_POSTGRES_TEMPLATE"] !== undefined) return undefined;
  const template = await createTestDatabase();
  const store = await openStore({ url: template.url, clock: systemClock({ unref: true }) });
  await store.close();
  process.env["RELAYDECK_TEST_POSTGRES_TEMPLATE"] = new URL(template.url).pathname.slice(1);
  return template.drop;
}
