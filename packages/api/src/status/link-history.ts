/** The last 24 hours of the link from the server to the device cloud: when no data came. [C3] */
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import type { LinkHistory } from "@relaydeck/contract/status";
import { findFirstAdmin } from "@relaydeck/db/admin/store";
import { listGaps } from "@relaydeck/db/telemetry/gaps";
import type { Ground } from "../ground.ts";

const dayMs = 24 * 60 * 60_000;
/** More breaks than this in a day are told with the first of them; the stream opens at most 50 times in five minutes. */
const mostGaps = 1_000;

export async function linkHistory({ store, clock }: Pick<Ground, "store" | "clock">): Promise<LinkHistory> {
  const to = clock.now();
  const from = to - dayMs;
  const gaps = await listGaps(store.read, { from, to, limit: mostGaps });
  // The first administrator is made at the first start, before anything is listened to.
  const since = (await findFirstAdmin(store.read))?.createdAt ?? to;
  return {
    from: toInstant(from),
    to: toInstant(to),
    since: toInstant(since),
    gaps: gaps.map((gap) => ({ from: toInstant(Math.max(gap.from, from)), to: toInstantOrNull(gap.to) })),
  };
}
