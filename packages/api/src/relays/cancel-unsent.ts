/** Commands that were begun but not sent die with the right, the session or the person behind them. [SE-5, AZ-2] */
import { unsentCommandsOf } from "@relaydeck/db/relays/commands";
import type { Tx } from "@relaydeck/db/store";
import type { Ground } from "../ground.ts";
import { applyEvidence } from "./apply.ts";
import { sceneOf } from "./relay-line.ts";

/** Whose unsent commands; the fields that are given must all match. */
export interface Unsent {
  readonly actorId?: string;
  readonly deviceId?: string;
  readonly sessionIds?: readonly string[];
}

/** Cancels them in the caller's transaction; what is already sent is beyond recall and stays. */
export async function cancelUnsentCommands(tx: Tx, of: Unsent, deps: Pick<Ground, "clock" | "random">): Promise<void> {
  const found = await unsentCommandsOf(tx, of);
  // A report that is being stored tells them with their device, so these are held first, in the order of accounts/lock.ts. [C3]
  for (const deviceId of [...new Set(found.map((command) => command.deviceId))].toSorted())
    await tx.prepared.lockDevice(deviceId);
  for (const command of found.length === 0 ? found : await unsentCommandsOf(tx, of)) {
    await applyEvidence(tx, { command, evidence: { kind: "ended", code: "ACCESS_ENDED" } }, await sceneOf(tx, command, deps));
  }
}
