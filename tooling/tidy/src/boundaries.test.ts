import { posix } from "node:path";
import { expect, test } from "vitest";
import { mayImport, walls } from "./boundaries.ts";
import { importsOf } from "./imports.ts";
import { workspacePackages } from "./packages.ts";
import { isForTests, packageFolderOf, sources } from "./tree.ts";

const inPackages = sources.flatMap((file) => {
  const folder = packageFolderOf(file.path);
  return folder === undefined || folder === "tooling/bootstrap" ? [] : [{ file, folder, name: folder.split("/")[1] ?? "" }];
});

test("every package has its row in the table of walls", () => {
  const without = workspacePackages.map((each) => each.name).filter((name) => !Object.hasOwn(walls, name));
  expect(without, "Add the package to tooling/tidy/src/boundaries.ts, and to the map in ARCHITECTURE.md").toEqual([]);
});

test("no package imports against the arrows", () => {
  const breaches = inPackages.flatMap(({ file, name }) =>
    importsOf(file).flatMap(({ specifier, typeOnly, line }) => {
      const target = /^@relaydeck\/([^/]+)/.exec(specifier)?.[1];
      if (target === undefined || target === name) return [];
      return mayImport(name, target, { forTests: isForTests(file.path), typeOnly })
        ? []
        : [`${file.path}:${line} imports ${specifier}`];
    }),
  );
  expect(
    breaches,
    "Move what is shared to the left (kit, contract, core), or hand it in as an argument from apps/server; the table is boundaries.ts",
  ).toEqual([]);
});

test("packages declare only what the walls allow", () => {
  const breaches = workspacePackages.flatMap(({ name, folder, dependencies, devDependencies }) => {
    const wrong = (list: readonly string[], as: { forTests: boolean; typeOnly: boolean }) =>
      list.flatMap((dependency) => {
        const target = /^@relaydeck\/(.+)$/.exec(dependency)?.[1];
        return target === undefined || mayImport(name, target, as) ? [] : [`${folder}/package.json depends on ${dependency}`];
      });
    const dev = wrong(devDependencies, { forTests: true, typeOnly: true });
    return [...wrong(dependencies, { forTests: false, typeOnly: false }), ...dev];
  });
  expect(breaches, "A dependency needed by tests or types alone belongs to devDependencies; see boundaries.ts").toEqual([]);
});

test("across packages imports go by the package's name, inside a package by the file", () => {
  const breaches = inPackages.flatMap(({ file, folder, name }) =>
    importsOf(file).flatMap(({ specifier, line }) => {
      const at = `${file.path}:${line} imports ${specifier}`;
      // Examples for readers name the package as its users do.
      if (specifier.startsWith(`@relaydeck/${name}/`) && !isForTests(file.path))
        return [`${at} (its own package: import the file itself)`];
      const target = posix.join(posix.dirname(file.path), specifier);
      const leaves = specifier.startsWith(".") && target !== folder && !target.startsWith(`${folder}/`);
      return leaves ? [`${at} (another package: import @relaydeck/<package>/<file>)`] : [];
    }),
  );
  expect(breaches).toEqual([]);
});

test("there are no barrels", () => {
  const breaches = inPackages.filter(({ file }) => {
    const rest = file.code.replace(/^\s*(import|export)\b[^;]*\bfrom\s*;?/gm, "").trim();
    const reExports = /^\s*export\b[^;]*\bfrom\b/m.test(file.spoken);
    return /\/index\.tsx?$/.test(file.path) || /^\s*export\s*\*/m.test(file.code) || (reExports && rest === "");
  });
  expect(
    breaches.map(({ file }) => file.path),
    "Files that only pass names on hide where things are: let importers name the file that holds the thing",
  ).toEqual([]);
});

test("core decides and never waits: no async, no promises, no node:, no foreign package", () => {
  const breaches = inPackages
    .filter(({ file, name }) => name === "core" && !isForTests(file.path))
    .flatMap(({ file }) => {
      const foreign = importsOf(file).filter(({ specifier }) => !/^(\.|@relaydeck\/)/.test(specifier));
      const waits = /\b(async|await|Promise)\b/.exec(file.code)?.[0];
      return [
        ...foreign.map(({ specifier, line }) => `${file.path}:${line} imports ${specifier}`),
        ...(waits === undefined ? [] : [`${file.path} says ${waits}`]),
      ];
    });
  expect(breaches, "Rules are functions of data and `now`; what waits is a story in api, what acts is db or provider").toEqual(
    [],
  );
});
