import { systemClock } from "@relaydeck/kit/clock";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { Deadlines } from "@relaydeck/api/relays/deadlines";
import { expect, test } from "vitest";
import { countingSuspension } from "./suspension.ts";

/** A machine that can be suspended: then only the time that it is up goes on, and the wall clock. */
function machine() {
  const steady = new ManualClock();
  let suspendedMs = 0;
  const clock = countingSuspension(steady, () => 90 + (steady.monotonic() + suspendedMs) / 1_000);
  return {
    clock,
    advance: (ms: number) => steady.advance(ms),
    jumpWall: (ms: number) => steady.jumpWall(ms),
    suspend: (ms: number) => {
      suspendedMs += ms;
      steady.jumpWall(ms);
    },
  };
}

test("[CM-3, TI-1] a command that waits through a suspension of the machine is over when it wakes", async () => {
  const { clock, advance, suspend } = machine();
  const deadlines = new Deadlines(clock);
  const command = { id: "cmd_1", createdAt: clock.now(), validUntil: clock.now() + 10_000 };
  deadlines.begin(command);
  await advance(2_000);
  expect(deadlines.nowFor(command)).toBeLessThan(command.validUntil);
  suspend(2 * 60 * 60_000);
  await advance(10);
  expect(deadlines.nowFor(command)).toBeGreaterThan(command.validUntil);
});

test("[TI-1] it never goes back, counts each suspension once, and no change of the wall clock", async () => {
  const { clock, advance, suspend, jumpWall } = machine();
  const begin = clock.monotonic();
  for (const ms of [60_000, 5_000]) {
    suspend(ms);
    await advance(1_000);
    expect(clock.monotonic()).toBeGreaterThan(begin);
  }
  jumpWall(365 * 24 * 60 * 60_000);
  await advance(1_000);
  jumpWall(-24 * 60 * 60_000);
  await advance(1_000);
  expect(Math.round((clock.monotonic() - begin) / 100)).toBe(690);
});

test("on a machine that was not suspended it is the steady clock", () => {
  const steady = systemClock();
  const before = steady.monotonic();
  const read = countingSuspension(steady).monotonic();
  expect(read).toBeGreaterThanOrEqual(before);
  expect(read).toBeLessThanOrEqual(steady.monotonic());
});
