/**
 * Where the focus goes when a part leaves the page with it, and the region around it as well or to something better than what
 * is next to it. [A2]
 *
 * Not here: what stands in the place of a part within a region that stays (kept-focus.ts).
 */
import { useEffectEvent, useLayoutEffect, type RefObject } from "react";

/** For a part that is drawn as long as it is there. The heir is looked for once it is gone, unless something has the focus by then. */
export function useHandedFocus(part: RefObject<HTMLElement | null>, findHeir: () => HTMLElement | null): void {
  const hand = useEffectEvent((left: HTMLElement | null) => {
    if (left?.contains(document.activeElement) !== true) return;
    queueMicrotask(() => {
      if (document.activeElement === document.body) findHeir()?.focus();
    });
  });
  useLayoutEffect(() => {
    const { current } = part;
    return () => hand(current);
  }, [part]);
}
