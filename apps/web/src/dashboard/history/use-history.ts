/** A device's history as it was read, and read again when the stream tells that a relay moved or a command ended. [D0.4] */
import { useEffect } from "react";
import type { DeviceHistory, HistoryRange } from "@relaydeck/contract/history";
import { fromInstant } from "@relaydeck/contract/instants";
import type { LiveItem } from "@relaydeck/contract/live";
import { useClient } from "../../app/client.tsx";
import { trpc } from "../../app/trpc.ts";
import type { Loaded } from "../data.tsx";

export function useHistory(deviceId: string, range: HistoryRange): Loaded<DeviceHistory> {
  const { live } = useClient();
  const utils = trpc.useUtils();
  const query = trpc.devices.history.useQuery({ deviceId, range });
  useEffect(() => {
    let known = statesNow(live.getState().snapshot?.devices.find((device) => device.id === deviceId)?.relays);
    return live.onItem((item) => {
      const isCommand = item.kind === "command" && item.command.deviceId === deviceId;
      const isReport = item.kind === "device" && item.device.id === deviceId;
      const states = isReport ? statesNow(item.device.relays) : known;
      if ((isCommand && hasEnded(item)) || states !== known) void utils.devices.history.invalidate({ deviceId });
      known = states;
    });
  }, [live, utils, deviceId]);
  const readAt = query.data === undefined ? null : fromInstant(query.data.to);
  return { data: query.data ?? null, failed: query.isError, readAt };
}

function statesNow(relays: readonly { readonly state: string }[] = []): string {
  return relays.map(({ state }) => state).join();
}

function hasEnded(item: Extract<LiveItem, { kind: "command" }>): boolean {
  return item.command.state !== "requested" && item.command.state !== "sent";
}
