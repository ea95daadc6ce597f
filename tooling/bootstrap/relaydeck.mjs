#!/usr/bin/env node
/** The `relaydeck` command of a clone: the same preparation as every npm script, then the server's command line. */
import { run } from "./tasks.mjs";

await run("relaydeck", process.argv.slice(2));
