import { and, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { once } from "../dialect/once.ts";
import type { Reader } from "../store.ts";
import type { CommandRow } from "./commands.ts";

const disagreements = once(({ db, t }: Reader) => {
  const { state, disagrees, contradictedAt } = t.relayCommands;
  const isDue = lte(contradictedAt, sql.placeholder("contradictedBefore"));
  return db
    .select()
    .from(t.relayCommands)
    .where(and(inArray(state, ["acknowledged", "unconfirmed"]), eq(disagrees, false), isDue))
    .limit(200)
    .prepare("disagreements_due");
});

/** Commands that were contradicted long enough ago to say so, and of which nothing was said yet. [D54] */
export function disagreementsDue(from: Reader, when: { contradictedBefore: number }): Promise<CommandRow[]> {
  return disagreements(from).execute(when);
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
