/** What the caller wants to hear of, and what the caller was told; of devices that the caller may see now. [AZ-3] */
import type { Alert, AlertNotice, ListNotices } from "@relaydeck/contract/alerts";
import type { Refusal } from "@relaydeck/contract/refusals";
import { listNotices as listRows } from "@relaydeck/db/alerts/history";
import { listAlerts as listAlertRows } from "@relaydeck/db/alerts/store";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Caller } from "../caller.ts";
import { reachFor, visibleTo } from "../devices/access.ts";
import { toAlert, toNotice } from "./alert-view.ts";
import type { AlertsDeps } from "./own-alert.ts";

type ListDeps = Pick<AlertsDeps, "store" | "clock">;

interface Listing {
  readonly caller: Caller;
  /** Absent: all devices that the caller may see. */
  readonly deviceId: string | undefined;
}

/** Newest first. */
export async function listAlerts(deps: ListDeps, listing: Listing): Promise<Result<Alert[], Refusal>> {
  const devices = await devicesOf(deps, listing);
  if (!devices.ok) return devices;
  const rows = await listAlertRows(deps.store.read, { userId: listing.caller.userId });
  return ok(
    rows
      .filter(({ deviceId }) => devices.value.includes(deviceId))
      .toReversed()
      .map(toAlert),
  );
}

/** Newest first. */
export async function listNotices(
  deps: ListDeps,
  listing: Listing & Pick<ListNotices, "alertType" | "limit">,
): Promise<Result<AlertNotice[], Refusal>> {
  const devices = await devicesOf(deps, listing);
  if (!devices.ok) return devices;
  const { userId } = listing.caller;
  const { alertType, limit } = listing;
  const rows = await listRows(deps.store.read, { userId, deviceIds: devices.value, alertType, limit });
  return ok(rows.flatMap((row) => toNotice(row) ?? []));
}

async function devicesOf({ store, clock }: ListDeps, { caller, deviceId }: Listing): Promise<Result<string[], Refusal>> {
  const now = clock.now();
  if (deviceId === undefined) {
    const visible = await visibleTo(store.read, { ...caller, now });
    return ok(visible.map(({ device }) => device.id));
  }
  const found = await reachFor(store.read, "own-alerts", { ...caller, deviceId, now });
  return found.ok ? ok([deviceId]) : found;
}
