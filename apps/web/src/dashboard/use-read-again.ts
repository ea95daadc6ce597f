/** What an item of the stream changes in the query cache, or makes old there. What the live store carries itself is not among it. */
import type { LiveItem } from "@relaydeck/contract/live";
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
          case "snapshot":
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

/** The stream tells the vitals with every report, so an open card reads them once. A read under way may be older: again. */
function takeVitals(utils: ReturnType<typeof trpc.useUtils>, item: Extract<LiveItem, { kind: "device" }>): void {
  const { id: deviceId, lastUpdate, freshness } = item.device;
  const { powerone } = utils.devices;
  const known = powerone.getData({ deviceId });
  if (known === undefined) void powerone.invalidate({ deviceId });
  else powerone.setData({ deviceId }, { ...known, ...item.vitals, lastUpdated: lastUpdate, freshness });
}
