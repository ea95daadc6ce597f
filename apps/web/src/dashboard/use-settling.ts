/**
 * The page has moved by itself: a press may be meant for what stood there before, so for a moment no relay takes one. [HD-5]
 *
 * Who stands above relays, or decides which of them stand where, tells it by `useMoves`.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useClock } from "../ui/time.tsx";
import { useDashboardActions } from "./data.tsx";

/** About as long as a finger is on its way, in milliseconds. */
const settleMs = 500;

export function useSettling(): { readonly isSettling: boolean; readonly settle: () => void } {
  const clock = useClock();
  const [movedAt, setMovedAt] = useState<number | null>(null);
  const settle = useCallback(() => setMovedAt(clock.monotonic()), [clock]);
  useEffect(() => (movedAt === null ? undefined : clock.after(settleMs, () => setMovedAt(null))), [clock, movedAt]);
  return { isSettling: movedAt !== null, settle };
}

/** Another `key` is another place of what stands below. A change that comes with another `cause` is what somebody just did. */
export function useMoves(key: string, cause = ""): void {
  const { settle } = useDashboardActions();
  const before = useRef({ key, cause });
  // Drawn anew before anybody sees it, so there is no picture in which the page has moved and a press counts.
  useLayoutEffect(() => {
    const hasMoved = before.current.key !== key && before.current.cause === cause;
    before.current = { key, cause };
    if (hasMoved) settle();
  }, [key, cause, settle]);
}
