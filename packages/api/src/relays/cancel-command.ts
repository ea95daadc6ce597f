import type { Command } from "@relaydeck/contract/relays";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findCommand } from "@relaydeck/db/relays/commands";
import { DatabaseUnavailable } from "@relaydeck/db/trouble";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Caller } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { reachFor } from "../devices/access.ts";
import { notKnownMessage } from "./answer.ts";
import { applyEvidence } from "./apply.ts";
import { sceneOf } from "./relay-line.ts";
import { commandShownTo } from "./switch-relay.ts";

type CancelDeps = Pick<Ground, "clock" | "random" | "store">;
type Cancelling = { readonly caller: Caller; readonly commandId: string };

/** Takes back the caller's own command while it is unsent; a sent one is answered as it stands. */
export async function cancelCommand(deps: CancelDeps, asked: Cancelling): Promise<Result<Command, Refusal>> {
  const refused = await cancel(deps, asked).catch((error: unknown) => refuseNotKnown(error, (trouble) => trouble.isInDoubt));
  if (refused !== null) return refused;
  return shownNow(deps, asked).catch((error: unknown) => refuseNotKnown(error, () => true));
}

/** Null where it was the caller's to cancel. */
function cancel(deps: CancelDeps, asked: Cancelling): Promise<Result<never, Refusal> | null> {
  const { userId, program } = asked.caller;
  return deps.store.write(async (tx) => {
    const command = await findCommand(tx, asked.commandId);
    if (command === null || command.actorId !== userId) return refuse("NOT_FOUND");
    await tx.prepared.lockDevice(command.deviceId);
    const allowed = await reachFor(tx, "cancel", { deviceId: command.deviceId, userId, program, now: deps.clock.now() });
    if (!allowed.ok) return allowed;
    await applyEvidence(tx, { command, evidence: { kind: "ended", code: "CANCELLED" } }, await sceneOf(tx, command, deps));
    return null;
  });
}

async function shownNow(deps: CancelDeps, asked: Cancelling): Promise<Result<Command, Refusal>> {
  const command = await commandShownTo(deps, asked);
  return command === null ? refuse("NOT_FOUND") : ok(command.shown);
}

/**
 * A commit without an answer may have cancelled the command, and once it is stored nobody may say that nothing happened: what
 * cannot be read then is not known. [C1, ST-2]
 */
function refuseNotKnown(error: unknown, isNotKnown: (trouble: DatabaseUnavailable) => boolean): Result<never, Refusal> {
  if (error instanceof DatabaseUnavailable && isNotKnown(error)) return refuse("UNCONFIRMED", { message: notKnownMessage });
  throw error;
}
