/**
 * What time alone decides of alerts: who has been offline for long enough to be told, and what was held back and may go
 * now. [D48, OB-2, S17-10] Each alert is a transaction of its own, in which everything is asked again.
 */
import type { HeldOccurrences } from "@relaydeck/contract/alerts";
import { offlineDebounceMs } from "@relaydeck/core/alerts/alert";
import { heldAfter } from "@relaydeck/core/alerts/flood";
import { findAlert, heldAlerts, pendingAlerts, updateAlert } from "@relaydeck/db/alerts/store";
import { findDevice } from "@relaydeck/db/devices/store";
import type { Store, Tx } from "@relaydeck/db/store";
import { lockAlertMails, raiseAlert, type RaiseDeps } from "./raise-alert.ts";

type SweepDeps = RaiseDeps & { readonly store: Store };

/** Alerts of one pass; the rest follow in the next. */
const mostPerPass = 500;

/** One pass, every second. */
export async function sweepAlerts(deps: SweepDeps): Promise<void> {
  const { store, clock, alertTimes } = deps;
  for (const { id, pendingSince } of await pendingAlerts(store.read, { limit: mostPerPass })) {
    if (pendingSince === null || alertTimes.since(id, pendingSince) < offlineDebounceMs) continue;
    await store.write((tx) => tellOffline(deps, tx, { id, pendingSince }));
  }
  for (const { id } of await heldAlerts(store.read, { now: clock.now(), limit: mostPerPass })) {
    await store.write((tx) => tellHeld(deps, tx, id));
  }
}

async function tellOffline(deps: SweepDeps, tx: Tx, pending: { id: string; pendingSince: number }): Promise<void> {
  const { id, pendingSince } = pending;
  const alert = await findAlert(tx, id);
  if (alert === null || !alert.enabled || alert.pendingSince !== pendingSince) return;
  const device = await findDevice(tx, alert.deviceId);
  if (device === null || device.cloudOnline !== false) {
    await updateAlert(tx, id, { pendingSince: null });
    return;
  }
  await lockAlertMails(tx, [alert.userId]);
  // It has lasted: told once, until the device comes back.
  const armed = false;
  await updateAlert(tx, id, { armed, pendingSince: null });
  const occurrence = { kind: "offline", lastHeardAt: device.lastHeardAt, at: pendingSince } as const;
  const happened = heldAfter(alert.held, { occurrence, fires: true });
  if (happened !== null) await raiseAlert(deps, tx, { alert: { ...alert, armed }, device, happened });
}

async function tellHeld(deps: SweepDeps, tx: Tx, id: string): Promise<void> {
  const alert = await findAlert(tx, id);
  const held: HeldOccurrences | null = alert?.held ?? null;
  if (alert === null || held === null || !alert.enabled || (alert.heldUntil ?? Infinity) > deps.clock.now()) return;
  const device = await findDevice(tx, alert.deviceId);
  if (device === null) return;
  await lockAlertMails(tx, [alert.userId]);
  await raiseAlert(deps, tx, { alert, device, happened: held });
}
