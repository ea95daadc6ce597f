/** Somebody wants to hear by mail of what happens on a device they may see. The mail goes to themselves and nobody else. [D47, ML-9] */
import type { Alert, CreateAlert } from "@relaydeck/contract/alerts";
import { newId } from "@relaydeck/contract/ids";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findUserById } from "@relaydeck/db/accounts/store";
import { insertAlert } from "@relaydeck/db/alerts/store";
import { breaksUnique } from "@relaydeck/db/constraint";
import type { Reader, Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import { audit } from "../audit/audit.ts";
import { tokenOf } from "../caller.ts";
import { reachFor } from "../devices/access.ts";
import { toAlert } from "./alert-view.ts";
import { tellAlerts, type AlertsDeps, type Asking } from "./own-alert.ts";

export async function createAlert(deps: AlertsDeps, creating: Asking & { input: CreateAlert }): Promise<Result<Alert, Refusal>> {
  try {
    return await deps.store.write((tx) => create(deps, tx, creating));
  } catch (error) {
    if (isDouble(error)) return refuse("DUPLICATE_ALERT");
    throw error;
  }
}

/** One of each type, person and device; so nobody ever has more than six there. [D48] */
export function isDouble(error: unknown): boolean {
  return breaksUnique(error, "email_alerts", ["user_id", "device_id", "alert_type"]);
}

async function create(deps: AlertsDeps, tx: Tx, creating: Asking & { input: CreateAlert }): Promise<Result<Alert, Refusal>> {
  const { caller, request, input } = creating;
  const now = deps.clock.now();
  const { userId } = caller;
  const found = await reachFor(tx, "own-alerts", { ...caller, deviceId: input.deviceId, now });
  if (!found.ok) return found;
  const address = await verifiedAddressOf(tx, userId);
  if (address === null || address !== input.emailAddress) return refuse("ALERT_ADDRESS");
  const { deviceId, alertType, enabled } = input;
  const row = await insertAlert(tx, {
    id: newId("alert", deps.random),
    userId,
    deviceId,
    alertType,
    enabled,
    emailAddress: address,
    language: request.language ?? null,
    createdAt: now,
    updatedAt: now,
  });
  await tellAlerts(tx, row);
  await audit(tx, {
    at: now,
    actorKind: "user",
    actorId: userId,
    action: "alert.created",
    subjectKind: "alert",
    subjectId: row.id,
    after: { deviceId, alertType, enabled, ...tokenOf(caller) },
    request,
  });
  return ok(toAlert(row));
}

/** The only address that a person's alerts may go to; null: there is none. [ML-9, AC-9] */
export async function verifiedAddressOf(from: Reader, userId: string): Promise<string | null> {
  const user = await findUserById(from, userId);
  return user !== null && user.emailVerified ? user.email : null;
}
