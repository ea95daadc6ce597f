/**
 * What somebody asked for in vain while the server was gone: once the link is live again the page has everything anew, so the
 * word of it goes, and what could not be read then is read once more. [interface 4]
 */
import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { LiveStore } from "@relaydeck/client/live/live-store";
import type { Disposer } from "@relaydeck/kit/disposer";
import { useClient } from "../app/client.tsx";
import { readAgain } from "../app/read-again.ts";

export interface FailedRefresh {
  /** The link was live when it was asked for. */
  readonly wasLive: boolean;
}

export function useAfterFailedRefresh(failed: FailedRefresh | null, forget: () => void): void {
  const { live } = useClient();
  const queries = useQueryClient();
  const recover = useEffectEvent(() => {
    forget();
    void readFailedAgain(queries);
  });
  useEffect(() => (failed === null ? undefined : onceLiveAgain(live, failed, () => recover())), [live, failed]);
}

/** Calls `then` when the link comes to be live, now or later; one that was live all the time has first to be lost. */
export function onceLiveAgain(
  live: Pick<LiveStore, "getState" | "subscribe">,
  { wasLive }: FailedRefresh,
  then: () => void,
): Disposer {
  let before = wasLive;
  function look() {
    const isLive = live.getState().link === "live";
    if (isLive && !before) then();
    before = isLive;
  }
  const leave = live.subscribe(look);
  look();
  return leave;
}

export function readFailedAgain(queries: QueryClient): Promise<void> {
  return readAgain(queries, { predicate: ({ state }) => state.status === "error" });
}
