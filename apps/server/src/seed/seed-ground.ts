/** What every part of a seeding shares: the parts of the product it uses, its portions, and names that are still free. */
import type { Deps } from "@relaydeck/api/deps";

export interface SeedDeps extends Pick<Deps, "clock" | "random" | "store" | "sessions" | "passwords" | "profiles"> {
  readonly settings: Pick<Deps["settings"], "timeZone">;
  /** For what is too much for the store. */
  readonly databaseUrl: string;
}

/** Seeded things have this age, so that their history lies in their life. */
export const seededAgeMs = 30 * 24 * 60 * 60_000;

/** Rows of one statement, and things of one transaction: another process may write in between. */
export const portion = 500;

/** The list in parts of at most `portion`. */
export function* portionsOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += portion) yield list.slice(from, from + portion);
}

/** That many of `of(first)`, `of(first + 1)`, … that are not taken. */
export function freeNames(
  count: number,
  taken: ReadonlySet<string>,
  name: { readonly first: number; of(number: number): string },
): string[] {
  const names: string[] = [];
  for (let number = name.first; names.length < count; number += 1) {
    if (!taken.has(name.of(number))) names.push(name.of(number));
  }
  return names;
}
