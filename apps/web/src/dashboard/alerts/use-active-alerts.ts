/** How many of the viewer's alerts on a device are on: one reading for all cards, made old by the stream. */
import { useCallback } from "react";
import type { Alert } from "@relaydeck/contract/alerts";
import { trpc } from "../../app/trpc.ts";

/** Null until read. */
export function useActiveAlerts(deviceId: string): number | null {
  const select = useCallback(
    (alerts: Alert[]) => alerts.filter((alert) => alert.deviceId === deviceId && alert.enabled).length,
    [deviceId],
  );
  return trpc.alerts.list.useQuery({}, { select }).data ?? null;
}
