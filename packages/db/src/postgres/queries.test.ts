import type { Clock } from "@relaydeck/kit/clock";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { describe, expect, test } from "vitest";
import { patienceMs, withPatience } from "./queries.ts";

/** A clock whose timers run `lateMs` late, as in a process that stood still meanwhile. */
function lateClock(hand: ManualClock, lateMs: number): Clock {
  let standstill = 0;
  return {
    now: () => hand.now(),
    monotonic: () => hand.monotonic() + standstill,
    after: (delayMs, fn) =>
      hand.after(delayMs, () => {
        standstill = lateMs;
        fn();
      }),
  };
}

describe("the patience with a Postgres database", () => {
  test.each([
    [0, 0],
    [100, 100],
    [9_000, 250],
  ])(
    "[ST-2] of a process that stood still for %d ms at its end goes on for %d ms, and not for longer",
    async (lateMs, graceMs) => {
      const hand = new ManualClock();
      let answered: (value: string) => void = () => {};
      const answer = new Promise<string>((resolve) => {
        answered = resolve;
      });
      const outcomes: string[] = [];
      const ask = (work: Promise<string>) =>
        withPatience(lateClock(hand, lateMs), () => work).then(
          (value) => outcomes.push(value),
          (error: Error) => outcomes.push(error.name),
        );
      void ask(new Promise(() => {}));
      void ask(answer);
      await hand.advance(patienceMs + graceMs - 1);
      expect(outcomes).toEqual([]);
      answered("answered");
      await hand.advance(2);
      expect(outcomes).toEqual(["answered", "DatabaseUnavailable"]);
    },
  );
});
