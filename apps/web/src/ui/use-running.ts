/**
 * What runs just now, each under its id: asked for again meanwhile it is not begun again, and whatever is begun beside it, it
 * comes to an end of its own.
 */
import { useCallback, useRef, useState } from "react";

export type Run = (id: string, work: () => Promise<void>) => void;

export function useRunning(): readonly [ReadonlySet<string>, Run] {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const running = useRef(shown);
  const turn = useCallback((ids: ReadonlySet<string>) => {
    running.current = ids;
    setShown(ids);
  }, []);
  const run = useCallback(
    async (id: string, work: () => Promise<void>) => {
      if (running.current.has(id)) return;
      turn(new Set([...running.current, id]));
      try {
        await work();
      } finally {
        turn(new Set([...running.current].filter((other) => other !== id)));
      }
    },
    [turn],
  );
  return [shown, run];
}
