/** Reading again what news have made old. */
import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Makes these old, so that what is looked at is read again. A read under way that this alone would not begin anew is let to its
 * end before: its answer, which may be older than the news, would stand as if it were new.
 */
export async function readAgain(queries: QueryClient, filters: QueryFilters): Promise<void> {
  const begun = queries.getQueryCache().findAll(filters).filter(isLeftToItsEnd);
  // The answer that is on its way; where it fails, the query itself says so.
  await Promise.allSettled(begun.map((query) => query.fetch()));
  await queries.invalidateQueries(filters);
}

/** The first read is joined instead of begun anew, and one that nobody looks at any more is not begun at all. */
function isLeftToItsEnd(query: Query): boolean {
  const { data, fetchStatus, fetchFailureCount } = query.state;
  return fetchStatus === "fetching" && fetchFailureCount === 0 && (data === undefined || !query.isActive());
}
