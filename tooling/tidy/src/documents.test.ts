/** What the documents name exists: files, npm scripts, commands of the product. Prose that no test holds drifts. */
import { existsSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { allPaths, lineAt, read, readJson, root } from "./tree.ts";

const documents = allPaths.filter((path) => /^[A-Z]+\.md$|^docs\/.*\.md$/.test(path)).map((path) => ({ path, text: read(path) }));

const scripts = new Set(Object.keys((readJson("package.json") as { scripts: object }).scripts));
const commands = [...read("apps/server/src/cli.ts").matchAll(/^ {2}"?([a-z -]+?)"?: async \(\) =>/gm)].map(
  (match) => match[1] ?? "",
);

/** Every match of `pattern` that `isThere` does not know, as `document:line what`. */
function missing(pattern: RegExp, isThere: (what: string, document: string) => boolean): string[] {
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .filter((match) => !isThere(match[1] ?? "", path))
      .map((match) => `${path}:${lineAt(text, match.index)} ${match[1]}`),
  );
}

describe("what the documents name exists", () => {
  test("the documents are there", () => {
    expect(documents.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]),
    );
    expect(commands).toContain("serve");
  });

  test("every file or folder", () => {
    const named = /(?<![\w./-])((?:apps|packages|tooling|docs|deploy|\.ci|\.github)\/[\w./-]*\w\/?)(?![\w*<{])/g;
    const linked = /\]\((?![a-z]+:|#)([^)#]+)/g;
    const lost = [
      ...missing(named, (path) => existsSync(root + path)),
      ...missing(linked, (path, from) => existsSync(root + posix.join(posix.dirname(from), path))),
    ];
    expect(lost, "The file was moved or never came: say where it is now, or take the sentence out").toEqual([]);
  });

  test("every npm script", () => {
    const lost = missing(/\bnpm run ([a-z][\w:-]*)/g, (name) => scripts.has(name));
    expect(lost, "Name a script of the root's package.json, or add it there").toEqual([]);
  });

  test("every command of relaydeck", () => {
    const isCommand = (words: string) => commands.some((command) => words === command || words.startsWith(`${command} `));
    const lost = missing(/(?<![/@=-])\brelaydeck(?: --)? ([a-z]+(?: [a-z]+(?:-[a-z]+)*)?)(?=[ `\n])/g, isCommand);
    expect(lost, "Name a command of apps/server/src/cli.ts, or add it there").toEqual([]);
  });
});

test("the README gives the two commands, and the second is what CI calls", () => {
  expect(read("README.md")).toMatch(/```sh\nnpm start\b.*\nnpm test\b/);
  expect(read(".ci/run")).toMatch(/^exec npm test$/m);
});
