/** What is true of devices whose words were lost, as the cloud tells it: one try, and who is left for the next. [ST-1, C3] */
import type { Random } from "@relaydeck/kit/random";
import type { ReadBack } from "./lost-words.ts";
import { idsOf, reconcile, ReconcilePace, type Left, type ReconcileDeps } from "./reconcile.ts";

export function readBackLost(deps: ReconcileDeps & { readonly random: Random }): ReadBack {
  let pace = new ReconcilePace(deps.random);
  let left: Left | null = null;
  return async (unheard, signal, since) => {
    left = await reconcile(deps, { source: "answer", unheard, since, signal }, left);
    if (left !== null) return { providerIds: idsLeft(left, unheard), waitMs: pace.waitMs(left) };
    pace = new ReconcilePace(deps.random);
    return null;
  };
}

/** Whether they are there was lost, too: as long as the cloud does not tell it, all of them are left. */
function idsLeft({ isListed, unread }: Left, unheard: ReadonlySet<string>): string[] {
  return isListed ? idsOf(unread) : [...unheard, ...idsOf(unread)];
}
