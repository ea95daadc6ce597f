/** Everybody sees 5 of 1,000 devices: an event costs as much as it has readers. [G2] */
import { inTurns, type Bench } from "../bench.ts";
import { startTarget, startTargets, type Maximum, type Target, type TargetName } from "../live/target.ts";
import { compared, type Finding } from "../report/finding.ts";
import { byName } from "./everybody.ts";

const names: readonly TargetName[] = ["ws-frame", "tRPC", "Relaydeck"];
const run = { warmMs: 500, ms: 1_500 };

export async function measurePermissions(bench: Bench): Promise<Finding[]> {
  bench.say("1,000 viewers who see 5 of 1,000 devices each: opening");
  const many = await startTargets(names, { viewers: 1_000, devices: 1_000, perViewer: 5 }, bench.clock);
  // As many readers per event, but only a tenth of the viewers.
  const few = await startTarget("Relaydeck", { viewers: 100, devices: 100, perViewer: 5 }, bench.clock);
  const targets = [...many, few];
  try {
    bench.say("1,000 viewers who see 5 of 1,000 devices each: events");
    // As many deliveries under way per viewer, so that as many share a write.
    const burst = (target: Target) => target.maximum({ ...run, inFlight: target.name === "tRPC" || target === few ? 20 : 200 });
    // The first does not count: the compiler of the larger programs works beside it.
    for (const target of targets) await burst(target);
    const runs = await inTurns(targets, burst);
    const eventsPerSecond = ({ cpuPerEvent }: Maximum) => 1e6 / cpuPerEvent;
    const rates = byName(targets, runs, eventsPerSecond);
    const facts = { goal: "G2", unit: "events/s", ours: rates("Relaydeck") } as const;
    const versus = (name: TargetName, atLeast: number) =>
      compared({
        ...facts,
        what: "5 of 1,000 devices each, N=1000",
        baseline: { name, values: rates(name) },
        wanted: { atLeast },
      });
    return [
      versus("ws-frame", 0.8),
      versus("tRPC", 25),
      compared({
        ...facts,
        what: "900 more viewers who may not see it",
        baseline: { name: "N=100", values: (runs.at(-1) ?? []).map(eventsPerSecond) },
        wanted: { atLeast: 0.8 },
      }),
    ];
  } finally {
    await Promise.all(targets.map((target) => target.close()));
  }
}
