import { expect, test } from "vitest";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { Deadlines } from "./deadlines.ts";

const hour = 3_600_000;

/** Accepted now, for ten seconds. */
function accepted(clock: ManualClock, id: string) {
  return { id, createdAt: clock.now(), validUntil: clock.now() + 10_000 };
}

test("[TI-1] a deadline follows the steady clock while it matters, and is forgotten long after it has passed", async () => {
  const clock = new ManualClock();
  const deadlines = new Deadlines(clock);
  const first = accepted(clock, "cmd_1");
  deadlines.begin(first);
  clock.jumpWall(hour);
  expect(deadlines.nowFor(first)).toBe(first.validUntil - 10_000);

  await clock.advance(11 * 60_000);
  expect(deadlines.nowFor(first)).toBe(first.validUntil + 11 * 60_000 - 10_000);
  deadlines.begin(accepted(clock, "cmd_2"));
  expect(deadlines.nowFor(first)).toBe(clock.now());
});

test("[CM-3, TI-1] a command that another process began has its deadline from the first look on, whatever the clock does then", async () => {
  const clock = new ManualClock();
  const deadlines = new Deadlines(clock);
  const command = accepted(clock, "cmd_1");
  await clock.advance(4_000);
  expect(deadlines.nowFor(command)).toBe(command.validUntil - 6_000);
  clock.jumpWall(-hour);
  await clock.advance(6_000);
  expect(deadlines.nowFor(command)).toBe(command.validUntil);
});

test.each([
  { what: "an hour ahead", aheadMs: hour, validUntilMs: 10_000 },
  { what: "half a minute ahead", aheadMs: 30_000, validUntilMs: 10_000 },
  { what: "an hour ahead as the deadline was checked, and right as the row was made", aheadMs: 0, validUntilMs: hour + 10_000 },
])("[CM-3, TI-1] a command of a clock that was $what is over, and its time passes from there", async (was) => {
  const clock = new ManualClock();
  const createdAt = clock.now() + was.aheadMs;
  const command = { id: "cmd_1", createdAt, validUntil: createdAt + was.validUntilMs };
  for (const deadlines of [new Deadlines(clock), new Deadlines(clock)]) {
    deadlines.begin(command);
    expect(deadlines.monotonic(command)).toBeCloseTo(clock.monotonic(), 2);
    expect(deadlines.nowFor(command)).toBe(command.validUntil);
    await clock.advance(4_000);
    expect(deadlines.nowFor(command)).toBe(command.validUntil + 4_000);
  }
});

test("[TI-1] clocks that differ by a few seconds end no command early, those of other nodes by no more", () => {
  const clock = new ManualClock();
  const command = { id: "cmd_1", createdAt: clock.now() + 4_000, validUntil: clock.now() + 64_000 };
  const deadlines = new Deadlines(clock);
  deadlines.begin(command);
  expect(deadlines.nowFor(command)).toBe(clock.now());
  const fromAhead = { id: "cmd_2", createdAt: clock.now() + hour, validUntil: clock.now() + hour + 10_000 };
  expect(deadlines.nowFor(fromAhead)).toBe(clock.now());
});

test("[CM-3, LE-1] a command is a process's own when it was accepted or found by it, and not because it was judged", () => {
  const clock = new ManualClock();
  const deadlines = new Deadlines(clock);
  const [own, foreign] = [accepted(clock, "cmd_1"), accepted(clock, "cmd_2")];
  deadlines.begin(own);
  deadlines.monotonic(foreign);
  expect([own, foreign].map((command) => deadlines.isOwn(command))).toEqual([true, false]);
});
