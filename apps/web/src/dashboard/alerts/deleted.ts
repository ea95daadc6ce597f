/** Which strips of deleted alerts are still true. Pure. [D48] */
import type { Alert } from "@relaydeck/contract/alerts";

type Typed = Pick<Alert, "id" | "alertType">;
type Placed = Pick<Alert, "deviceId" | "alertType">;

/** Of one device, one per type: an alert that is there, by whichever id, needs no way back, and of two the last one has it. */
export function stillDeleted<T extends Typed>(deleted: readonly T[], alerts: readonly Typed[]): readonly T[] {
  const last = new Map(deleted.map((alert) => [alert.alertType, alert]));
  return [...last.values()].filter(({ alertType }) => !alerts.some((alert) => alert.alertType === alertType));
}

/** Both tell of the same on one device, which has one of each type. */
export function isOfSameType(one: Placed, other: Placed): boolean {
  return one.deviceId === other.deviceId && one.alertType === other.alertType;
}
