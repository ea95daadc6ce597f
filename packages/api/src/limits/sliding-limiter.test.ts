import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { openTestStore } from "@relaydeck/db/testing/stores";
import { systemRandom } from "@relaydeck/kit/random";
import { describe, expect, onTestFinished, test } from "vitest";
import { addressKey } from "./address-key.ts";
import { DoorLimits } from "./door-limits.ts";
import { SharedCounts } from "./shared-counts.ts";
import { SlidingLimiter } from "./sliding-limiter.ts";

function takeMany(limiter: SlidingLimiter, key: string, times: number): number {
  return Array.from({ length: times }, () => limiter.take(key)).filter((result) => result.ok).length;
}

describe("sliding limiter", () => {
  test("gives exactly its limit at once, refuses with the seconds to wait, and gives one again after them", async () => {
    const clock = new ManualClock();
    const limiter = new SlidingLimiter({ clock, limit: 10, windowMs: 60_000 });
    await clock.advance(15_000);
    expect(takeMany(limiter, "a", 20)).toBe(10);
    const refused = limiter.take("a");
    expect(refused).toMatchObject({ ok: false, error: { code: "RATE_LIMITED" } });
    const waitSeconds = refused.ok ? 0 : (refused.error.retryAfterSeconds ?? 0);
    await clock.advance((waitSeconds - 1) * 1000);
    expect(limiter.take("a").ok).toBe(false);
    await clock.advance(1000);
    expect(takeMany(limiter, "a", 5)).toBe(1);
  });

  test("never gives more than twice nor, over a long steady load, more than its limit a window", async () => {
    const clock = new ManualClock();
    const limiter = new SlidingLimiter({ clock, limit: 60, windowMs: 60_000 });
    let given = 0;
    for (let second = 0; second < 600; second += 1) {
      given += takeMany(limiter, "a", 5);
      await clock.advance(1000);
    }
    expect(given).toBeGreaterThan(550);
    expect(given).toBeLessThanOrEqual(660);
  });

  test("keys do not touch each other, and two quiet windows forget everything", async () => {
    const clock = new ManualClock();
    const limiter = new SlidingLimiter({ clock, limit: 3, windowMs: 1000 });
    expect([takeMany(limiter, "a", 5), takeMany(limiter, "b", 5)]).toEqual([3, 3]);
    await clock.advance(2000);
    expect(takeMany(limiter, "a", 5)).toBe(3);
  });

  test("[TI-1] a jump of the wall clock changes nothing", () => {
    const clock = new ManualClock();
    const limiter = new SlidingLimiter({ clock, limit: 3, windowMs: 1000 });
    takeMany(limiter, "a", 3);
    clock.jumpWall(3_600_000);
    expect(limiter.take("a").ok).toBe(false);
  });

  test("[BP-1] the number of keys is bounded: the one that was quiet longest goes", () => {
    const limiter = new SlidingLimiter({ clock: new ManualClock(), limit: 1, windowMs: 60_000 });
    limiter.take("first");
    for (let index = 0; index < 49_999; index += 1) limiter.take(`key ${index}`);
    limiter.take("first");
    limiter.take("one more");
    expect(limiter.size).toBe(50_000);
    expect([limiter.take("first").ok, limiter.take("key 0").ok]).toEqual([false, true]);
  });
});

describe("door limits", () => {
  async function count(times: number, take: () => Promise<{ ok: boolean }>): Promise<number> {
    const results = await Promise.all(Array.from({ length: times }, take));
    return results.filter((result) => result.ok).length;
  }

  /** Of the one process of a file. */
  async function limitsOf(factor: number): Promise<DoorLimits> {
    const clock = new ManualClock();
    const { store, close } = await openTestStore();
    onTestFinished(close);
    return new DoorLimits({ clock, factor, shared: new SharedCounts({ store, clock, random: systemRandom() }) });
  }

  test("[RL-2] reads: 1,200 a minute and user, 60 a minute and unknown address; a /64 of IPv6 is one address", async () => {
    const limits = await limitsOf(1);
    expect(await count(1_300, () => limits.countRead({ userId: "usr_a", address: "10.0.0.1" }))).toBe(1_200);
    expect(await count(100, () => limits.countRead({ userId: null, address: "10.0.0.1" }))).toBe(60);
    expect(await count(100, () => limits.countRead({ userId: null, address: "10.0.0.2" }))).toBe(60);
    let host = 0;
    expect(await count(100, () => limits.countRead({ userId: null, address: `2001:db8:0:7::${(host += 1).toString(16)}` }))).toBe(
      60,
    );
  });

  test("[RL-2] requests for commands: 600 a minute and user, times the factor", async () => {
    const limits = await limitsOf(2);
    expect(await count(1_500, () => limits.countCommandRequest("usr_a"))).toBe(1_200);
  });
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
])("the address %s counts as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
