/** Long lists are drawn from their top on, some at a time, so that no single task of the page is long. [A16] */
import { useEffect, useState } from "react";

/** How many of `total` to draw now: `step` at once, so many more after each drawing, until all are there. */
export function useGradually(total: number, step: number): number {
  const [count, setCount] = useState(step);
  useEffect(() => {
    if (count >= total) return;
    // Not as a transition: news that go on coming would put it off for ever.
    const frame = requestAnimationFrame(() => setCount(count + step));
    return () => cancelAnimationFrame(frame);
  }, [count, total, step]);
  return Math.min(count, total);
}
