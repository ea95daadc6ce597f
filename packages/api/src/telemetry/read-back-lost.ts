/** What is true of devices whose words were lost, as the cloud tells it: one try, and who is left for the next. [ST-1, C3] */
import type { Random } from "@relaydeck/kit/random";
import type { ReadBack } from "./lost-words.ts";
import { reconcile, ReconcilePace, type Left, type ReconcileDeps } from "./reconcile.ts";

export function readBackLost(deps: ReconcileDeps & { readonly random: Random }): ReadBack {
  let pace = new ReconcilePace(deps.random);
  let left: Left | null = null;
  let leftIds: ReadonlySet<string> = new Set();
  return async (unheard, signal) => {
    const isTheRest = [...unheard].every((providerId) => leftIds.has(providerId));
    left = await reconcile(deps, { source: "answer", unheard, signal }, isTheRest ? left : null);
    leftIds = new Set(left === null ? [] : idsLeft(left, unheard));
    if (left !== null) return { providerIds: leftIds, waitMs: pace.waitMs(left) };
    pace = new ReconcilePace(deps.random);
    return null;
  };
}

/** Whether they are there was lost, too: as long as the cloud does not tell it, all of them are left. */
function idsLeft({ isListed, unread: { first, others } }: Left, unheard: ReadonlySet<string>): string[] {
  const unread = [...first, ...others].flatMap(({ providerId }) => providerId ?? []);
  return isListed ? unread : [...unheard, ...unread];
}
