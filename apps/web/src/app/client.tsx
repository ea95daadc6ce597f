/**
 * The one typed client of a signed-in page: its calls for `trpc` and for relay commands, its live store for everything that
 * is shown. Components read a slice of the live state; there is no second copy of it.
 */
import { QueryClientProvider } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import type { LiveState } from "@relaydeck/client/live/live-state";
import { useLive as useLiveOf } from "@relaydeck/client/react";
import { createRelaydeckClient, type RelaydeckClient } from "@relaydeck/client/relaydeck";
import { present } from "@relaydeck/kit/assert";
import type { Clock } from "@relaydeck/kit/clock";
import { beginAnewWhenKept } from "./kept-page.ts";
import { createQueryClient } from "./query-client.ts";
import { trpc } from "./trpc.ts";

/** While somebody leaves, the stream is closed and the last picture stays, so that the page does not tell of its own end. */
export interface Leaving {
  readonly begin: () => void;
  /** It did not work: the page lives on. */
  readonly cancel: () => void;
}

interface Connection {
  readonly client: RelaydeckClient;
  readonly lastPicture: LiveState | null;
  readonly leaving: Leaving;
}

const ConnectionContext = createContext<Connection | null>(null);

/** Opens the live stream while it is mounted. */
export function ClientProvider(props: { clock: Clock; children: ReactNode }) {
  const { clock } = props;
  const client = useMemo(() => createRelaydeckClient({ baseUrl: location.origin, clock }), [clock]);
  const queryClient = useMemo(() => createQueryClient(), []);
  const [lastPicture, setLastPicture] = useState<LiveState | null>(null);
  // A session that ended takes with it whatever was read in it. [HD-4]
  useEffect(
    () =>
      client.live.subscribe(() => {
        if (client.live.getState().link === "signed-out") queryClient.clear();
      }),
    [client, queryClient],
  );
  useEffect(beginAnewWhenKept, []);
  useEffect(() => {
    client.live.start();
    return () => client.live.stop();
  }, [client]);
  const leaving = useMemo<Leaving>(
    () => ({
      begin() {
        setLastPicture(client.live.getState());
        client.live.stop();
      },
      cancel() {
        setLastPicture(null);
        client.live.start();
      },
    }),
    [client],
  );
  const connection = useMemo(() => ({ client, lastPicture, leaving }), [client, lastPicture, leaving]);
  return (
    <ConnectionContext value={connection}>
      <trpc.Provider client={client.api} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>
      </trpc.Provider>
    </ConnectionContext>
  );
}

export function useClient(): RelaydeckClient {
  return useConnection().client;
}

export function useLeaving(): Leaving {
  return useConnection().leaving;
}

/** A slice of the live state; the component is drawn again when the slice is another value or reference. */
export function useLive<T>(slice: (state: LiveState) => T): T {
  const { client, lastPicture } = useConnection();
  return useLiveOf(client, (state) => slice(lastPicture ?? state));
}

function useConnection(): Connection {
  return present(useContext(ConnectionContext), "ClientProvider is missing above");
}
