import { assert } from "@relaydeck/kit/assert";

/** Parts of a list that each fit into one statement; SQLite binds at most 32,766 values. */
export function chunksOf<T>(list: readonly T[], size: number): T[][] {
  assert(size > 0, "A chunk holds something");
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}

/** Ids in one `in (…)`. */
const idsPerStatement = 500;

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
