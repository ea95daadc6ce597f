/**
 * The documented defaults: what was read stays fresh for ever, nothing is read again on focus or by interval, nothing is
 * retried. News comes by the live stream.
 */
import { QueryClient } from "@tanstack/react-query";

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        networkMode: "always",
      },
      // "always": without a network a call fails at once; the default would keep it and send it later. [C2, HD-5]
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
