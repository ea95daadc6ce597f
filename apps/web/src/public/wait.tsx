/** Waiting that counts down on the screen only: what ticks is never spoken. */
import { createContext, useContext, useEffect, useState } from "react";
import { present } from "@relaydeck/kit/assert";
import { every, type Clock } from "@relaydeck/kit/clock";

export interface Wait {
  /** Whole seconds that are left; 0 when there is nothing to wait for. */
  readonly seconds: number;
  begin(seconds: number): void;
}

export const ClockContext = createContext<Clock | null>(null);

export function useWait(): Wait {
  const clock = present(useContext(ClockContext), "ClockContext is missing above");
  const [until, setUntil] = useState(0);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (until === 0) return;
    const stop = every(clock, 1_000, () => {
      const left = Math.max(0, Math.round((until - clock.monotonic()) / 1_000));
      setSeconds(left);
      if (left === 0) stop();
    });
    return stop;
  }, [clock, until]);
  return {
    seconds,
    begin(wanted) {
      setSeconds(wanted);
      setUntil(clock.monotonic() + wanted * 1_000);
    },
  };
}
