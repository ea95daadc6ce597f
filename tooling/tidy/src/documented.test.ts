import { expect, test } from "vitest";
import { isForTests, sources, type SourceFile } from "./tree.ts";

const published = sources.filter(({ path }) => /^packages\/(contract|client)\/src\//.test(path) && !isForTests(path));

test("every exported name of contract and client has a doc comment", () => {
  expect(published.flatMap(undocumented), "Say in /** … */ above it what it means, its unit, its range or its errors").toEqual(
    [],
  );
});

test("contract and client export a name where they declare it", () => {
  const lists = published.filter(({ code }) => /^export\s*(type\s*)?\{[^}]*\}\s*;?$/m.test(code));
  expect(
    lists.map(({ path }) => path),
    "Write `export` before the declaration, with its doc comment above",
  ).toEqual([]);
});

/** A schema's comment covers the type inferred from it, and a function's first comment its overloads; nothing else is covered by a neighbour. */
function undocumented({ path, code, text }: SourceFile): string[] {
  const lines = text.split("\n");
  const declaration =
    /^export\s+(?:default\s+|declare\s+|abstract\s+|async\s+)*(?:function\*?|const|let|class|interface|type)\s+(\w+)/;
  const covered = new Set<string>();
  return code.split("\n").flatMap((line, index) => {
    const name = declaration.exec(line)?.[1];
    if (name === undefined) return [];
    const above = lines[index - 1] ?? "";
    const known = covered.has(name) || above.trimEnd().endsWith("*/");
    covered.add(name);
    return known ? [] : [`${path}:${index + 1} ${name}`];
  });
}
