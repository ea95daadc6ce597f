/**
 * What every npm script runs, after the machine has been prepared for it.
 *
 * Needs Node 20.19 and npm, nothing else: toolchain.mjs brings the rest, then the task runs as our direct child, so that
 * a signal to npm, to this process or to the terminal's group reaches it and nothing is left behind.
 * Own words go to standard error; standard output belongs to the task.
 */
import { join, resolve } from "node:path";
import { attempt, runInForeground } from "./processes.mjs";
import { prepare, root, say } from "./toolchain.mjs";

const server = "apps/server/dist/cli.js";
const sources = "apps/server/src/cli.ts";
const check = "tooling/check/src/run.ts";

/** What each task runs, as arguments of Node, or of pnpm where it says so. `build` asks for the built server and web application first. */
const tasks = {
  start: { build: true, programs: (args) => [[server, "serve", ...args]] },
  dev: { build: true, programs: (args) => [["--watch", "--watch-preserve-output", sources, "serve", ...args], viteWatch()] },
  simulator: { programs: (args) => [["packages/simulator/src/program.ts", ...args]] },
  relaydeck: { build: true, programs: (args) => [[server, ...args]] },
  check: { programs: (args) => [[check, "check", ...args]] },
  test: { programs: (args) => [[check, "test", ...args]] },
  "test:full": { programs: (args) => [[check, "test:full", ...args]] },
  bench: { build: true, programs: (args) => [["tooling/bench/src/run.ts", ...args]] },
  "pack:client": { runs: "pnpm", programs: ([folder = ".artifacts"]) => [packClient(folder)] },
};

export async function run(name, args) {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (task === undefined) {
    say(`There is no task "${name}". Tasks: ${Object.keys(tasks).join(", ")}.`);
    process.exit(2);
  }
  const tools = await prepare();
  if (task.build === true) await build(tools);
  process.exit(await runInForeground(tools[task.runs ?? "node"], task.programs(args), { cwd: root, env: tools.env }));
}

/** Turbo's cache makes this a look-up when no input has changed. */
async function build(tools) {
  const turbo = join(root, "node_modules/.bin/turbo");
  const args = ["run", "build", "--output-logs=errors-only", "--log-prefix=none"];
  const built = await attempt(turbo, args, { cwd: root, env: tools.env });
  if (built.code === 0) return;
  process.stderr.write(built.output);
  say("The program could not be built; the lines above say why.");
  process.exit(1);
}

/** Leaves the pages of the build before in place: the server starts beside it, and finds no pages in a folder that was just emptied. */
function viteWatch() {
  const vite = "apps/web/node_modules/vite/bin/vite.js";
  return [vite, "build", "--watch", "--no-emptyOutDir", "apps/web", "--config", "apps/web/vite.config.ts"];
}

/** The tarball goes into a folder, named from the top of the repository; what is in it is made by the package's own `prepack`. */
function packClient(folder) {
  return ["--dir", "packages/client", "pack", "--pack-destination", resolve(root, folder)];
}
