/**
 * Everybody sees every device: burst fan-out (G1), latency and processor time at 10,000 messages a second (G3, G4), idle
 * viewers (G5). One set of servers per number of viewers serves all four.
 *
 * Rates of bursts are messages per second of the server's processor time: with two cores the viewers, who do more work per
 * message than a server that writes once per turn, would otherwise be what is measured.
 */
import { inTurns, type Bench } from "../bench.ts";
import type { Shape } from "../live/shape.ts";
import { startTargets, type Target, type TargetName } from "../live/target.ts";
import { compared, type Finding, type GoalName } from "../report/finding.ts";

interface Size {
  readonly viewers: number;
  /** Events under way at once in a burst. */
  readonly inFlight: number;
  /** How many times the rate of `ws-frame` a burst is to have. */
  readonly overFrame: number;
}

const sizes: readonly Size[] = [
  { viewers: 100, inFlight: 256, overFrame: 20 },
  { viewers: 1_000, inFlight: 200, overFrame: 10 },
  { viewers: 5_000, inFlight: 40, overFrame: 3 },
];

const messagesPerSecond = 10_000;
const steadyMs = 4_000;
const names: readonly TargetName[] = ["ws-frame", "ws-frame-batch", "tRPC", "Relaydeck"];

export async function measureEverybody(bench: Bench): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const size of sizes) {
    const isNeeded = bench.wanted.has("G1") || bench.wanted.has("G3") || bench.wanted.has("G4") || size.viewers > 100;
    if (isNeeded) findings.push(...(await measureSize(bench, size)));
  }
  return findings;
}

async function measureSize(bench: Bench, size: Size): Promise<Finding[]> {
  bench.say(`${size.viewers} viewers who see everything: opening`);
  const shape: Shape = { viewers: size.viewers, devices: 5, perViewer: 5 };
  const targets = await startTargets(names, shape, bench.clock);
  try {
    const findings: Finding[] = [];
    if (bench.wanted.has("G1")) findings.push(...(await bursts(bench, size, targets)));
    if (bench.wanted.has("G3") || bench.wanted.has("G4")) findings.push(...(await steadyLoad(bench, size, targets)));
    // Of a hundred viewers the memory is less than what one collection of garbage leaves behind.
    if (bench.wanted.has("G5") && size.viewers > 100) findings.push(...idleViewers(size, targets));
    return findings;
  } finally {
    await Promise.all(targets.map((target) => target.close()));
  }
}

async function bursts(bench: Bench, size: Size, all: readonly Target[]): Promise<Finding[]> {
  bench.say(`${size.viewers} viewers who see everything: bursts`);
  // Where nothing is compared with stock tRPC its bursts would only take time.
  const targets = size.viewers === 1_000 ? all : all.filter((target) => target.name !== "tRPC");
  const burst = (target: Target) => {
    // Stock tRPC needs so long for an event that fewer keep it busy.
    const inFlight = target.name === "tRPC" ? Math.max(2, size.inFlight / 8) : size.inFlight;
    return target.maximum({ inFlight, warmMs: 400, ms: 2_000 });
  };
  // The first does not count: the compiler of the larger programs works beside it.
  for (const target of targets) await burst(target);
  const runs = await inTurns(targets, burst);
  const rates = byName(targets, runs, (run) => 1e6 / run.cpuPerMessage);
  const versus = (name: TargetName, atLeast: number) =>
    compared({
      goal: "G1",
      what: `burst, N=${size.viewers}`,
      unit: "msg/s",
      ours: rates("Relaydeck"),
      baseline: { name, values: rates(name) },
      wanted: { atLeast },
    });
  const stock = size.viewers === 1_000 ? [versus("tRPC", 40)] : [];
  return [versus("ws-frame-batch", 0.8), versus("ws-frame", size.overFrame), ...stock];
}

async function steadyLoad(bench: Bench, size: Size, all: readonly Target[]): Promise<Finding[]> {
  bench.say(`${size.viewers} viewers who see everything: 10,000 messages a second`);
  const targets = all.filter((target) => target.name !== "ws-frame-batch");
  const steady = (target: Target) => target.steady({ eventsPerSecond: messagesPerSecond / size.viewers, ms: steadyMs });
  // The first does not count: the compiler of the larger programs works beside it.
  for (const target of targets) await steady(target);
  const runs = await inTurns(targets, steady);
  const p99 = byName(targets, runs, (run) => run.p99);
  const cpu = byName(targets, runs, (run) => run.cpuPerMessage);
  const versus = (goal: GoalName, name: TargetName, atMost: number) => {
    const isLatency = goal === "G3";
    const of = isLatency ? p99 : cpu;
    return compared({
      goal,
      what: `${isLatency ? "p99" : "server CPU/msg"} at 10k msg/s, N=${size.viewers}`,
      unit: isLatency ? "ms" : "us",
      ours: of("Relaydeck"),
      baseline: { name, values: of(name) },
      wanted: { atMost },
    });
  };
  const findings = [versus("G3", "ws-frame", 1.2), versus("G3", "tRPC", 0.5), versus("G4", "ws-frame", 1.15)];
  return findings.filter(({ goal }) => bench.wanted.has(goal));
}

function idleViewers(size: Size, targets: readonly Target[]): Finding[] {
  const kib = (name: TargetName) => targets.filter((target) => target.name === name).map(({ idle }) => idle.rss / 1024);
  const versus = (name: TargetName, atMost: number) =>
    compared({
      goal: "G5",
      what: `memory (RSS) of an idle viewer, N=${size.viewers}`,
      unit: "KiB",
      ours: kib("Relaydeck"),
      baseline: { name, values: kib(name) },
      wanted: { atMost },
    });
  return [versus("ws-frame", 1.5), versus("tRPC", 0.35)];
}

/** One figure of each round of each target. */
export function byName<R>(
  targets: readonly Target[],
  runs: readonly R[][],
  figure: (run: R) => number,
): (name: TargetName) => readonly number[] {
  return (name) => (runs[targets.findIndex((target) => target.name === name)] ?? []).map(figure);
}
