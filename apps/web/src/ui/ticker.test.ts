import { expect, test } from "vitest";
import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { Ticker } from "./ticker.ts";

test("[D53] now is the machine's clock plus the offset of the server", () => {
  const ticker = new Ticker(new ManualClock(1_000), 250);
  expect(ticker.now()).toBe(1_250);
});

test("ticks once a second for all listeners with one timer, and stops when the last one leaves", async () => {
  const clock = new ManualClock(0);
  const ticker = new Ticker(clock, 0);
  const seen: string[] = [];
  const leaveA = ticker.subscribe(() => seen.push("a"));
  const leaveB = ticker.subscribe(() => seen.push("b"));
  await clock.advance(2_000);
  leaveA();
  await clock.advance(1_000);
  leaveB();
  await clock.advance(5_000);
  expect(seen).toEqual(["a", "b", "a", "b", "b"]);
});

test("what nobody sees follows every ten seconds", async () => {
  const clock = new ManualClock(0);
  const ticker = new Ticker(clock, 0);
  const seen: number[] = [];
  const leave = ticker.unhurried.subscribe(() => seen.push(ticker.unhurried.now()));
  await clock.advance(29_000);
  leave();
  await clock.advance(20_000);
  expect(seen).toEqual([10_000, 20_000]);
});

test("[A16] what nobody sees follows a tenth at a time", async () => {
  const clock = new ManualClock(0);
  const ticker = new Ticker(clock, 0);
  const seen: number[] = [];
  const leaves = Array.from({ length: 20 }, (_, index) => ticker.unhurried.subscribe(() => seen.push(index)));
  await clock.advance(1_000);
  expect(seen).toHaveLength(2);
  await clock.advance(9_000);
  expect(seen.toSorted((a, b) => a - b)).toEqual(leaves.map((_, index) => index));
});
