import { expect, test } from "vitest";
import { allPaths, read, readJson } from "./tree.ts";

const mostLines = 400;

test("no file is longer than 400 lines", () => {
  const counted = allPaths.filter((path) => /\.(ts|tsx|mjs|js|css)$/.test(path));
  const exempt = (path: string) => /(^|\/)(migrations|generated)\/|\/tables\.ts$/.test(path);
  const long = counted
    .filter((path) => !exempt(path))
    .flatMap((path) => {
      const lines = read(path).trimEnd().split("\n").length;
      return lines > mostLines ? [`${path}: ${lines} lines`] : [];
    });
  expect(long, "Split it by its nouns: one promise per file; move straight work into leaves and keep the branching").toEqual([]);
});

test("the linter holds functions to 70 lines and 3 parameters, and nothing loosens that but tests and tables", () => {
  const config = readJson(".oxlintrc.json");
  expect(config).toMatchObject({
    rules: {
      "max-lines": ["error", { max: mostLines }],
      "max-lines-per-function": ["error", { max: 70, IIFEs: true }],
      "max-params": ["error", { max: 3 }],
      "no-console": "error",
      "import/no-cycle": "error",
      "typescript/no-floating-promises": "error",
      "typescript/no-explicit-any": "error",
      "typescript/no-non-null-assertion": "error",
    },
  });
  expect(overridesOf(config, "max-lines")).toEqual(["**/tables.ts"]);
  expect(overridesOf(config, "max-lines-per-function")).toEqual(["**/*.test.ts", "**/*.test.tsx", "**/tables.ts"]);
  expect(overridesOf(config, "max-params")).toEqual([]);
});

function overridesOf(config: unknown, rule: string): string[] {
  if (typeof config !== "object" || config === null || !("overrides" in config) || !Array.isArray(config.overrides)) return [];
  const overrides: { files: string[]; rules: Record<string, unknown> }[] = config.overrides;
  return overrides.filter(({ rules }) => rule in rules).flatMap(({ files }) => files);
}
