/**
 * The one check: `run.ts <check|test|test:full> [--worlds N]`.
 *
 * Promise: whatever happens, a crash or a signal included, the very last line is `N passed, N failed`, and the exit code is
 * zero only when nothing failed. A step that cannot begin is a failure, never a skip.
 */
import { rmSync } from "node:fs";
import { systemClock } from "@relaydeck/kit/clock";
import { parseArguments } from "./arguments.ts";
import { add, nothing, oneFailed, summaryLine } from "./count.ts";
import { root } from "./house.ts";
import { Processes } from "./processes.ts";
import { makeScratchFolder } from "./scratch.ts";
import { stepsOf } from "./steps.ts";
import type { Context } from "./context.ts";

const clock = systemClock();
const processes = new Processes(clock);
const folder = makeScratchFolder();
process.env["TMPDIR"] = folder;
const onEnd: (() => Promise<void>)[] = [];
let total = nothing;
let ended = false;

const wish = parseArguments(process.argv.slice(2));
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const) {
  process.on(signal, () => void end(`Interrupted by ${signal}.`, code));
}
process.on("uncaughtException", (error) => void end(`The check itself broke: ${error.stack ?? error.message}`, 1));

if (wish.ok) await runAll();
else await end(wish.error, 2);

async function runAll(): Promise<void> {
  if (!wish.ok) return;
  const context: Context = { root, folder, processes, env: { ...process.env, ...wish.value.env }, onEnd };
  for (const step of stepsOf(wish.value.mode)) {
    const began = clock.monotonic();
    say(`\n▶ ${step.name}`);
    const count = await step.run(context).catch((error: unknown) => {
      say(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return oneFailed;
    });
    if (ended) return;
    total = add(total, count);
    say(`${count.failed === 0 ? "✔" : "✘"} ${step.name}: ${summaryLine(count)} (${seconds(clock.monotonic() - began)})`);
  }
  await end(undefined, total.failed === 0 && total.passed > 0 ? 0 : 1);
}

/** Says why, ends what still runs, and prints the last line. Later calls, such as a second signal, do nothing. */
async function end(reason: string | undefined, code: number): Promise<void> {
  if (ended) return;
  ended = true;
  if (reason !== undefined) {
    total = add(total, oneFailed);
    say(`\n✘ ${reason}`);
  }
  await processes.endAll();
  await Promise.all(onEnd.map((stop) => stop()));
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`\n${summaryLine(total)}\n`, () => process.exit(code));
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
