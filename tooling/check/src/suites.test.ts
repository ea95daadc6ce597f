import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "./house.ts";
import { listTests } from "./listed-tests.ts";
import { stepsOf } from "./steps.ts";

test("each test file is of one project, and each project is run by one step", () => {
  const listed = listTests("test:full");
  const files = globSync("**/*.test.{ts,tsx}", { cwd: root, exclude: ["**/node_modules", "**/dist"] });
  expect(listed.map(({ file }) => file).toSorted()).toEqual(files.toSorted());
  const projects = [...new Set(listed.map(({ projectName }) => projectName))];
  expect(
    stepsOf("test:full")
      .flatMap((step) => step.projects ?? [])
      .toSorted(),
  ).toEqual(projects.toSorted());
});
