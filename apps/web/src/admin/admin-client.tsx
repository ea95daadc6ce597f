/**
 * Calls and what they answered, for the pages of administration: the typed client over HTTP alone, no live stream, as an
 * administrator's session opens none. [AD-1] What was read is forgotten with the session. [HD-4]
 */
import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, type ReactNode } from "react";
import { getQueryKey } from "@trpc/react-query";
import { httpLinks } from "@relaydeck/client/links";
import type { AdminAuth } from "@relaydeck/contract/admin";
import { beginAnewWhenKept } from "../app/kept-page.ts";
import { createQueryClient } from "../app/query-client.ts";
import { trpc } from "../app/trpc.ts";
import { isCode } from "../public/failures.ts";

export function AdminClient(props: { children: ReactNode }) {
  const queryClient = useMemo(() => createQueryClient(), []);
  const client = useMemo(
    () =>
      trpc.createClient({
        links: httpLinks({ baseUrl: "", headers: {}, fetch: (...request) => fetch(...request) }),
      }),
    [],
  );
  useEffect(() => watchForEnd(queryClient), [queryClient]);
  useEffect(beginAnewWhenKept, []);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>
    </trpc.Provider>
  );
}

const nobody: AdminAuth = { isAuthenticated: false, username: null, mustChangePassword: false };

/** Whichever call is told first that the session has ended, the whole area knows it then. */
function watchForEnd(queryClient: QueryClient): () => void {
  const look = (error: unknown) => {
    if (isCode(error, "ADMIN_SESSION_REQUIRED"))
      queryClient.setQueryData(getQueryKey(trpc.admin.auth, undefined, "query"), nobody);
    if (isCode(error, "PASSWORD_CHANGE_REQUIRED")) void queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.admin.auth) });
  };
  const ends = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") look(event.action.error);
    }),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") look(event.action.error);
    }),
  ];
  return () => ends.forEach((end) => end());
}
