/** A fifth of the viewers reads nothing: what the others get, what the server keeps for it, and what it gets afterwards. [G6] */
import { sleep } from "@relaydeck/kit/clock";
import { rounds, type Bench } from "../bench.ts";
import { startTarget, type Maximum, type Target } from "../live/target.ts";
import { compared, limited, type Finding } from "../report/finding.ts";

const viewers = 100;
const stalledCount = 20;
const kib = 1024;

export async function measureStalled(bench: Bench): Promise<Finding[]> {
  bench.say("100 viewers, of whom 20 stop reading");
  const target = await startTarget("Relaydeck", { viewers, devices: 5, perViewer: 5 }, bench.clock);
  try {
    return await stalledRun(bench, target);
  } finally {
    await target.close();
  }
}

/**
 * Before and after in every round, so that what else the machine does meanwhile meets both alike. Of memory and time the worst
 * counts; a buffer of 128 KiB that all share, there or not, is 6.4 KiB of each.
 */
async function stalledRun(bench: Bench, target: Target): Promise<Finding[]> {
  // The first does not count: the compiler works beside it.
  await burst(target);
  const runs: StalledRound[] = [];
  for (let round = 0; round < rounds; round += 1) runs.push(await stalledRound(bench, target));
  const rates = (run: (of: StalledRound) => Maximum) => runs.map((of) => 1e6 / run(of).cpuPerMessage);
  const worst = (figure: (of: StalledRound) => number) => Math.max(...runs.map(figure));
  return [
    compared({
      goal: "G6",
      what: "80 of 100 viewers, the others stalled",
      unit: "msg/s",
      ours: rates(({ part }) => part),
      baseline: { name: "nobody stalled", values: rates(({ whole }) => whole) },
      wanted: { atLeast: 0.9 },
    }),
    limited({ goal: "G6", what: "kept for a stalled viewer", unit: "KiB", ours: worst((of) => of.heldKib), atMost: 1_024 }),
    limited({
      goal: "G6",
      what: "growth after that, per stalled viewer",
      unit: "KiB",
      ours: worst((of) => of.grownKib),
      atMost: 8,
    }),
    limited({
      goal: "G6",
      what: "newest state after resuming, all 20",
      unit: "ms",
      ours: worst((of) => of.resumedMs),
      atMost: 1_000,
    }),
  ];
}

interface StalledRound {
  /** Nobody stalled. */
  readonly whole: Maximum;
  readonly part: Maximum;
  /** Per stalled viewer. */
  readonly heldKib: number;
  readonly grownKib: number;
  readonly resumedMs: number;
}

async function stalledRound(bench: Bench, target: Target): Promise<StalledRound> {
  const whole = await burst(target);
  const empty = await target.server.call("memory");
  await target.load.call("stall", { count: stalledCount });
  // What fits into the system's own buffers has to fill up first.
  await burst(target);
  const held = await target.server.call("memory");
  const part = await burst(target);
  await sleep(bench.clock, 200);
  const later = await target.server.call("memory");
  const { milliseconds } = await target.load.call("resume");
  // Heap and not RSS: what a hundred thousand events leave behind elsewhere would hide twenty viewers.
  const perViewer = (bytes: number) => bytes / stalledCount / kib;
  const [heldKib, grownKib] = [perViewer(held.heap - empty.heap), perViewer(later.heap - held.heap)];
  return { whole, part, heldKib, grownKib, resumedMs: milliseconds };
}

function burst(target: Target): Promise<Maximum> {
  return target.maximum({ inFlight: 256, warmMs: 500, ms: 3_000 });
}
