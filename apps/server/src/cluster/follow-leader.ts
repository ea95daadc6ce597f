/** What a node on standby knows of the hop to the cloud: what the leader says of it in the log that all nodes read. */
import type { Deps } from "@relaydeck/api/deps";
import { toLiveRow } from "@relaydeck/api/live/append";
import { newestLiveOf } from "@relaydeck/db/live/read";
import type { LiveEvent } from "@relaydeck/db/live/event";
import type { Disposer } from "@relaydeck/kit/disposer";

type FollowDeps = Pick<Deps, "store" | "link" | "clock">;

/** From now on. `isAlone`: nobody else is the leader, so this process will be, unless a later one is quicker. */
export async function followLeader({ store, link, clock }: FollowDeps, isAlone: boolean): Promise<Disposer> {
  let hasHeard = false;
  const follow = (event: LiveEvent) => {
    const { body } = toLiveRow(event);
    if (body.kind !== "status") return;
    link.follow(body.status);
    hasHeard = true;
  };
  const leave = store.onLive((events) => events.forEach(follow));
  if (!isAlone) link.moveTo("standby", clock.now());
  const said = await newestLiveOf(store.read, "status");
  // What was said during the read is newer than what was read.
  if (said !== null && !hasHeard) follow(said);
  return leave;
}
