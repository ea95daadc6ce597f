import { assert } from "@relaydeck/kit/assert";
import type { Reader, ReadDb } from "../store.ts";

/**
 * A statement that is built once per connection instead of once per call: building costs more than running it. [G10]
 *
 * `build` ends with drizzle's `.prepare(name)`, which both dialects know, and names its values by `sql.placeholder`.
 */
export function once<P>(build: (from: Reader) => P): (from: Reader) => P {
  const built = new WeakMap<ReadDb, P>();
  return (from) => {
    const statement = built.get(from.db) ?? build(from);
    built.set(from.db, statement);
    return statement;
  };
}

/** Parts of a list that each fit into one statement; SQLite binds at most 32,766 values. */
export function chunksOf<T>(list: readonly T[], size: number): T[][] {
  assert(size > 0, "A chunk holds something");
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}

/** Ids in one `in (…)`. */
export const idsPerStatement = 500;

/** Asks for many ids in as many statements as it takes. */
export async function inChunks<T>(ids: readonly string[], ask: (chunk: string[]) => PromiseLike<T[]>): Promise<T[]> {
  const answers: T[] = [];
  for (const chunk of chunksOf([...new Set(ids)], idsPerStatement)) answers.push(...(await ask(chunk)));
  return answers;
}

/** True when a patch would write nothing, which drizzle refuses. */
export function isEmpty(patch: object): boolean {
  return Object.values(patch).every((value) => value === undefined);
}
