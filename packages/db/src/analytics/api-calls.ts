/** The log of calls to the cloud, for analytics. */
import { chunksOf } from "../dialect/chunks.ts";
import type { Schema } from "../schema.ts";
import type { Tx } from "../store.ts";

export type NewApiCall = Schema["particleApiCalls"]["$inferInsert"];

/** Twelve values a row; SQLite binds at most 32,766. */
const rowsPerStatement = 500;

export async function insertApiCalls({ db, t }: Tx, calls: readonly NewApiCall[]): Promise<void> {
  for (const chunk of chunksOf(calls, rowsPerStatement)) await db.insert(t.particleApiCalls).values(chunk);
}
