/** Reading again what news have made old. */
import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/** Let to their end by somebody, and read again then. */
const awaited = new WeakSet<Query>();

/**
 * Makes these old, so that what is looked at is read again. A read under way that this alone would not begin anew is let to its
 * end before: its answer, which may be older than the news, would stand as if it were new. Each waits for itself alone, and
 * once, however many news come meanwhile.
 */
export async function readAgain(queries: QueryClient, filters: QueryFilters): Promise<void> {
  const found = queries.getQueryCache().findAll(filters);
  const begun = new Set(found.filter(isLeftToItsEnd));
  const others = new Set(found.filter((query) => !begun.has(query)));
  await Promise.all([
    queries.invalidateQueries({ predicate: (query) => others.has(query) }),
    ...[...begun].map((query) => makeOldAfterRead(queries, query)),
  ]);
}

/** The first read is joined instead of begun anew, and one that nobody looks at any more is not begun at all. */
function isLeftToItsEnd(query: Query): boolean {
  const { data, fetchStatus, fetchFailureCount } = query.state;
  return fetchStatus === "fetching" && fetchFailureCount === 0 && (data === undefined || !query.isActive());
}

async function makeOldAfterRead(queries: QueryClient, query: Query): Promise<void> {
  if (awaited.has(query)) return;
  awaited.add(query);
  // The answer that is on its way; where it fails, the query itself says so.
  await Promise.allSettled([query.fetch()]);
  awaited.delete(query);
  await queries.invalidateQueries({ predicate: (other) => other === query });
}

/** Only what is being read, once that has ended: told with every report, to begin it anew each time would never let it end. */
export async function readAgainAfterRead(queries: QueryClient, filters: QueryFilters): Promise<void> {
  const under = queries.getQueryCache().findAll({ ...filters, fetchStatus: "fetching", predicate: hasNoFailure });
  await Promise.all(under.map((query) => makeOldAfterRead(queries, query)));
}

function hasNoFailure({ state }: Query): boolean {
  return state.fetchFailureCount === 0;
}
