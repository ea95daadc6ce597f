/** The caller's own alert on a device that the caller may still see; anything else reads as absent. [AZ-3, D49] */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { findAlertEvenDeleted, type AlertRow } from "@relaydeck/db/alerts/store";
import type { Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";
import type { Caller, RequestFacts } from "../caller.ts";
import { reachFor } from "../devices/access.ts";
import type { Ground } from "../ground.ts";
import { toLiveEvent } from "../live/append.ts";

/** What the stories of alerts use. */
export type AlertsDeps = Pick<Ground, "store" | "clock" | "random" | "settings">;

/** Who asks, and by which request. */
export interface Asking {
  readonly caller: Caller;
  readonly request: RequestFacts;
}

/** Also one that is deleted; the story says which it wants. */
export async function ownAlert(
  tx: Tx,
  { caller, alertId, now }: { caller: Caller; alertId: string; now: number },
): Promise<Result<AlertRow, Refusal>> {
  const alert = await findAlertEvenDeleted(tx, alertId);
  if (alert === null || alert.userId !== caller.userId) return refuse("NOT_FOUND");
  const found = await reachFor(tx, "own-alerts", { ...caller, deviceId: alert.deviceId, now });
  return found.ok ? ok(alert) : found;
}

/** Tells the person's pages to read their alerts on this device again. */
export function tellAlerts(tx: Tx, { userId, deviceId }: { userId: string; deviceId: string }): Promise<void> {
  return tx.live([toLiveEvent({ deviceId, userId, body: { kind: "alerts" } })]);
}
