/**
 * An alert listens again after an undo, with what it remembers from before: as its device is by now. [D48, D23]
 *
 * What ended meanwhile has ended; what began is not told. The device is locked by the caller, and so are the alert's mails.
 */
import { catchUp } from "@relaydeck/core/alerts/alert";
import { heldAfter } from "@relaydeck/core/alerts/flood";
import { standingOf } from "@relaydeck/core/alerts/occurrence";
import type { AlertPatch, AlertRow } from "@relaydeck/db/alerts/store";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import type { Tx } from "@relaydeck/db/store";
import type { Ground } from "../ground.ts";
import { resolveTold } from "./evaluate-alerts.ts";

type ResumeDeps = Pick<Ground, "clock">;

/** What its row has to say from now on. */
export async function resumed(
  deps: ResumeDeps,
  tx: Tx,
  { alert, device }: { alert: AlertRow; device: DeviceRow },
): Promise<Pick<AlertPatch, "armed" | "pendingSince" | "held">> {
  const now = deps.clock.now();
  let { armed, held } = alert;
  let pendingSince = waitsSince(alert, device, now);
  let isResolved = false;
  for (const occurrence of standingOf(device, now)) {
    const step = catchUp({ ...alert, armed, pendingSince }, occurrence);
    ({ armed, pendingSince } = step);
    isResolved ||= step.resolves;
    held = heldAfter(held, { occurrence, fires: false });
  }
  if (isResolved) await resolveTold(deps, tx, alert);
  return { armed, pendingSince, held };
}

/** Of a device that was back meanwhile and is gone again the two minutes are those of this time. [S17-10] */
function waitsSince(
  { pendingSince }: Pick<AlertRow, "pendingSince">,
  { cloudOnlineAt }: Pick<DeviceRow, "cloudOnlineAt">,
  now: number,
): number | null {
  if (pendingSince === null || cloudOnlineAt === null) return pendingSince;
  return Math.max(pendingSince, Math.min(cloudOnlineAt, now));
}
