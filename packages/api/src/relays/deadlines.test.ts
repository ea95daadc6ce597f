import { expect, test } from "vitest";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { Deadlines } from "./deadlines.ts";

test("[TI-1] a deadline follows the steady clock while it matters, and is forgotten long after it has passed", async () => {
  const clock = new ManualClock();
  const deadlines = new Deadlines(clock);
  const first = { id: "cmd_1", validUntil: clock.now() + 10_000 };
  deadlines.begin(first.id, first.validUntil);
  clock.jumpWall(3_600_000);
  expect(deadlines.nowFor(first)).toBe(first.validUntil - 10_000);

  await clock.advance(11 * 60_000);
  expect(deadlines.nowFor(first)).toBe(first.validUntil + 11 * 60_000 - 10_000);
  deadlines.begin("cmd_2", clock.now() + 10_000);
  expect(deadlines.nowFor(first)).toBe(clock.now());
});
