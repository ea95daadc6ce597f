/** Clearing empties the caller's own view of the log, and can be undone; the record is kept, and the clear goes to the audit. [D45] */
import type { ActivityCleared, ActivityView } from "@relaydeck/contract/activity";
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import { findUserById, updateUser } from "@relaydeck/db/accounts/store";
import { audit } from "../audit/audit.ts";
import type { Caller, RequestFacts } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { toLiveEvent } from "../live/append.ts";

interface Asked {
  readonly caller: Caller;
  readonly request: RequestFacts;
}

export async function clearActivity(deps: Pick<Ground, "store" | "clock">, asked: Asked): Promise<ActivityCleared> {
  const clearedAt = deps.clock.now();
  await setView(deps, asked, { clearedAt, action: "activity.cleared" });
  return { message: "Activity logs cleared", clearedAt: toInstant(clearedAt) };
}

/** `clearedAt` as it was before: epoch ms, null = the whole log. Never later than now. */
export async function restoreActivity(
  deps: Pick<Ground, "store" | "clock">,
  asked: Asked & { clearedAt: number | null },
): Promise<ActivityView> {
  const clearedAt = asked.clearedAt === null ? null : Math.min(asked.clearedAt, deps.clock.now());
  await setView(deps, asked, { clearedAt, action: "activity.restored" });
  return { clearedAt: toInstantOrNull(clearedAt) };
}

export async function activityView({ store }: Pick<Ground, "store">, caller: Caller): Promise<ActivityView> {
  const user = await findUserById(store.read, caller.userId);
  return { clearedAt: toInstantOrNull(user?.activityClearedAt) };
}

function setView(
  deps: Pick<Ground, "store" | "clock">,
  { caller, request }: Asked,
  view: { clearedAt: number | null; action: string },
): Promise<void> {
  const { userId } = caller;
  return deps.store.write(async (tx) => {
    await updateUser(tx, { id: userId }, { activityClearedAt: view.clearedAt });
    await tx.live([toLiveEvent({ deviceId: null, userId, body: { kind: "activity-view" } })]);
    await audit(tx, {
      at: deps.clock.now(),
      actorKind: "user",
      actorId: userId,
      action: view.action,
      subjectKind: "user",
      subjectId: userId,
      request,
    });
  });
}
