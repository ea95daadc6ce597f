/**
 * What devices said, put to everybody's alerts on them: in the transaction that stores it, so that each word is evaluated
 * with its change or not at all. [S16-5, architecture 5]
 */
import type { AlertOccurrence } from "@relaydeck/contract/alerts";
import { stepAlert } from "@relaydeck/core/alerts/alert";
import { heldAfter } from "@relaydeck/core/alerts/flood";
import { resolveNotices } from "@relaydeck/db/alerts/history";
import { enabledAlertsOn, updateAlert, type AlertRow } from "@relaydeck/db/alerts/store";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import type { Tx } from "@relaydeck/db/store";
import { tellAlerts } from "./own-alert.ts";
import { lockAlertMails, raiseAlert, type RaiseDeps, type Raising } from "./raise-alert.ts";

/** What happened on one device, in order. */
export interface Happened {
  readonly device: Pick<DeviceRow, "id" | "name">;
  readonly occurrences: readonly AlertOccurrence[];
}

export async function evaluateAlerts(deps: RaiseDeps, tx: Tx, all: readonly Happened[]): Promise<void> {
  const eventful = new Map(all.flatMap((one) => (one.occurrences.length === 0 ? [] : [[one.device.id, one] as const])));
  if (eventful.size === 0) return;
  const deviceIds = [...eventful.keys()];
  const people = (await enabledAlertsOn(tx, deviceIds)).map(({ userId }) => userId);
  if (people.length === 0) return;
  await lockAlertMails(tx, people);
  const raised: Raising[] = [];
  // Read again: what the sweep told meanwhile is told.
  for (const alert of await enabledAlertsOn(tx, deviceIds)) {
    const happened = eventful.get(alert.deviceId);
    const raising = happened === undefined ? null : await step(deps, tx, { alert, happened });
    if (raising !== null) raised.push(raising);
  }
  for (const raising of raised) await raiseAlert(deps, tx, raising);
}

/** Null: it does not go off. */
async function step(
  deps: RaiseDeps,
  tx: Tx,
  { alert: before, happened }: { alert: AlertRow; happened: Happened },
): Promise<Raising | null> {
  let alert = before;
  let isResolved = false;
  let hasFired = false;
  let told = before.held;
  for (const occurrence of happened.occurrences) {
    const { fires, resolves, armed, pendingSince } = stepAlert(alert, occurrence);
    alert = { ...alert, armed, pendingSince };
    isResolved ||= resolves;
    hasFired ||= fires;
    told = heldAfter(told, { occurrence, fires });
  }
  const { id, armed, pendingSince } = alert;
  if (armed !== before.armed || pendingSince !== before.pendingSince) await updateAlert(tx, id, { armed, pendingSince });
  if (pendingSince !== null && pendingSince !== before.pendingSince) tx.afterCommit(() => deps.alertTimes.note(id, pendingSince));
  if (isResolved) await resolveTold(deps, tx, alert);
  if (told === null || told === before.held) return null;
  if (hasFired) return { alert, device: happened.device, happened: told };
  // Its mail still waits, and will say that it is over.
  await updateAlert(tx, id, { held: told });
  return null;
}

/** What this alert told is over. */
export async function resolveTold(
  deps: Pick<RaiseDeps, "clock">,
  tx: Tx,
  { userId, deviceId, alertType }: AlertRow,
): Promise<void> {
  const wasOpen = await resolveNotices(tx, { userId, deviceId, alertType, at: deps.clock.now() });
  if (wasOpen) await tellAlerts(tx, { userId, deviceId });
}
