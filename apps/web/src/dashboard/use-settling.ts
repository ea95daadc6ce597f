import { useEffect, useState } from "react";
import { useClock } from "../ui/time.tsx";

/** About as long as a finger is on its way, in milliseconds. */
const settleMs = 500;

/** True while the page has just moved up, because what was told above it has gone: a press may be meant for what stood there before. */
export function useSettling(isTold: boolean): boolean {
  const clock = useClock();
  const [before, setBefore] = useState(isTold);
  const [isSettling, setSettling] = useState(false);
  // While drawing, so that there is no picture in which the page has moved and a press counts.
  if (before !== isTold) {
    setBefore(isTold);
    setSettling(!isTold);
  }
  useEffect(() => (isSettling ? clock.after(settleMs, () => setSettling(false)) : undefined), [clock, isSettling]);
  return isSettling;
}
