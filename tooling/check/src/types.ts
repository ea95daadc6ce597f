import { type Count, oneFailed, onePassed } from "./count.ts";
import { tsconfigs } from "./house.ts";
import type { Context } from "./context.ts";

/** Compilers at a time: one per core of the smallest machine that the check is measured on. */
const lanes = 2;

/** Type-checks every package, those for Node alone as one program, without writing anything. */
export async function checkTypes(context: Context, limitMs: number): Promise<Count> {
  const waiting = tsconfigs();
  const failed: string[] = [];
  async function lane() {
    for (let config = waiting.shift(); config !== undefined; config = waiting.shift()) {
      const { code, output } = await context.processes.run({
        command: `${context.root}node_modules/.bin/tsc`,
        // One thread each: left to itself a compiler takes four, which do the same work again for what they share.
        args: ["--noEmit", "--singleThreaded", "-p", config],
        cwd: context.root,
        env: context.env,
        limitMs,
        quiet: true,
      });
      if (code !== 0) failed.push(config);
      process.stdout.write(output);
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  if (failed.length > 0) process.stdout.write(`Types do not hold in ${failed.toSorted().join(", ")}.\n`);
  return failed.length === 0 ? onePassed : oneFailed;
}
