/** One seeded world from its beginning to its end: steps drawn from the seed, rules asked after each, a quiet end. */
import { cloudSteps, heal } from "./cloud-steps.ts";
import { WorldBroken } from "./history.ts";
import { peopleSteps } from "./people-steps.ts";
import { Stage } from "./stage.ts";
import type { WorldOptions } from "./world.ts";

export interface WorldReport {
  readonly seed: number;
  readonly lines: readonly string[];
  readonly reached: ReadonlySet<string>;
}

const stepsPerWorld = 18;
const steps = [...peopleSteps, ...cloudSteps];

/** Throws `WorldBroken` when a rule does not hold. */
export async function runWorld(seed: number): Promise<WorldReport> {
  const stage = await Stage.set(optionsOf(seed));
  try {
    for (const name of ["olga", "carl", "vera", "eddy"] as const) await stage.watch(name);
    await stage.world.pass(stage.whole(0, 4_000));
    for (let step = 0; step < stepsPerWorld; step += 1) await takeStep(stage);
    await endQuietly(stage);
    return { seed, lines: stage.history.lines, reached: stage.history.reached };
  } catch (error) {
    if (error instanceof WorldBroken) throw error;
    throw stage.history.brokenBy(seed, error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await stage.world.end();
  }
}

function optionsOf(seed: number): WorldOptions {
  return { seed, rateLimitFactor: seed % 5 === 0 ? 1 : 100, presenceLagMs: seed % 2 === 0 ? 60_000 : 600_000 };
}

async function takeStep(stage: Stage): Promise<void> {
  await stage.weighted(steps).run(stage);
  await stage.world.settle();
  await stage.world.pass(drawPause(stage));
  if (stage.chance(0.1)) await stage.compareViewers();
  stage.demand();
}

/** Mostly shorter than a round trip, so that things meet on their way. */
function drawPause(stage: Stage): number {
  if (stage.chance(0.2)) return 0;
  if (stage.chance(0.4)) return stage.whole(1, 120);
  return stage.chance(0.8) ? stage.whole(120, 2_500) : stage.whole(2_500, 9_000);
}

/** Beyond the last deadline and its grace every command and every tap has its end. [rule 6, D35] */
const afterDeadlinesMs = 6_000;
/** Long enough for every device to report again, so that open commands meet their evidence. */
const leastQuietMs = 16_000;

async function endQuietly(stage: Stage): Promise<void> {
  const { world, history } = stage;
  world.simulator.control.clearFaults();
  for (const device of world.cast.devices) heal(stage, device);
  world.wall.ms = 0;
  world.server.transport.reachable = true;
  history.say("everything is mended; now it is quiet");
  await world.pass(Math.max(leastQuietMs, stage.book.lastDeadline() - world.clock.monotonic() + afterDeadlinesMs));
  await stage.compareViewers();
  markFaults(stage);
  stage.taps.judgeEnd();
  stage.book.judgeEnd();
  stage.demand();
}

/** Which faults struck, and how function calls were answered. */
function markFaults({ world, history }: Stage): void {
  const { control } = world.simulator;
  for (const kind of Object.keys(control.counters().faultsStruck)) history.reached.add(`fault ${kind}`);
  for (const { operation, status, executed } of control.requests()) {
    if (operation === "function") history.reached.add(`function answered ${wordsFor(status)}${executed ? ", executed" : ""}`);
  }
}

/** By what the product may conclude from it. */
function wordsFor(status: number | null): string {
  if (status === null) return "never";
  if (status === 401 || status === 403) return "401 or 403";
  if (status === 400 || status === 404) return "400 or 404";
  return status === 408 || status >= 500 ? "408 or 5xx" : `${status}`;
}
