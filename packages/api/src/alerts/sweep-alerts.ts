/**
 * What time alone decides of alerts: who has been offline for long enough to be told, and what was held back and may go
 * now. [D48, OB-2, S17-10] Each alert is a transaction of its own, in which everything is asked again once nobody else decides
 * about the alerts of that person.
 */
import { offlineDebounceMs } from "@relaydeck/core/alerts/alert";
import { heldAfter } from "@relaydeck/core/alerts/flood";
import { findAlert, heldAlerts, pendingAlerts, updateAlert, type AlertRow } from "@relaydeck/db/alerts/store";
import { findDevice } from "@relaydeck/db/devices/store";
import type { Store, Tx } from "@relaydeck/db/store";
import { lockAlertMails, raiseAlert, type RaiseDeps } from "./raise-alert.ts";

type SweepDeps = RaiseDeps & { readonly store: Store };

/** Alerts of one pass; the rest follow in the next. */
const mostPerPass = 500;

/** One pass, every second. */
export async function sweepAlerts(deps: SweepDeps): Promise<void> {
  const { store, clock, alertTimes } = deps;
  for (const pending of await pendingAlerts(store.read, { limit: mostPerPass })) {
    const { id, pendingSince } = pending;
    if (pendingSince === null || alertTimes.since(id, pendingSince) < offlineDebounceMs) continue;
    await store.write((tx) => tellOffline(deps, tx, pending));
  }
  for (const held of await heldAlerts(store.read, { now: clock.now(), limit: mostPerPass })) {
    await store.write((tx) => tellHeld(deps, tx, held));
  }
}

async function tellOffline(deps: SweepDeps, tx: Tx, { id, userId, pendingSince }: AlertRow): Promise<void> {
  await lockAlertMails(tx, [userId]);
  const alert = await findAlert(tx, id);
  if (alert === null || pendingSince === null || !alert.enabled || alert.pendingSince !== pendingSince) return;
  const device = await findDevice(tx, alert.deviceId);
  // In the bin since just now: it may come out of it.
  if (device === null) return;
  if (device.cloudOnline !== false) {
    await updateAlert(tx, id, { pendingSince: null });
    return;
  }
  // It has lasted: told once, until the device comes back.
  const armed = false;
  await updateAlert(tx, id, { armed, pendingSince: null });
  const occurrence = { kind: "offline", lastHeardAt: device.lastHeardAt, at: pendingSince } as const;
  const happened = heldAfter(alert.held, { occurrence, fires: true });
  if (happened !== null) await raiseAlert(deps, tx, { alert: { ...alert, armed }, device, happened });
}

async function tellHeld(deps: SweepDeps, tx: Tx, { id, userId }: AlertRow): Promise<void> {
  await lockAlertMails(tx, [userId]);
  const alert = await findAlert(tx, id);
  const happened = alert?.held ?? null;
  if (alert === null || happened === null || !alert.enabled || (alert.heldUntil ?? Infinity) > deps.clock.now()) return;
  const device = await findDevice(tx, alert.deviceId);
  if (device !== null) await raiseAlert(deps, tx, { alert, device, happened });
}
