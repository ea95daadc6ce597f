/** What an item of the stream changes in the query cache, or makes old there. What the live store carries itself is not among it. */
import type { LiveItem } from "@relaydeck/contract/live";
import { useQueryClient, type Query, type QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect } from "react";
import { useClient } from "../app/client.tsx";
import { readAgain, readAgainAfterRead } from "../app/read-again.ts";
import { trpc } from "../app/trpc.ts";

/** To stand above the first read: what is told before somebody listens is never told again. */
export function useReadAgain(): void {
  const { live } = useClient();
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  useEffect(() => live.onItem((item) => void takeItem({ utils, queries }, item)), [live, utils, queries]);
}

interface Cache {
  readonly utils: ReturnType<typeof trpc.useUtils>;
  readonly queries: QueryClient;
}

async function takeItem({ utils, queries }: Cache, item: LiveItem): Promise<void> {
  switch (item.kind) {
    case "resync":
      return readAgain(queries, {});
    case "snapshot":
      return readAgain(queries, { predicate: hasNotFailed });
    case "device":
      return takeVitals({ utils, queries }, item);
    case "shares":
      void readAgain(queries, {
        queryKey: getQueryKey(trpc.shares.list, item.deviceId === undefined ? undefined : { deviceId: item.deviceId }),
      });
      return readAgain(queries, { queryKey: getQueryKey(trpc.devices.shared) });
    case "access-granted":
    case "access-ended":
      // With the access its alerts go off, or come back.
      void readAgain(queries, { queryKey: getQueryKey(trpc.alerts) });
      return readAgain(queries, { queryKey: getQueryKey(trpc.devices.shared) });
    case "activity-view":
      return readAgain(queries, { queryKey: getQueryKey(trpc.activity) });
    case "command":
    case "activity":
    case "user":
    case "gap":
    case "status":
      return;
    case "alerts":
      return readAgain(queries, { queryKey: getQueryKey(trpc.alerts) });
    case "layouts":
      return readAgain(queries, { queryKey: getQueryKey(trpc.layouts.list) });
  }
}

/**
 * What was asked for before the stream began may be older than its first word, and nothing tells what happened in between.
 * What has failed is tried as often as documented, and then when somebody asks.
 */
function hasNotFailed({ state }: Query): boolean {
  return state.status !== "error" && state.fetchFailureCount === 0;
}

/**
 * The stream tells the vitals with every report, so an open card reads them once. An answer that is on its way may be older
 * than the report.
 */
async function takeVitals({ utils, queries }: Cache, item: Extract<LiveItem, { kind: "device" }>): Promise<void> {
  const { id: deviceId, lastUpdate, freshness } = item.device;
  const { powerone } = utils.devices;
  powerone.setData({ deviceId }, (known) => known && { ...known, ...item.vitals, lastUpdated: lastUpdate, freshness });
  await readAgainAfterRead(queries, { queryKey: getQueryKey(trpc.devices.powerone, { deviceId }) });
}
