import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { stepsOf } from "./steps.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

interface Listed {
  readonly file: string;
  readonly projectName: string;
}

/** What vitest.config.ts makes of the test files when nothing is left out. */
function listTests(): readonly Listed[] {
  const vitest = `${root}node_modules/vitest/vitest.mjs`;
  const env = { ...process.env, RELAYDECK_FULL: "1" };
  const { stdout } = spawnSync(process.execPath, [vitest, "list", "--filesOnly", "--json"], { cwd: root, env, encoding: "utf8" });
  const listed: readonly Listed[] = JSON.parse(stdout);
  return listed;
}

test("each test file is of one project, and each project is run by one step", () => {
  const listed = listTests();
  const files = globSync("**/*.test.{ts,tsx}", { cwd: root, exclude: ["**/node_modules", "**/dist"] });
  expect(listed.map(({ file }) => relative(root, file)).toSorted()).toEqual(files.toSorted());
  const projects = [...new Set(listed.map(({ projectName }) => projectName))];
  expect(
    stepsOf("test:full")
      .flatMap((step) => step.projects ?? [])
      .toSorted(),
  ).toEqual(projects.toSorted());
});
