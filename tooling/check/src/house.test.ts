import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root, tsconfigs } from "./house.ts";

test("the program of what is for Node alone leaves out just the packages that are checked by themselves", () => {
  const folder = "tooling/check";
  const program = `${folder}/tsconfig.node.json`;
  const { include, exclude }: Record<"include" | "exclude", string[]> = JSON.parse(readFileSync(join(root, program), "utf8"));
  const [included, leftOut] = [include, exclude].map((paths) => paths.map((path) => join(folder, path)));
  expect(included).toEqual(["packages", "apps/server", "tooling"]);
  const byThemselves = tsconfigs().filter((file) => file !== program);
  expect(leftOut?.filter((path) => !path.includes("**"))).toEqual([
    ...new Set(byThemselves.map((file) => dirname(file)).filter((path) => path !== "apps/web")),
  ]);
});
