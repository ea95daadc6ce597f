/** What the lock file says, read without pnpm. */
import { assert } from "@relaydeck/kit/assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { repository } from "../process/machine.ts";

interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Importer {
  readonly dependencies?: Readonly<Record<string, { readonly version: string }>>;
  readonly optionalDependencies?: Readonly<Record<string, { readonly version: string }>>;
}

interface Lock {
  readonly importers: Readonly<Record<string, Importer>>;
  readonly packages: Readonly<Record<string, { readonly peerDependenciesMeta?: Readonly<Record<string, unknown>> }>>;
  readonly snapshots: Readonly<Record<string, Needs>>;
}

/**
 * `name@version` of everything of others that our packages need to run, and what that needs in turn; not what only builds and
 * checks. A peer that is optional is needed where somebody else of these brings it: for the types of React nobody does.
 */
export function lockedForProduction(): ReadonlySet<string> {
  const lock = parse(readFileSync(join(repository, "pnpm-lock.yaml"), "utf8")) as Lock;
  const wanted = Object.values(lock.importers).flatMap(({ dependencies, optionalDependencies }) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([, { version }]) => !version.startsWith("link:"))
      .map(([name, { version }]) => `${name}@${version}`),
  );
  const seen = new Set<string>();
  for (let key = wanted.pop(); key !== undefined; key = wanted.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const needs = lock.snapshots[key];
    assert(needs !== undefined, `The lock file has no ${key}`);
    const optionalPeers = lock.packages[withoutPeers(key)]?.peerDependenciesMeta ?? {};
    const below = Object.entries({ ...needs.dependencies, ...needs.optionalDependencies });
    wanted.push(...below.filter(([name]) => !(name in optionalPeers)).map(([name, version]) => `${name}@${version}`));
  }
  return new Set([...seen].map(withoutPeers));
}

/** Behind the version stand the peers that it was joined with. */
function withoutPeers(key: string): string {
  return key.replace(/\(.*$/, "");
}
