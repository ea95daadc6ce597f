/** The caller switches an own alert on or off, removes it, or takes the removal back. [D48, D23] */
import type { Alert } from "@relaydeck/contract/alerts";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import {
  findAlertEvenDeleted,
  forgotten,
  updateAlert as updateRow,
  type AlertPatch,
  type AlertRow,
} from "@relaydeck/db/alerts/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import { tokenOf } from "../caller.ts";
import { reachLocked } from "../devices/access.ts";
import { binMs } from "../retention/prune.ts";
import { toAlert } from "./alert-view.ts";
import { isDouble, verifiedAddressOf } from "./create-alert.ts";
import { ownAlert, tellAlerts, type AlertsDeps, type Asking } from "./own-alert.ts";
import { lockAlertMails } from "./raise-alert.ts";
import { resumed } from "./resume-alert.ts";

type Changing = Asking & { readonly alertId: string };

/** Switched on it begins anew: what happened while it was off is never told. */
export function updateAlert(deps: AlertsDeps, changing: Changing & { enabled: boolean }): Promise<Result<Alert, Refusal>> {
  return deps.store.write(async (tx) => {
    const alert = await livingAlert(deps, tx, changing);
    if (!alert.ok) return alert;
    const address = await verifiedAddressOf(tx, changing.caller.userId);
    if (address === null) return refuse("ALERT_ADDRESS");
    const { enabled } = changing;
    const begins = enabled === alert.value.enabled ? {} : forgotten;
    const language = changing.request.language ?? alert.value.language;
    const row = await change(deps, tx, {
      changing,
      alert: alert.value,
      patch: { enabled, emailAddress: address, language, ...begins },
    });
    return ok(toAlert(row));
  });
}

export function removeAlert(deps: AlertsDeps, changing: Changing): Promise<Result<{ id: string }, Refusal>> {
  return deps.store.write(async (tx) => {
    const alert = await livingAlert(deps, tx, changing);
    if (!alert.ok) return alert;
    // What it remembers stays with it: it may come back.
    await change(deps, tx, { changing, alert: alert.value, patch: { deletedAt: deps.clock.now() } });
    return ok({ id: alert.value.id });
  });
}

/** Within the days of the bin, unless another of its type has taken its place. */
export async function restoreAlert(deps: AlertsDeps, changing: Changing): Promise<Result<Alert, Refusal>> {
  try {
    return await deps.store.write((tx) => restore(deps, tx, changing));
  } catch (error) {
    if (isDouble(error)) return refuse("UNDO_NOT_POSSIBLE");
    throw error;
  }
}

async function restore(deps: AlertsDeps, tx: Tx, changing: Changing): Promise<Result<Alert, Refusal>> {
  const now = deps.clock.now();
  const { caller } = changing;
  const seen = await ownAlert(tx, { ...changing, now });
  if (!seen.ok) return seen;
  const found = await reachLocked(tx, "own-alerts", { ...caller, deviceId: seen.value.deviceId, now });
  if (!found.ok) return found;
  await lockAlertMails(tx, [caller.userId]);
  // Read again: nobody decides about it, or its device, from here on.
  const alert = await findAlertEvenDeleted(tx, changing.alertId);
  if (alert === null) return refuse("NOT_FOUND");
  const { deletedAt } = alert;
  if (deletedAt === null) return ok(toAlert(alert));
  if (now - deletedAt >= binMs) return refuse("UNDO_NOT_POSSIBLE");
  // Of an earlier right on the device nothing is told. [AD-7]
  const { device, since } = found.value;
  const memory = deletedAt < since ? forgotten : await resumed(deps, tx, { alert, device });
  return ok(toAlert(await change(deps, tx, { changing, alert, patch: { deletedAt: null, ...memory } })));
}

async function livingAlert(deps: AlertsDeps, tx: Tx, { caller, alertId }: Changing): Promise<Result<AlertRow, Refusal>> {
  const alert = await ownAlert(tx, { caller, alertId, now: deps.clock.now() });
  return alert.ok && alert.value.deletedAt !== null ? refuse("NOT_FOUND") : alert;
}

async function change(
  deps: AlertsDeps,
  tx: Tx,
  { changing, alert, patch }: { changing: Changing; alert: AlertRow; patch: AlertPatch },
): Promise<AlertRow> {
  const now = deps.clock.now();
  const updated = await updateRow(tx, alert.id, { ...patch, updatedAt: now });
  const row = present(updated, "An alert that was found in this transaction stays");
  await tellAlerts(tx, row);
  const { caller, request } = changing;
  const facts = ({ enabled, deletedAt }: AlertRow) => ({ enabled, isDeleted: deletedAt !== null });
  await audit(tx, {
    at: now,
    actorKind: "user",
    actorId: caller.userId,
    action: "alert.changed",
    subjectKind: "alert",
    subjectId: row.id,
    before: facts(alert),
    after: { ...facts(row), ...tokenOf(caller) },
    request,
  });
  return row;
}
