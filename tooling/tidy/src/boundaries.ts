/**
 * Who may import whom: the house's walls as a table (style: left never imports right).
 *
 * `runs` is needed when the program runs; `types` may be named by `import type` only; `tests` is for tests and testing/ alone.
 */
export interface Walls {
  readonly runs: readonly string[];
  readonly types?: readonly string[];
  readonly tests?: readonly string[];
}

export const walls: Readonly<Record<string, Walls>> = {
  kit: { runs: [] },
  contract: { runs: ["kit"] },
  core: { runs: ["kit", "contract"] },
  db: { runs: ["kit", "contract", "core"] },
  provider: { runs: ["kit", "core"], tests: ["simulator"] },
  // The outbox is a table, and delivering it is mail's whole work.
  mail: { runs: ["kit", "contract", "db"] },
  api: { runs: ["kit", "contract", "core", "db", "provider", "mail"] },
  client: { runs: ["kit", "contract"], types: ["api"], tests: ["api"] },
  simulator: { runs: ["kit"] },
  server: { runs: ["kit", "contract", "core", "db", "provider", "mail", "api", "simulator"], tests: ["client"] },
  web: { runs: ["kit", "contract", "client"] },
  check: { runs: ["kit"] },
  tidy: { runs: [], tests: ["check"] },
  e2e: { runs: ["kit", "contract", "client", "simulator", "server"], tests: ["core", "db", "mail", "api"] },
  bench: { runs: ["kit", "contract", "core", "db", "api", "server"] },
};

export function mayImport(from: string, to: string, as: { forTests: boolean; typeOnly: boolean }): boolean {
  const { runs, types = [], tests = [] } = walls[from] ?? { runs: [] };
  return runs.includes(to) || (as.typeOnly && types.includes(to)) || (as.forTests && tests.includes(to));
}
