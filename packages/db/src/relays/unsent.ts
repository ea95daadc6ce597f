/** Commands that were begun but not sent, by what they die with: a person's right, a session or token, a device. [SE-5, AZ-2] */
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Reader, Tx } from "../store.ts";
import type { CommandRow } from "./commands.ts";

/** Whose unsent commands; the fields that are given must all match. */
export interface Unsent {
  readonly actorId?: string;
  readonly deviceId?: string;
  /** Of sessions, and of tokens for programs. */
  readonly sessionIds?: readonly string[];
}

/** In order of acceptance. */
export function unsentCommandsOf({ db, t }: Reader, of: Unsent): Promise<CommandRow[]> {
  const { state, actorId, deviceId, sessionId, acceptedOrder } = t.relayCommands;
  return db
    .select()
    .from(t.relayCommands)
    .where(
      and(
        eq(state, "requested"),
        of.actorId === undefined ? undefined : eq(actorId, of.actorId),
        of.deviceId === undefined ? undefined : eq(deviceId, of.deviceId),
        of.sessionIds === undefined ? undefined : inArray(sessionId, [...of.sessionIds]),
      ),
    )
    .orderBy(asc(acceptedOrder));
}

/**
 * Holds the devices of all of them until the transaction ends, in the one order; false: there is none. Reports tell these commands
 * with their device [C3], so who ends something that leaves some unsent does this before all but users: see accounts/lock.ts.
 */
export async function lockUnsent(tx: Tx, ...ended: readonly Unsent[]): Promise<boolean> {
  const found: CommandRow[] = [];
  for (const of of ended) found.push(...(await unsentCommandsOf(tx, of)));
  for (const deviceId of [...new Set(found.map((command) => command.deviceId))].toSorted())
    await tx.prepared.lockDevice(deviceId);
  return found.length > 0;
}
