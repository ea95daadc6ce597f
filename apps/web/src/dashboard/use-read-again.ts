/** What an item of the stream changes in the query cache, or makes old there. What the live store carries itself is not among it. */
import type { LiveItem } from "@relaydeck/contract/live";
import type { Query } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient } from "../app/client.tsx";
import { trpc } from "../app/trpc.ts";

export function useReadAgain(): void {
  const { live } = useClient();
  const utils = trpc.useUtils();
  useEffect(
    () =>
      live.onItem((item) => {
        switch (item.kind) {
          case "resync":
            return void utils.invalidate();
          case "snapshot":
            return void utils.invalidate(undefined, { predicate: wasAskedFor });
          case "device":
            return takeVitals(utils, item);
          case "shares":
            void utils.shares.list.invalidate(item.deviceId === undefined ? undefined : { deviceId: item.deviceId });
            return void utils.devices.shared.invalidate();
          case "access-granted":
          case "access-ended":
            return void utils.devices.shared.invalidate();
          case "activity-view":
            return void utils.activity.invalidate();
          case "command":
          case "activity":
          case "user":
          case "gap":
          case "status":
            return;
          case "alerts":
            return void utils.alerts.invalidate();
          case "layouts":
            return void utils.layouts.list.invalidate();
        }
      }),
    [live, utils],
  );
}

/**
 * What was asked for before the stream began may be older than its first word, and nothing tells what happened in between.
 * What has failed stays as it is: it is tried as often as documented, and then when somebody asks.
 */
function wasAskedFor({ state }: Query): boolean {
  return state.data !== undefined || (state.fetchStatus === "fetching" && state.fetchFailureCount === 0);
}

/** The stream tells the vitals with every report, so an open card reads them once. A read under way may be older: again. */
function takeVitals(utils: ReturnType<typeof trpc.useUtils>, item: Extract<LiveItem, { kind: "device" }>): void {
  const { id: deviceId, lastUpdate, freshness } = item.device;
  const { powerone } = utils.devices;
  const known = powerone.getData({ deviceId });
  if (known === undefined) void powerone.invalidate({ deviceId });
  else powerone.setData({ deviceId }, { ...known, ...item.vitals, lastUpdated: lastUpdate, freshness });
}
