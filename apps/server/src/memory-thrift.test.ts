import { ManualClock } from "@relaydeck/kit/testing/manual-clock";
import { expect, test } from "vitest";
import { busyLooks, clearAway, crowd, spareMemory, type Spending } from "./memory-thrift.ts";

function watched() {
  const clock = new ManualClock();
  const spent: (Spending | "cleared")[] = [];
  const load = { viewers: 0, cpuMs: 0 };
  const stop = spareMemory({
    clock,
    viewers: () => load.viewers,
    cpuMs: () => load.cpuMs,
    spend: (how) => spent.push(how),
    clear: () => spent.push("cleared"),
  });
  return { clock, spent, load, stop };
}

test("[G12] memory is spared from the start, spent for a crowd of viewers, and spared again when that has gone", async () => {
  const { clock, spent, load, stop } = watched();
  expect(spent).toEqual(["sparing"]);
  for (const [viewers, expected] of [
    [crowd - 1, ["sparing", "cleared"]],
    [crowd, ["sparing", "cleared", "free"]],
    [crowd * 20, ["sparing", "cleared", "free"]],
    [0, ["sparing", "cleared", "free", "sparing", "cleared"]],
  ] as const) {
    load.viewers = viewers;
    await clock.advance(busyLooks * 1_000);
    expect(spent).toEqual(expected);
  }
  stop();
  load.viewers = crowd;
  await clock.advance(2_000);
  expect(spent).toHaveLength(5);
});

test("[G12] memory is spent when the processor stays busy, not for the moment of a start, and spared again when it stays quiet", async () => {
  const { clock, spent, load } = watched();
  const second = async (cpuMs: number) => {
    load.cpuMs += cpuMs;
    await clock.advance(1_000);
  };
  for (let look = 1; look < busyLooks; look += 1) await second(900);
  await second(400);
  expect(spent).toEqual(["sparing", "cleared"]);
  for (let look = 0; look < busyLooks; look += 1) await second(900);
  expect(spent).toEqual(["sparing", "cleared", "free"]);
  for (let look = 1; look < busyLooks; look += 1) await second(100);
  await second(900);
  for (let look = 1; look < busyLooks; look += 1) await second(100);
  expect(spent).toEqual(["sparing", "cleared", "free"]);
  await second(100);
  expect(spent).toEqual(["sparing", "cleared", "free", "sparing", "cleared"]);
});

test("[G12] viewers who come and go around a crowd do not make it clear away each time", async () => {
  const { clock, spent, load } = watched();
  for (let second = 0; second < 20; second += 1) {
    load.viewers = crowd - (second % busyLooks === 0 ? 0 : 1);
    await clock.advance(1_000);
  }
  expect(spent).toEqual(["sparing", "free"]);
});

test("[G12] what nothing holds is gone once it is cleared away", () => {
  const megabyte = 1_024 * 1_024;
  let old: object[] | null = Array.from({ length: 400_000 }, (_, index) => ({ index }));
  const held = process.memoryUsage().heapUsed;
  expect(old).toHaveLength(400_000);
  old = null;
  clearAway();
  expect(held - process.memoryUsage().heapUsed).toBeGreaterThan(5 * megabyte);
});
