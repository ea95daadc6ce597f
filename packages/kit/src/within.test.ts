import { expect, test } from "vitest";
import { ManualClock, turn } from "./testing/manual-clock.ts";
import { within } from "./within.ts";

test("work that ends in time gives its value, and no timer is left", async () => {
  const clock = new ManualClock();
  let signalled = false;
  const value = await within(clock, 1_000, async (signal) => {
    signal.addEventListener("abort", () => (signalled = true));
    return 7;
  });
  expect(value).toBe(7);
  await turn();
  await clock.advance(2_000);
  expect(signalled).toBe(false);
});

test("work that does not end is called late at its time, and told", async () => {
  const clock = new ManualClock();
  let told = 0;
  const never = within(clock, 1_000, (signal) => new Promise<number>(() => signal.addEventListener("abort", () => (told += 1))));
  await clock.advance(999);
  expect(told).toBe(0);
  await clock.advance(1);
  expect(await never).toBe("late");
  expect(told).toBe(1);
});

test("work that fails in time fails", async () => {
  await expect(within(new ManualClock(), 1_000, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
});

test("work that fails when it is late is nobody's any more", async () => {
  const clock = new ManualClock();
  const answer = within(
    clock,
    1_000,
    (signal) => new Promise<number>((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("told")))),
  );
  await clock.advance(1_000);
  expect(await answer).toBe("late");
});
