import { spawnSync } from "node:child_process";
import { relative } from "node:path";
import { root } from "./house.ts";

export interface ListedTest {
  /** From the top of the repository. */
  readonly file: string;
  /** Of vitest.config.ts. */
  readonly projectName: string;
}

/** The test files that this run would run. */
export function listTests(mode: "test" | "test:full"): readonly ListedTest[] {
  const vitest = `${root}node_modules/vitest/vitest.mjs`;
  const env = { ...process.env, RELAYDECK_FULL: mode === "test:full" ? "1" : "" };
  const { stdout } = spawnSync(process.execPath, [vitest, "list", "--filesOnly", "--json"], { cwd: root, env, encoding: "utf8" });
  const listed: readonly ListedTest[] = JSON.parse(stdout);
  return listed.map(({ file, projectName }) => ({ file: relative(root, file), projectName }));
}
