/**
 * Saved dashboards. Read with the page and again when the stream says so; tried twice, as documented, and then only when
 * somebody asks: several parts of the page look at them, and none of them begins anew what has failed.
 */
import { trpc } from "../../app/trpc.ts";

export function useLayoutsQuery() {
  return trpc.layouts.list.useQuery(undefined, { retry: 1, retryOnMount: false });
}
