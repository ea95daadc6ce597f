/** Commands that were begun but not sent die with the right, the session or the person behind them. [SE-5, AZ-2] */
import { lockUnsent, unsentCommandsOf, type Unsent } from "@relaydeck/db/relays/unsent";
import type { Tx } from "@relaydeck/db/store";
import type { Ground } from "../ground.ts";
import { applyEvidence } from "./apply.ts";
import { sceneOf } from "./relay-line.ts";

/**
 * Cancels them in the caller's transaction; what is already sent is beyond recall and stays. A caller that locks more than users
 * and devices before has held their devices first.
 */
export async function cancelUnsentCommands(tx: Tx, of: Unsent, deps: Pick<Ground, "clock" | "random">): Promise<void> {
  if (!(await lockUnsent(tx, of))) return;
  for (const command of await unsentCommandsOf(tx, of)) {
    await applyEvidence(tx, { command, evidence: { kind: "ended", code: "ACCESS_ENDED" } }, await sceneOf(tx, command, deps));
  }
}
