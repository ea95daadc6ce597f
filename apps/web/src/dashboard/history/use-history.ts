/** A device's history as it was read once; what happens meanwhile comes by the stream. [D0.4] */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect } from "react";
import type { Device } from "@relaydeck/contract/devices";
import type { DeviceHistory, HistoryRange } from "@relaydeck/contract/history";
import { fromInstant } from "@relaydeck/contract/instants";
import type { LiveItem } from "@relaydeck/contract/live";
import { useClient } from "../../app/client.tsx";
import { readAgainAfterRead } from "../../app/read-again.ts";
import { trpc } from "../../app/trpc.ts";
import { useClock } from "../../ui/time.tsx";
import type { Loaded } from "../data.tsx";
import { deviceOf, heard } from "./heard.ts";

export function useHistory(deviceId: string, range: HistoryRange): Loaded<DeviceHistory> {
  const query = trpc.devices.history.useQuery({ deviceId, range });
  const readAt = query.data === undefined ? null : fromInstant(query.data.to);
  return { data: query.data ?? null, failed: query.isError, readAt };
}

/** Puts what the stream tells into every history that was read; once for the page, however many strips and views show one. [A16] */
export function useHistoryNews(): void {
  const { live } = useClient();
  const queries = useQueryClient();
  const clock = useClock();
  useEffect(() => {
    let told = byId(live.getState().snapshot?.devices ?? []);
    return live.onItem((item) => {
      tellHistories(queries, item, { told, now: clock.now() });
      if (item.kind === "snapshot" || item.kind === "resync") told = byId(item.devices);
      if (item.kind === "device" || item.kind === "access-granted") told.set(item.device.id, item.device);
    });
  }, [live, queries, clock]);
}

const retryAfterMs = 30_000;

function byId(devices: readonly Device[]): Map<string, Device> {
  return new Map(devices.map((device) => [device.id, device]));
}

/**
 * What a gap has made old stays old until it is read again, whatever is told meanwhile. `told`: the devices as they were told
 * before this item. One that could not be read again is tried again with the device's next word, at most every half minute; `now`
 * is by this machine's clock.
 */
export function tellHistories(
  queries: QueryClient,
  item: LiveItem,
  { told, now }: { told: ReadonlyMap<string, Device>; now: number },
): void {
  const deviceId = deviceOf(item);
  if (deviceId === null) return;
  const ofDevice = { queryKey: getQueryKey(trpc.devices.history, { deviceId }) };
  for (const { queryKey, state } of queries.getQueryCache().findAll(ofDevice)) {
    const read = queries.getQueryData<DeviceHistory>(queryKey);
    const isToTry = state.status === "error" && state.fetchStatus === "idle" && now - state.errorUpdatedAt >= retryAfterMs;
    if (read !== undefined && isToTry) void queries.invalidateQueries({ queryKey });
    if (read === undefined || state.isInvalidated) continue;
    const next = heard(read, item, told.get(deviceId));
    if (next !== read) queries.setQueryData(queryKey, next);
  }
  // What happens while it is read may be missing in the answer.
  void readAgainAfterRead(queries, ofDevice);
}
