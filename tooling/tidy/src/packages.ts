import { allPaths, readJson } from "./tree.ts";

export interface WorkspacePackage {
  /** Without the scope: `kit`. */
  readonly name: string;
  readonly folder: string;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  /** Every declared version by name, of all kinds of dependency. */
  readonly versions: Readonly<Record<string, string>>;
}

export const workspacePackages: readonly WorkspacePackage[] = allPaths
  .filter((path) => /^(packages|apps|tooling)\/[^/]+\/package\.json$/.test(path))
  .map((path) => {
    const manifest = readJson(path);
    const folder = path.replace("/package.json", "");
    return {
      name: folder.split("/")[1] ?? "",
      folder,
      dependencies: Object.keys(table(manifest, "dependencies")),
      devDependencies: Object.keys(table(manifest, "devDependencies")),
      versions: versionsOf(manifest),
    };
  });

export function versionsOf(manifest: unknown): Record<string, string> {
  const kinds = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
  return Object.assign({}, ...kinds.map((kind) => table(manifest, kind)));
}

function table(manifest: unknown, key: string): Record<string, string> {
  if (typeof manifest !== "object" || manifest === null) return {};
  const value: unknown = Reflect.get(manifest, key);
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, version]) => [name, String(version)]));
}
