import { describe, expect, test } from "vitest";
import { bans } from "./banned-calls.ts";
import { importsOf } from "./imports.ts";
import { lineAt, sources } from "./tree.ts";

describe("what may vary is an argument", () => {
  for (const { name, pattern, instead, allowedIn } of bans) {
    test(`${name} stands only where it is allowed`, () => {
      const breaches = sources
        .filter(({ path }) => !allowedIn.test(path))
        .flatMap(({ path, code }) => [...code.matchAll(pattern)].map((match) => `${path}:${lineAt(code, match.index)}`));
      expect(breaches, `Instead: ${instead}`).toEqual([]);
    });
  }

  test("node's timers are not imported", () => {
    const breaches = sources.flatMap((file) =>
      importsOf(file).flatMap(({ specifier, line }) => (/^(node:)?timers/.test(specifier) ? [`${file.path}:${line}`] : [])),
    );
    expect(breaches, "Instead: take a Clock (@relaydeck/kit/clock) as an argument").toEqual([]);
  });
});
