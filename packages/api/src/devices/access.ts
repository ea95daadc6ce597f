/** The right of one caller on one device, asked of the policy with the rows of now. Never remembered. [C6, AZ-2] */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { accessTo, may, type Access, type DeviceAction } from "@relaydeck/core/policy";
import { accessTo as grantedAccess } from "@relaydeck/db/devices/access";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import type { ShareRow } from "@relaydeck/db/shares/store";
import type { Reader } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";

export interface DeviceInReach {
  readonly device: DeviceRow;
  readonly access: Exclude<Access, "none">;
  readonly share: ShareRow | null;
}

interface Asking {
  readonly deviceId: string;
  readonly userId: string;
  readonly now: number;
}

/** The device as far as this person may see it now; null = as if it did not exist. */
export async function reach(from: Reader, asking: Asking): Promise<DeviceInReach | null> {
  const found = await grantedAccess(from, asking);
  if (found === null) return null;
  const shares = found.share === null ? [] : [found.share];
  const access = accessTo(found.device, { userId: asking.userId, shares, now: asking.now });
  return access === "none" ? null : { device: found.device, access, share: found.share };
}

/** The device if this person may do that with it, else 404 or 403 as the table says. */
export async function reachFor(from: Reader, action: DeviceAction, asking: Asking): Promise<Result<DeviceInReach, Refusal>> {
  const found = await reach(from, asking);
  const allowed = may(action, found?.access ?? "none");
  if (!allowed.ok) return refuse(allowed.error);
  return found === null ? refuse("NOT_FOUND") : ok(found);
}
