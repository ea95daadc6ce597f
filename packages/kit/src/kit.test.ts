import { describe, expect, test } from "vitest";
import { Backoff } from "./backoff.ts";
import { every, sleep } from "./clock.ts";
import { Disposers } from "./disposer.ts";
import { Feed } from "./feed.ts";
import { base62, integerBetween, seededRandom, systemRandom } from "./random.ts";
import { ManualClock } from "./testing/manual-clock.ts";

describe("clock", () => {
  test("timers run in order of time, then of creation, and those set meanwhile too", async () => {
    const clock = new ManualClock(0);
    const seen: string[] = [];
    clock.after(20, () => seen.push("b"));
    clock.after(10, () => {
      seen.push("a");
      clock.after(5, () => seen.push("a2"));
    });
    clock.after(20, () => seen.push("c"));
    clock.after(21, () => seen.push("late"));
    await clock.advance(20);
    expect(seen).toEqual(["a", "a2", "b", "c"]);
    expect(clock.now()).toBe(20);
  });

  test("[TI-1] a jump of the wall clock does not move the monotonic one", async () => {
    const clock = new ManualClock(1000);
    clock.jumpWall(-500);
    await clock.advance(10);
    expect([clock.now(), Math.floor(clock.monotonic())]).toEqual([510, 10]);
  });

  test("the steady clock of tests is never at a whole millisecond twice, as that of a machine", () => {
    const clock = new ManualClock();
    const [first, second] = [clock.monotonic(), clock.monotonic()];
    expect(second).toBeGreaterThan(first);
    expect([Number.isInteger(second - first), Number.isInteger(clock.now() + second - first)]).toEqual([false, false]);
  });

  test("sleep ends early when aborted, every stops when disposed", async () => {
    const clock = new ManualClock(0);
    const abort = new AbortController();
    const slept = sleep(clock, 1000, abort.signal);
    abort.abort();
    await slept;
    let ticks = 0;
    const stop = every(clock, 10, () => {
      ticks += 1;
    });
    await clock.advance(35);
    stop();
    await clock.advance(100);
    expect(ticks).toBe(3);
  });
});

describe("random", () => {
  test("the same seed gives the same numbers", () => {
    const [a, b] = [seededRandom(7), seededRandom(7)];
    expect(Array.from({ length: 20 }, () => a.next())).toEqual(Array.from({ length: 20 }, () => b.next()));
    expect(base62(seededRandom(1), 22)).toBe(base62(seededRandom(1), 22));
  });

  test("base62 has the asked length and alphabet, and whole numbers stay in range", () => {
    const random = systemRandom();
    expect(base62(random, 22)).toMatch(/^[0-9A-Za-z]{22}$/);
    const drawn = Array.from({ length: 500 }, () => integerBetween(random, 3, 5));
    expect(new Set(drawn)).toEqual(new Set([3, 4, 5]));
  });
});

test("backoff grows to its maximum, keeps half of it as the least, and starts again after reset", () => {
  const backoff = new Backoff({ baseMs: 100, maxMs: 1000, random: { next: () => 0, bytes: () => new Uint8Array() } });
  expect([backoff.nextMs(), backoff.nextMs(), backoff.nextMs(), backoff.nextMs(), backoff.nextMs()]).toEqual([
    50, 100, 200, 400, 500,
  ]);
  backoff.reset();
  expect(backoff.nextMs()).toBe(50);
});

test("a feed tells its listeners until they leave; disposers run once, last first", () => {
  const feed = new Feed<number>();
  const seen: number[] = [];
  const leave = feed.subscribe((n) => seen.push(n));
  feed.emit(1);
  leave();
  feed.emit(2);
  expect([seen, feed.size]).toEqual([[1], 0]);
  const order: number[] = [];
  const all = new Disposers();
  all.add(() => order.push(1));
  all.add(() => order.push(2));
  all.dispose();
  all.dispose();
  expect(order).toEqual([2, 1]);
});
