import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { ServerClock } from "./server-clock.ts";

test("[C2] a heard instant is a lower bound: later words only raise the offset", () => {
  const clock = new ManualClock(1_000_000);
  const server = new ServerClock(clock);
  expect([server.offsetMs(), server.now()]).toEqual([null, null]);
  server.heard(1_000_500);
  server.heard(1_000_200);
  expect([server.offsetMs(), server.aheadMs()]).toEqual([500, 0]);
  server.heard(1_000_900);
  expect(server.now()).toBe(1_000_900);
});

test("[C2, TI-1] an instant that is heard more than a second too early makes the offset unknown: it was set back, or came late", () => {
  const clock = new ManualClock(1_000_000);
  const server = new ServerClock(clock);
  server.heard(1_040_000);
  server.heard(1_039_000);
  expect(server.offsetMs()).toBe(40_000);
  server.heard(1_038_999);
  expect([server.offsetMs(), server.now()]).toEqual([null, null]);
  server.heard(1_000_500);
  expect(server.offsetMs()).toBe(500);
});

test("[C2] what may have waited for its way raises the offset and takes none away", () => {
  const server = new ServerClock(new ManualClock(1_000_000));
  server.heardLate(1_030_000);
  server.heardLate(1_000_500);
  expect(server.offsetMs()).toBe(30_000);
  server.heardLate(1_040_000);
  expect(server.offsetMs()).toBe(40_000);
});

test("[C2] a round trip puts the server's instant in its middle, and tells how far that may be wrong", async () => {
  const clock = new ManualClock(1_000_000);
  const server = new ServerClock(clock);
  const askedAt = clock.monotonic();
  await clock.advance(400);
  expect(server.measured(2_000_000, askedAt)).toBe(true);
  expect([server.now(), Math.floor(server.aheadMs())]).toEqual([2_000_200, 200]);
});

test("[C2] an answer that took longer than 4 s measures nothing", async () => {
  const clock = new ManualClock();
  const server = new ServerClock(clock);
  const askedAt = clock.monotonic();
  await clock.advance(4_001);
  expect(server.measured(clock.now(), askedAt)).toBe(false);
  expect(server.offsetMs()).toBeNull();
});

test("[TI-1] a jump of our wall clock makes the offset unknown until it is measured again; passing time does not", async () => {
  const clock = new ManualClock();
  const server = new ServerClock(clock);
  server.heard(clock.now());
  await clock.advance(86_400_000);
  expect(server.offsetMs()).toBe(0);
  clock.jumpWall(-2_000);
  expect([server.offsetMs(), server.now()]).toEqual([null, null]);
  server.heard(clock.now() + 2_000);
  expect(server.offsetMs()).toBe(2_000);
});
