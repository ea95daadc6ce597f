import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root, tsconfigs } from "./house.ts";

test("the program of what is for Node alone leaves out just the packages that are checked by themselves", () => {
  const program = "tooling/check/tsconfig.node.json";
  const { include, exclude }: Record<"include" | "exclude", string[]> = JSON.parse(readFileSync(join(root, program), "utf8"));
  const fromTheTop = (paths: readonly string[]) => paths.map((path) => join(dirname(program), path));
  const byThemselves = tsconfigs().filter((file) => file !== program);
  expect(fromTheTop(include)).toEqual(["apps", "packages", "tooling"]);
  expect(fromTheTop(exclude)).toEqual(["**/node_modules", "**/dist", ...new Set(byThemselves.map((file) => dirname(file)))]);
});
