import { and, eq, gte, inArray, lte } from "drizzle-orm";
import type { Reader } from "../store.ts";
import type { CommandRow } from "./commands.ts";

/** Commands that were contradicted long enough ago to say so, and of which nothing was said yet. [D54] */
export function disagreementsDue(
  { db, t }: Reader,
  { contradictedBefore }: { contradictedBefore: number },
): Promise<CommandRow[]> {
  const { state, disagrees, contradictedAt } = t.relayCommands;
  return db
    .select()
    .from(t.relayCommands)
    .where(and(inArray(state, ["acknowledged", "unconfirmed"]), eq(disagrees, false), lte(contradictedAt, contradictedBefore)))
    .limit(200);
}

/** Commands whose outcome is unknown, requested since then; only data of the device can tell what became of them. */
export function unconfirmedCommands({ db, t }: Reader, { since }: { since: number }): Promise<CommandRow[]> {
  const { state, requestedAt } = t.relayCommands;
  return db
    .select()
    .from(t.relayCommands)
    .where(and(eq(state, "unconfirmed"), gte(requestedAt, since)))
    .limit(500);
}
