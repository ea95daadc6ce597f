/** Power, battery and signal of one device: read when a card shows it, then told by the stream; by interval while that is down. */
import { fromInstant } from "@relaydeck/contract/instants";
import type { PowerOneData } from "@relaydeck/contract/devices";
import { useLive } from "../app/client.tsx";
import { trpc } from "../app/trpc.ts";
import type { Loaded } from "./data.tsx";

/** Documented; used only as the fall-back, while the device is connected. [D0.4] */
const fallbackMs = 5_000;

export function usePowerOne(deviceId: string): Loaded<PowerOneData> {
  const isFallback = useLive(
    ({ link, snapshot }) =>
      link === "reconnecting" && snapshot?.devices.find((device) => device.id === deviceId)?.isConnected === true,
  );
  const query = trpc.devices.powerone.useQuery({ deviceId }, { retry: 1, refetchInterval: isFallback ? fallbackMs : false });
  const updated = query.data?.lastUpdated ?? null;
  return { data: query.data ?? null, failed: query.isError, readAt: updated === null ? null : fromInstant(updated) };
}
