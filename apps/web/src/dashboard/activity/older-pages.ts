/** A log that was read further back than the page holds by itself: joined while nothing can be missing between. Pure. [D46] */
import type { Activity } from "@relaydeck/contract/activity";

export interface OlderPages {
  /** Of the view that they were read for. */
  readonly clearedAt: string | null;
  /** Everything that was there when the last page came, and that page; newest first. */
  readonly entries: readonly Activity[];
  /** There is nothing older. */
  readonly isEnd: boolean;
}

/**
 * `shown`: what the page holds by itself, newest first. Its end moves up while news comes. When it does not reach what was
 * the newest at the last reading any more, entries lie between that nobody has read: the pages are dropped and read anew.
 */
export function withOlder(
  shown: readonly Activity[],
  pages: OlderPages | null,
  clearedAt: string | null,
): { readonly entries: readonly Activity[]; readonly isEnd: boolean } {
  const known = new Set(shown.map(({ id }) => id));
  const top = pages?.entries[0];
  if (pages === null || pages.clearedAt !== clearedAt || top === undefined || !known.has(top.id)) {
    return { entries: shown, isEnd: false };
  }
  return { entries: [...shown, ...pages.entries.filter(({ id }) => !known.has(id))], isEnd: pages.isEnd };
}
