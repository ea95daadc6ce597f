/** The one door of every npm script: `node tooling/bootstrap/run.mjs <task> [arguments]`. */
import { run } from "./tasks.mjs";

await run(process.argv[2] ?? "start", process.argv.slice(3));
