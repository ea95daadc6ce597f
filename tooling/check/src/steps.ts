/** What each kind of run consists of, in order. Cheap and telling steps come first. */
import type { Context } from "./context.ts";
import type { Mode } from "./arguments.ts";
import { ensureChromium } from "./chromium.ts";
import { type Count, oneFailed, onePassed } from "./count.ts";
import { startPostgres } from "./postgres.ts";
import { checkTypes } from "./types.ts";
import { runVitest } from "./vitest-step.ts";

export interface Step {
  readonly name: string;
  /** Those of vitest.config.ts that it runs. */
  readonly projects?: readonly string[];
  run(context: Context): Promise<Count>;
}

const minute = 60_000;

/** By step: long enough for a machine a third as fast as usual, short enough that a hang ends within the day's patience. */
const limits = { quick: 5 * minute, suite: 20 * minute, full: 240 * minute };

export function stepsOf(mode: Mode): readonly Step[] {
  const limitMs = mode === "test:full" ? limits.full : limits.suite;
  const fast: Step[] = [
    command("format", "oxfmt", ["--check", "."]),
    command("lint", "oxlint", ["--type-aware", "--deny-warnings"]),
    { name: "types", run: (context) => checkTypes(context, limits.quick) },
    command("unused", "knip", ["--no-progress", "--no-config-hints"]),
    vitest("tidy and unit", ["tidy", "unit"], limitMs),
  ];
  if (mode === "check") return fast;
  return [
    ...fast,
    ...(mode === "test:full" ? mutationScores : []),
    command("build", "turbo", ["run", "build", "--output-logs=errors-only", "--log-prefix=none"]),
    { name: "browser is there", run: (context) => ensureChromium(context, limits.quick) },
    { name: "postgres is there", run: providePostgres },
    vitest("integration", ["integration", "database", "web", "timed"], limitMs),
    vitest("whole product", ["browser", "documents", "process"], limitMs),
  ];
}

function command(name: string, program: string, args: readonly string[]): Step {
  return { name, run: (context) => succeeds(context, { program, args, folder: "", limitMs: limits.quick }) };
}

/** Apart, because what decides about rights and commands is not to hide its gaps behind the rest. [checklist 19] */
const decisions = ["src/policy.ts", "src/relays/*.ts"];
const mutationScores: readonly Step[] = [
  mutationScore("mutation score of policy and commands", decisions),
  mutationScore("mutation score of what else is in core", ["src/**/*.ts", ...decisions.map((files) => `!${files}`)]),
];

/** Do tests notice when these files decide otherwise? How many of the changes they must notice is in core's stryker.config.mjs. */
function mutationScore(name: string, files: readonly string[]): Step {
  const args = ["run", "--mutate", [...files, "!src/**/*.test.ts", "!src/testing/**"].join(",")];
  return {
    name,
    run: (context) => succeeds(context, { program: "stryker", args, folder: "packages/core", limitMs: limits.suite }),
  };
}

interface Program {
  readonly program: string;
  readonly args: readonly string[];
  /** From the top of the repository. */
  readonly folder: string;
  readonly limitMs: number;
}

async function succeeds({ root, processes, env }: Context, { program, folder, ...rest }: Program): Promise<Count> {
  const bin = `${root}node_modules/.bin/${program}`;
  const ended = await processes.run({ ...rest, command: bin, cwd: `${root}${folder}`, env });
  process.stdout.write(ended.output);
  return ended.code === 0 ? onePassed : oneFailed;
}

function vitest(name: string, projects: readonly string[], limitMs: number): Step {
  return { name, projects, run: (context) => runVitest(context, { name, projects, limitMs }) };
}

/** One Postgres for the whole run; each suite makes its own database in it. */
async function providePostgres(context: Context): Promise<Count> {
  const given = context.env["TEST_DATABASE_URL"];
  if (given !== undefined && given !== "") {
    context.env["RELAYDECK_TEST_POSTGRES_URL"] = given;
    return onePassed;
  }
  const started = await startPostgres();
  if (!started.ok) {
    process.stdout.write(`${started.error}\n`);
    return oneFailed;
  }
  context.onEnd.push(started.value.stop);
  context.env["RELAYDECK_TEST_POSTGRES_URL"] = started.value.url;
  return onePassed;
}
