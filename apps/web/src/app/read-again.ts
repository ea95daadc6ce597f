/** Reading again what news have made old. */
import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Makes these old, so that what is looked at is read again. A first read that is under way is let to its end before: made old
 * alone it would stand, and its answer may be older than the news.
 */
export async function readAgain(queries: QueryClient, filters: QueryFilters): Promise<void> {
  const first = queries.getQueryCache().findAll(filters).filter(isFirstRead);
  // The answer that is on its way; where it fails, the query itself says so.
  await Promise.allSettled(first.map((query) => query.fetch()));
  await queries.invalidateQueries(filters);
}

function isFirstRead({ state }: Query): boolean {
  return state.data === undefined && state.fetchStatus === "fetching" && state.fetchFailureCount === 0;
}
