import { and, eq, gte, inArray, lte, sql } from "drizzle-orm";
import { once } from "../dialect/once.ts";
import type { Reader } from "../store.ts";
import type { CommandRow } from "./commands.ts";

const disagreements = once(({ db, t }: Reader) => {
  const { id, deviceId, relayNumber, state, disagrees, contradictedAt } = t.relayCommands;
  const isLast = and(eq(t.relays.deviceId, deviceId), eq(t.relays.number, relayNumber), eq(t.relays.lastCommandId, id));
  const isDue = lte(contradictedAt, sql.placeholder("contradictedBefore"));
  return db
    .select({ command: t.relayCommands })
    .from(t.relayCommands)
    .innerJoin(t.relays, isLast)
    .where(and(inArray(state, ["acknowledged", "unconfirmed"]), eq(disagrees, false), isDue))
    .limit(200)
    .prepare("disagreements_due");
});

/**
 * Commands that were contradicted long enough ago to say so, and of which nothing was said yet. Only the last one that left for its
 * relay: where the relay is now says nothing of an older one. [D54, CM-6]
 */
export async function disagreementsDue(from: Reader, when: { contradictedBefore: number }): Promise<CommandRow[]> {
  return (await disagreements(from).execute(when)).map(({ command }) => command);
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
