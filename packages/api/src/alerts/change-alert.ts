/** The caller switches an own alert on or off, removes it, or takes the removal back. [D48, D23] */
import type { Alert } from "@relaydeck/contract/alerts";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { forgotten, updateAlert as updateRow, type AlertPatch, type AlertRow } from "@relaydeck/db/alerts/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import { tokenOf } from "../caller.ts";
import { binMs } from "../retention/prune.ts";
import { toAlert } from "./alert-view.ts";
import { isDouble, verifiedAddressOf } from "./create-alert.ts";
import { ownAlert, tellAlerts, type AlertsDeps, type Asking } from "./own-alert.ts";

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
    await change(deps, tx, { changing, alert: alert.value, patch: { deletedAt: deps.clock.now(), ...forgotten } });
    return ok({ id: alert.value.id });
  });
}

/** Within the days of the bin, unless another of its type has taken its place. */
export async function restoreAlert(deps: AlertsDeps, changing: Changing): Promise<Result<Alert, Refusal>> {
  try {
    return await deps.store.write(async (tx) => {
      const now = deps.clock.now();
      const alert = await ownAlert(tx, { ...changing, now });
      if (!alert.ok) return alert;
      const { deletedAt } = alert.value;
      if (deletedAt === null) return ok(toAlert(alert.value));
      if (now - deletedAt >= binMs) return refuse("UNDO_NOT_POSSIBLE");
      return ok(toAlert(await change(deps, tx, { changing, alert: alert.value, patch: { deletedAt: null } })));
    });
  } catch (error) {
    if (isDouble(error)) return refuse("UNDO_NOT_POSSIBLE");
    throw error;
  }
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
