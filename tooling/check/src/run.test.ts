import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parseArguments } from "./arguments.ts";
import { stepsOf } from "./steps.ts";

test("a wish that makes no sense still ends with the line of counts, and is a failure", () => {
  const program = fileURLToPath(new URL("run.ts", import.meta.url));
  const { stdout, status } = spawnSync(process.execPath, [program, "chekc"], { encoding: "utf8" });
  expect(stdout).toContain('"chekc" is none of them');
  expect(stdout.endsWith("\n0 passed, 1 failed\n")).toBe(true);
  expect(status).not.toBe(0);
});

test("the number of worlds is handed to the suites, which go further in test:full", () => {
  expect(parseArguments(["test"])).toEqual({ ok: true, value: { mode: "test", env: {} } });
  expect(parseArguments(["test", "--worlds", "50"])).toEqual({
    ok: true,
    value: { mode: "test", env: { RELAYDECK_WORLDS: "50" } },
  });
  expect(parseArguments(["test:full", "--worlds", "10000"])).toEqual({
    ok: true,
    value: { mode: "test:full", env: { RELAYDECK_FULL: "1", RELAYDECK_WORLDS: "10000" } },
  });
  for (const wrong of [["--worlds"], ["--worlds", "0"], ["--worlds", "1e3"], ["--world", "5"], ["--worlds", "5", "6"]]) {
    expect(parseArguments(["test", ...wrong])).toMatchObject({ ok: false });
  }
});

test("test:full is npm test, and the mutation scores besides", () => {
  const names = (mode: "test" | "test:full") => stepsOf(mode).map(({ name }) => name);
  const besides = names("test:full").filter((name) => !names("test").includes(name));
  expect(besides).toEqual(["mutation score of policy and commands", "mutation score of what else is in core"]);
  expect(names("test:full").filter((name) => !besides.includes(name))).toEqual(names("test"));
});
