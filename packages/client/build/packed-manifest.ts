/** The package.json of the tarball: what this package is, and the packages that its files name, nothing of the workspace. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The reader's own, not brought along, and only where its entry is used. Hooks need `useSyncExternalStore`, as of React 18. */
const peers: Readonly<Record<string, string>> = { react: ">=18" };

export function packedManifest(parts: {
  home: string;
  entries: readonly string[];
  /** Packages from outside, each with the part of the workspace that names it. */
  foreign: ReadonlyMap<string, string>;
}): string {
  const { name, version, description, license, type, engines } = JSON.parse(read(parts.home)) as Record<string, unknown>;
  const needed = [...parts.foreign].filter(([foreign]) => !Object.hasOwn(peers, foreign)).toSorted(byName);
  const manifest = {
    ...{ name, version, description, license, type, engines },
    exports: Object.fromEntries(parts.entries.map((entry) => [`./${entry}`, `./client/${entry}.js`])),
    dependencies: Object.fromEntries(
      needed.map(([foreign, part]) => [foreign, installed(foreign, join(parts.home, "..", part))]),
    ),
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((peer) => [peer, { optional: true }])),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

/** The very version that our tests ran with. */
function installed(foreign: string, folder: string): unknown {
  return (JSON.parse(read(join(folder, "node_modules", foreign))) as { version: unknown }).version;
}

function read(folder: string): string {
  return readFileSync(join(folder, "package.json"), "utf8");
}
