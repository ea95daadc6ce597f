import type { Command } from "@relaydeck/contract/relays";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findCommand } from "@relaydeck/db/relays/commands";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Caller } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { reachFor } from "../devices/access.ts";
import { applyEvidence } from "./apply.ts";
import { sceneOf } from "./relay-line.ts";
import { commandShownTo } from "./switch-relay.ts";

/** Takes back the caller's own command while it is unsent; a sent one is answered as it stands. */
export async function cancelCommand(
  deps: Pick<Ground, "clock" | "random" | "store">,
  asked: { caller: Caller; commandId: string },
): Promise<Result<Command, Refusal>> {
  const { userId, program } = asked.caller;
  const refused = await deps.store.write(async (tx) => {
    const command = await findCommand(tx, asked.commandId);
    if (command === null || command.actorId !== userId) return refuse("NOT_FOUND");
    const allowed = await reachFor(tx, "cancel", { deviceId: command.deviceId, userId, program, now: deps.clock.now() });
    if (!allowed.ok) return allowed;
    await applyEvidence(tx, { command, evidence: { kind: "ended", code: "CANCELLED" } }, await sceneOf(tx, command, deps));
    return null;
  });
  if (refused !== null) return refused;
  const command = await commandShownTo(deps, asked);
  return command === null ? refuse("NOT_FOUND") : ok(command.shown);
}
