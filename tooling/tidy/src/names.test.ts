import { expect, test } from "vitest";
import { allPaths } from "./tree.ts";

const files = allPaths.filter(
  (path) => /^(packages|apps|tooling)\/.*\.(ts|tsx|mjs|js|css)$/.test(path) && !/\/migrations\//.test(path),
);

/** `kit/src/service.ts` is the interface of a long-running part, not a drawer. */
const allowed = new Set(["packages/kit/src/service.ts"]);

test("no file or folder is a drawer: utils, helpers, common, manager, service", () => {
  const drawer = /^(utils?|helpers?|commons?|managers?|services?|misc)$/;
  const breaches = files.filter((path) => !allowed.has(path) && path.split(/[/.-]/).some((word) => drawer.test(word)));
  expect(breaches, "Name the noun it is about or the verb it does").toEqual([]);
});

test("files and folders are written in kebab-case", () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;
  const breaches = files.filter((path) => !path.split("/").every((part) => kebab.test(part)));
  expect(breaches).toEqual([]);
});
