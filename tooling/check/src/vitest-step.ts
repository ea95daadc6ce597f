/** Runs some of the vitest projects and counts what their JSON report says. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { add, type Count, oneFailed } from "./count.ts";
import type { Context } from "./context.ts";
import { countReport } from "./vitest-report.ts";

export interface Suite {
  readonly name: string;
  readonly projects: readonly string[];
  readonly limitMs: number;
}

export async function runVitest(context: Context, suite: Suite): Promise<Count> {
  const { root, folder, processes, env } = context;
  const report = join(folder, `${suite.name}.json`);
  const projects = suite.projects.flatMap((name) => ["--project", name]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const ended = await processes.run({
    command: process.execPath,
    args: [join(root, "node_modules/vitest/vitest.mjs"), "run", ...projects, ...reporters],
    cwd: root,
    env,
    limitMs: suite.limitMs,
  });
  process.stdout.write(ended.output);
  if (!existsSync(report)) return oneFailed;
  const { count, notes } = countReport(readFileSync(report, "utf8"));
  for (const note of notes) process.stdout.write(`${note}\n`);
  // An error outside any test, such as an unhandled rejection, shows only in the exit code.
  return ended.code !== 0 && count.failed === 0 ? add(count, oneFailed) : count;
}
