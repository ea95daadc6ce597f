import { expect, test } from "vitest";
import { versionsOf, workspacePackages } from "./packages.ts";
import { read, readJson } from "./tree.ts";

test("[DP-1] every dependency comes from the catalog or from this workspace", () => {
  const manifests = [{ folder: ".", versions: versionsOf(readJson("package.json")) }, ...workspacePackages];
  const breaches = manifests.flatMap(({ folder, versions }) =>
    Object.entries(versions)
      .filter(([name, version]) => version !== (name.startsWith("@relaydeck/") ? "workspace:*" : "catalog:"))
      .map(([name, version]) => `${folder}/package.json: ${name} ${version}`),
  );
  expect(breaches, "Put the exact version into the catalog of pnpm-workspace.yaml and write `catalog:` here").toEqual([]);
});

test("[DP-1] the catalog pins exact versions", () => {
  const catalog = /^catalog:\n((?: {2}.*\n)+)/m.exec(read("pnpm-workspace.yaml"))?.[1] ?? "";
  const lines = catalog.split("\n").filter((line) => line !== "");
  const loose = lines.filter((line) => !/^ {2}['"]?[@\w./-]+['"]?: ['"]?\d+\.\d+\.\d+(-[\w.]+)?['"]?$/.test(line));
  expect(lines.length).toBeGreaterThan(0);
  expect(loose, "A range would install something else tomorrow").toEqual([]);
});

test("[DP-1] the lock file holds no download address, so any registry serves", () => {
  const addresses = read("pnpm-lock.yaml")
    .split("\n")
    .filter((line) => /https?:\/\/|tarball:/.test(line));
  expect(addresses.slice(0, 5)).toEqual([]);
});
