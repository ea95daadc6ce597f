/** The caller's activity log: own actions, and what happened on devices since they may see them. [D45, D46] */
import type { Activity, ActivityQuery } from "@relaydeck/contract/activity";
import { toInstant } from "@relaydeck/contract/instants";
import { entryFor } from "@relaydeck/core/activity/entry";
import { findUserById } from "@relaydeck/db/accounts/store";
import { activityFor, type ShownActivity } from "@relaydeck/db/activity/store";
import type { Caller } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { displayName } from "../devices/facts.ts";

export async function listActivity(
  deps: Pick<Ground, "store" | "clock">,
  asked: { caller: Caller; query: ActivityQuery },
): Promise<Activity[]> {
  const { userId, program } = asked.caller;
  const from = deps.store.read;
  const user = await findUserById(from, userId);
  const page = { limit: asked.query.limit, before: asked.query.before, after: user?.activityClearedAt ?? null };
  const entries = await activityFor(from, { userId, now: deps.clock.now(), deviceIds: program?.deviceIds ?? null }, page);
  return entries.map((shown) => toActivity(shown, userId));
}

function toActivity({ entry, deviceName, actor, via }: ShownActivity, userId: string): Activity {
  const whole = {
    ...entry,
    timestamp: toInstant(entry.timestamp),
    deviceName,
    userName: actor === null ? null : displayName(actor),
  };
  return entryFor({ userId, permission: via === "own" ? "owner" : via }, whole);
}
