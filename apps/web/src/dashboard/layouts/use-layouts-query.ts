/** Saved dashboards. Read with the page and again when the stream says so; tried twice, as documented. */
import { trpc } from "../../app/trpc.ts";

export function useLayoutsQuery() {
  return trpc.layouts.list.useQuery(undefined, { retry: 1 });
}
