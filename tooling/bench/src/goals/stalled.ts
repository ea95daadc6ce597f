/** A fifth of the viewers reads nothing: what the others get, what the server keeps for it, and what it gets afterwards. [G6] */
import { sleep } from "@relaydeck/kit/clock";
import { rounds, type Bench } from "../bench.ts";
import { startTarget, type Maximum, type Target } from "../live/target.ts";
import { compared, limited, type Finding } from "../report/finding.ts";
import { best } from "../statistics.ts";

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

async function stalledRun(bench: Bench, target: Target): Promise<Finding[]> {
  const whole = await bursts(target);
  const empty = await target.server.call("memory");
  await target.load.call("stall", { count: stalledCount });
  // What fits into the system's own buffers has to fill up first.
  await bursts(target, 1);
  const held = await target.server.call("memory");
  const part = await bursts(target);
  await sleep(bench.clock, 200);
  const later = await target.server.call("memory");
  const { milliseconds } = await target.load.call("resume");
  // Heap and not RSS: what a hundred thousand events leave behind elsewhere would hide twenty viewers.
  const heldKib = (held.heap - empty.heap) / stalledCount / kib;
  const grownKib = (later.heap - held.heap) / stalledCount / kib;
  return [
    compared({
      goal: "G6",
      what: "80 of 100 viewers, the others stalled",
      unit: "msg/s",
      ours: perSecond(part),
      baseline: { name: "nobody stalled", value: perSecond(whole) },
      wanted: { atLeast: 0.9 },
    }),
    limited({ goal: "G6", what: "kept for a stalled viewer", unit: "KiB", ours: heldKib, atMost: 1_024 }),
    limited({ goal: "G6", what: "growth after that, per stalled viewer", unit: "KiB", ours: grownKib, atMost: 8 }),
    limited({ goal: "G6", what: "newest state after resuming, all 20", unit: "ms", ours: milliseconds, atMost: 1_000 }),
  ];
}

async function bursts(target: Target, count = rounds): Promise<Maximum[]> {
  const runs: Maximum[] = [];
  for (let round = 0; round < count; round += 1) runs.push(await target.maximum({ inFlight: 256, warmMs: 500, ms: 1_500 }));
  return runs;
}

function perSecond(runs: readonly Maximum[]): number {
  return best(runs.map((run) => 1e6 / run.cpuPerMessage));
}
