import { expect, test } from "vitest";
import { lineAt, read, allPaths, sources } from "./tree.ts";

/** Matches of a pattern as `path:line`, in what runs or in the whole text. */
function found(pattern: RegExp, where: "code" | "text"): string[] {
  return sources.flatMap((file) =>
    [...file[where].matchAll(pattern)].map((match) => `${file.path}:${lineAt(file[where], match.index)}`),
  );
}

test("no test is switched off, focused or left for later", () => {
  const off =
    /\b(?:test|it|describe|suite|bench)(?:\.\w+)*\.(?:skip|skipIf|runIf|only|todo|fails|fixme)\b|\bctx\.skip\(|\bcontext\.skip\(/g;
  expect(found(off, "code"), "Mend the test or remove it; a rule that waits stands in docs/rules/checklist.json").toEqual([]);
});

test("nothing silences the compiler or the linter", () => {
  // Put together here, so that this file does not name what it forbids.
  const silencer = new RegExp(
    `@ts-${"(ignore|nocheck|expect-error)"}|(eslint|oxlint|biome|prettier|oxfmt)-${"(disable|ignore)"}`,
    "g",
  );
  expect(found(silencer, "text"), "Mend the cause; when a rule is wrong, change it for everybody in .oxlintrc.json").toEqual([]);
});

test("no note about work left to do stands in the code", () => {
  const later = new RegExp(`\\b(${["TO" + "DO", "FIX" + "ME", "X" + "XX"].join("|")})\\b`, "g");
  expect(found(later, "text"), "Do it now, or open an issue").toEqual([]);
});

test("no registry's host and no path of one machine stands in the repository", () => {
  const text = allPaths.filter((path) =>
    /\.(ts|tsx|mjs|js|json|jsonc|ya?ml|md|css|html|sh|sql|toml)$|(^|\/)\.[\w]+$|\.ci\/run$/.test(path),
  );
  const foreign = /https?:\/\/(?:registry|deb|security)\.|(?:^|["'`\s(=])\/(?:root|work|Users|home\/\w+)\//m;
  const breaches = text.filter((path) => foreign.test(read(path)));
  expect(breaches, "Registries come from the machine's own settings; paths from import.meta.url or an argument").toEqual([]);
});
