/**
 * The one typed client of a signed-in page: its calls for `trpc` and for relay commands, its live store for everything that
 * is shown. Components read a slice of the live state; there is no second copy of it.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { createRelaydeckClient, type RelaydeckClient } from "@relaydeck/client/relaydeck";
import type { LiveState } from "@relaydeck/client/live/live-state";
import { present } from "@relaydeck/kit/assert";
import type { Clock } from "@relaydeck/kit/clock";
import { createQueryClient } from "./query-client.ts";
import { trpc } from "./trpc.ts";

const ClientContext = createContext<RelaydeckClient | null>(null);

/** Opens the live stream while it is mounted. */
export function ClientProvider(props: { clock: Clock; children: ReactNode }) {
  const { clock } = props;
  const client = useMemo(() => createRelaydeckClient({ baseUrl: location.origin, clock }), [clock]);
  const queryClient = useMemo(() => createQueryClient(), []);
  useEffect(() => {
    client.live.start();
    return () => client.live.stop();
  }, [client]);
  return (
    <ClientContext value={client}>
      <trpc.Provider client={client.api} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>
      </trpc.Provider>
    </ClientContext>
  );
}

export function useClient(): RelaydeckClient {
  return present(useContext(ClientContext), "ClientProvider is missing above");
}

/** A slice of the live state; the component is drawn again when the slice is another value or reference. */
export function useLive<T>(slice: (state: LiveState) => T): T {
  const { live } = useClient();
  const read = () => slice(live.getState());
  return useSyncExternalStore(live.subscribe, read, read);
}
