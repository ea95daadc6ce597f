/**
 * `npm run bench [-- G1 G8]`: measures the goals of performance beside their baselines, in one run, and prints one table.
 *
 * Ends with 0 when everything could be measured, also where a goal is missed: the table says so, and a machine that is
 * busy with something else must not look like a defect.
 */
import { systemClock } from "@relaydeck/kit/clock";
import { availableParallelism } from "node:os";
import type { Bench } from "./bench.ts";
import { measurements } from "./goals/goals.ts";
import { goalNames, type Finding, type GoalName } from "./report/finding.ts";
import { tableOf } from "./report/table.ts";

async function main(args: readonly string[]): Promise<number> {
  const unknown = args.filter((name) => !isGoal(name));
  if (unknown.length > 0) {
    console.error(`Not a goal that is measured here: ${unknown.join(", ")}. Goals: ${goalNames.join(", ")}.`);
    return 2;
  }
  const clock = systemClock();
  const start = clock.monotonic();
  const bench: Bench = {
    clock,
    wanted: new Set(args.length === 0 ? goalNames : args.filter(isGoal)),
    say: (text) => console.error(text),
  };
  const findings: Finding[] = [];
  let failed = 0;
  for (const measurement of measurements) {
    const { goals } = measurement;
    if (!goals.some((goal) => bench.wanted.has(goal))) continue;
    try {
      findings.push(...(await measurement.measure(bench)));
    } catch (error) {
      failed += 1;
      console.error(`${goals.join(", ")} could not be measured: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  const order = findings.toSorted((a, b) => goalNames.indexOf(a.goal) - goalNames.indexOf(b.goal));
  console.log(`${tableOf(order)}\n`);
  const promised = findings.filter(({ isMet }) => isMet !== null);
  const met = promised.filter(({ isMet }) => isMet).length;
  const seconds = Math.round((clock.monotonic() - start) / 1000);
  console.log(`${met} of ${promised.length} met, on ${availableParallelism()} cores, Node ${process.version}, in ${seconds} s.`);
  return failed === 0 ? 0 : 1;
}

function isGoal(name: string): name is GoalName {
  return (goalNames as readonly string[]).includes(name);
}

process.exit(await main(process.argv.slice(2)));
