import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { describe, expect, test } from "vitest";
import { Budget, serialLookupsPerHour } from "./budget.ts";
import { Coalescer } from "./coalesce.ts";
import { Lanes } from "./lanes.ts";
import { SlidingWindow } from "./sliding-window.ts";
import { TokenGate } from "./token-gate.ts";

describe("budget", () => {
  test("[BP-1] background work gives way first, then reads, commands last", () => {
    const clock = new ManualClock();
    const budget = new Budget(clock, 1_000);
    const ends: Record<string, number> = {};
    for (let used = 0; used <= 1_000; used += 1) {
      for (const of of ["background", "read", "command"] as const) if (!budget.ask(of).ok) ends[of] ??= used;
      budget.count();
    }
    expect(ends).toEqual({ background: 800, read: 900, command: 995 });
  });

  test("[C14] never more than its share in any five minutes, and it says when there is room again", async () => {
    const clock = new ManualClock();
    const budget = new Budget(clock, 100);
    const made: number[] = [];
    for (let step = 0; step < 2_000; step += 1) {
      if (budget.ask("command").ok) {
        budget.count();
        made.push(clock.monotonic());
      }
      await clock.advance(700);
    }
    const busiest = Math.max(...made.map((start) => made.filter((at) => at >= start && at < start + 300_000).length));
    expect(busiest).toBe(99);
    const refused = new Budget(clock, 100);
    for (let used = 0; used < 99; used += 1) refused.count();
    await clock.advance(10_000);
    expect(refused.ask("command")).toMatchObject({ ok: false, error: { retryAfterSeconds: 290 } });
    await clock.advance(290_000);
    expect(refused.ask("command").ok).toBe(true);
  });

  test("[checklist 17] a 429 stops reads and background work, for 30 s when it names no time", async () => {
    const clock = new ManualClock();
    const budget = new Budget(clock);
    budget.slowDown();
    expect([budget.ask("background").ok, budget.ask("read").ok, budget.ask("command").ok]).toEqual([false, false, true]);
    await clock.advance(29_999);
    expect(budget.ask("read").ok).toBe(false);
    await clock.advance(1);
    expect(budget.ask("read").ok).toBe(true);
    budget.slowDown(100_000);
    await clock.advance(300_000);
    expect(budget.ask("read").ok).toBe(true);
  });

  test("[S17-5] it is slowed down while reads rest: after a 429, and from nine tenths of the window on", async () => {
    const clock = new ManualClock();
    const budget = new Budget(clock, 1_000);
    budget.slowDown(40);
    const told = [budget.isSlowedDown()];
    await clock.advance(40_000);
    told.push(budget.isSlowedDown());
    for (let used = 0; used < 899; used += 1) budget.count();
    told.push(budget.isSlowedDown());
    budget.count();
    told.push(budget.isSlowedDown());
    await clock.advance(300_000);
    expect([...told, budget.isSlowedDown()]).toEqual([true, false, false, true, false]);
  });

  test("[S17-5, TI-1] reads rest as long as those of any other process, but for no time that a wall clock made up by jumping", async () => {
    const clock = new ManualClock();
    let until = 0;
    const told: number[] = [];
    const elsewhere = { used: () => 0, pausedUntil: () => until, tellPause: (at: number) => void told.push(at - clock.now()) };
    const budget = new Budget(clock, 1_000, elsewhere);
    budget.slowDown(10);
    until = clock.now() + 40_000;
    expect(budget.ask("read")).toMatchObject({ ok: false, error: { retryAfterSeconds: 40 } });
    expect([budget.ask("command").ok, budget.isSlowedDown(), ...told]).toEqual([true, true, 10_000]);
    await clock.advance(39_999);
    expect(budget.isSlowedDown()).toBe(true);
    await clock.advance(1);
    expect(budget.isSlowedDown()).toBe(false);
    clock.jumpWall(-3_600_000);
    expect(budget.isSlowedDown()).toBe(false);
  });

  test.each([{ pause: 30 }, { pause: 3_600 }])(
    "[checklist 17] a pause of $pause s that another node tells is kept also where the clock is a second behind",
    async ({ pause }) => {
      const ahead = new ManualClock();
      let until = 0;
      new Budget(ahead, 1_000, { used: () => 0, pausedUntil: () => 0, tellPause: (told) => (until = told) }).slowDown(pause);
      const behind = new ManualClock(ahead.now() - 1_000);
      const budget = new Budget(behind, 1_000, { used: () => 0, pausedUntil: () => until, tellPause() {} });
      expect(budget.ask("read").ok).toBe(false);
      await behind.advance(301_000);
      expect(budget.ask("read").ok).toBe(true);
    },
  );

  test("[D30] forty serial look-ups in any hour", async () => {
    const clock = new ManualClock();
    const budget = new Budget(clock);
    for (let count = 0; count < serialLookupsPerHour; count += 1) budget.countSerialLookUp();
    expect(budget.askSerialLookUp()).toMatchObject({ ok: false, error: { retryAfterSeconds: 3_600 } });
    await clock.advance(3_600_000);
    expect(budget.askSerialLookUp().ok).toBe(true);
  });
});

test("[TI-1] a window counts by the monotonic clock and forgets in order, over thousands", async () => {
  const clock = new ManualClock();
  const window = new SlidingWindow(clock, 1_000);
  for (let count = 0; count < 5_000; count += 1) {
    window.add();
    await clock.advance(1, () => Promise.resolve());
  }
  clock.jumpWall(-3_600_000);
  const rooms = [1_000, 999, 500].map((most) => Math.ceil(window.roomInMs(most)));
  expect([window.used(), ...rooms]).toEqual([999, 0, 1, 500]);
  await clock.advance(1_000);
  expect(window.used()).toBe(0);
});

describe("token gate", () => {
  test("[checklist 17] one probe a minute, told once when refused and once when good again", async () => {
    const clock = new ManualClock();
    const told: (number | null)[] = [];
    const gate = new TokenGate(clock, (since) => told.push(since));
    const refusedAt = clock.now();
    expect([gate.take(), gate.take()]).toEqual([true, true]);
    gate.refuse();
    gate.refuse();
    expect([gate.take(), Math.ceil(gate.waitMs())]).toEqual([false, 60_000]);
    let probes = 0;
    for (let second = 0; second < 600; second += 1) {
      await clock.advance(1_000);
      if (!gate.take()) continue;
      probes += 1;
      if (probes % 2 === 0) gate.refuse();
    }
    expect(probes).toBe(10);
    gate.accept(clock.monotonic());
    expect([gate.take(), gate.take(), gate.refusedSince]).toEqual([true, true, null]);
    expect(told).toEqual([refusedAt, null]);
  });

  test("an answer that was on its way at the refusal proves nothing", async () => {
    const clock = new ManualClock();
    const gate = new TokenGate(clock);
    const leftAt = clock.monotonic();
    await clock.advance(10);
    gate.refuse();
    gate.accept(leftAt);
    expect(gate.take()).toBe(false);
  });
});

describe("lanes", () => {
  test("[BP-1] as many as allowed, then first come first served, bounded in number and time", async () => {
    const clock = new ManualClock();
    const lanes = new Lanes(clock, { atOnce: 1, waitingAtMost: 2 });
    const order: string[] = [];
    expect(lanes.enter(1_000)).toBe("entered");
    const abort = new AbortController();
    const [first, second] = [lanes.enter(1_000, abort.signal), lanes.enter(2_000)];
    expect(lanes.enter(1_000)).toBe("full");
    void Promise.resolve(second).then((how) => order.push(`second ${how}`));
    abort.abort();
    expect(await first).toBe("aborted");
    const third = lanes.enter(500);
    await clock.advance(500);
    expect(await third).toBe("too-late");
    lanes.leave();
    await second;
    expect(order).toEqual(["second entered"]);
    lanes.leave();
    expect(lanes.enter(0)).toBe("entered");
    expect(lanes.enter(0, AbortSignal.abort())).toBe("aborted");
  });
});

describe("coalescer", () => {
  test("the call ends when the last caller has left, and the next starts anew", async () => {
    const coalescer = new Coalescer<string>();
    const signals: AbortSignal[] = [];
    const call = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<string>(() => {});
    };
    const [one, two] = [new AbortController(), new AbortController()];
    const answers = [one, two].map(({ signal }) => coalescer.share("key", { call, gone: "gone", signal }));
    one.abort();
    expect([await answers[0], signals[0]?.aborted]).toEqual(["gone", false]);
    two.abort();
    expect([await answers[1], signals[0]?.aborted]).toEqual(["gone", true]);
    void coalescer.share("key", { call, gone: "gone" });
    expect(signals).toHaveLength(2);
    expect(await coalescer.share("key", { call, gone: "gone", signal: AbortSignal.abort() })).toBe("gone");
  });

  test("a defect in a call reaches every caller and is not remembered", async () => {
    const coalescer = new Coalescer<string>();
    const broken = { call: () => Promise.reject(new Error("defect")), gone: "gone" };
    const answers = [coalescer.share("key", broken), coalescer.share("key", { ...broken, signal: new AbortController().signal })];
    for (const answer of answers) await expect(answer).rejects.toThrow("defect");
    expect(await coalescer.share("key", { call: () => Promise.resolve("ok"), gone: "gone" })).toBe("ok");
  });
});
