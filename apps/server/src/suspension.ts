/**
 * Time in which the machine was suspended passes too. [CM-3, LE-1, TI-1]
 *
 * Linux stands its steady clock still meanwhile, so a command that waited would leave hours after its deadline, and a lead that is
 * long over be held. How long the machine is up goes on, and there it is as steady: no change of the wall clock moves it. Elsewhere
 * the two may drift apart, and what is then taken for a suspension makes things end too soon, never too late.
 */
import type { Clock } from "@relaydeck/kit/clock";
import { uptime } from "node:os";

/** A look takes some 14 µs, measured. Nobody falls asleep and wakes within this time, in milliseconds. */
const lookEveryMs = 5;
/** What the two clocks may differ by without a suspension, in milliseconds: some systems tell whole seconds. */
const toleranceMs = 3_000;

/** `upSeconds`: since when the machine is up, suspensions included. */
export function countingSuspension(clock: Clock, upSeconds: () => number = uptime): Clock {
  const aheadMs = upSeconds() * 1_000 - clock.monotonic();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let suspendedMs = 0;
  return {
    now: () => clock.now(),
    monotonic() {
      const ticks = clock.monotonic();
      if (ticks - lookedAt >= lookEveryMs) {
        lookedAt = ticks;
        const apartMs = upSeconds() * 1_000 - aheadMs - ticks;
        if (apartMs - suspendedMs > toleranceMs) suspendedMs = apartMs;
      }
      return ticks + suspendedMs;
    },
    after: (delayMs, fn) => clock.after(delayMs, fn),
  };
}
