/** The right of one caller on one device, asked of the policy with the rows of now. Never remembered. [C6, AZ-2] */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import {
  accessThrough,
  accessTo,
  isWithin,
  may,
  type Access,
  type DeviceAction,
  type ProgramRight,
} from "@relaydeck/core/policy";
import { lockDevice } from "@relaydeck/db/accounts/lock";
import { accessTo as grantedAccess, visibleDevices, type VisibleDevice } from "@relaydeck/db/devices/access";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import type { ShareRow } from "@relaydeck/db/shares/store";
import type { Reader, Tx } from "@relaydeck/db/store";
import { ok, type Result } from "@relaydeck/kit/result";

export interface DeviceInReach {
  readonly device: DeviceRow;
  /** The person's own right: how the device is shown. */
  readonly access: Exclude<Access, "none">;
  /** What may be done with it: less where a program's token asks. */
  readonly right: Access;
  readonly share: ShareRow | null;
  /** Since when they have this right, epoch ms. */
  readonly since: number;
}

interface Asking {
  readonly deviceId: string;
  readonly userId: string;
  /** The token by which this person's program asks. */
  readonly program?: ProgramRight | undefined;
  readonly now: number;
}

/** The device as far as this person may see it now; null = as if it did not exist. */
export async function reach(from: Reader, asking: Asking): Promise<DeviceInReach | null> {
  const { deviceId, userId, program, now } = asking;
  if (!isWithin(program, deviceId)) return null;
  const found = await grantedAccess(from, { deviceId, userId, now });
  if (found === null) return null;
  const shares = found.share === null ? [] : [found.share];
  const access = accessTo(found.device, { userId, shares, now });
  if (access === "none") return null;
  return {
    device: found.device,
    access,
    right: accessThrough(program, access, deviceId),
    share: found.share,
    since: found.since,
  };
}

/** All devices that the caller may see now, by name; of a program's owner those that its token names. */
export async function visibleTo(from: Reader, caller: Omit<Asking, "deviceId">): Promise<VisibleDevice[]> {
  const visible = await visibleDevices(from, { userId: caller.userId, now: caller.now });
  return visible.filter(({ device }) => isWithin(caller.program, device.id));
}

/** The device if this person may do that with it, else 404 or 403 as the table says. */
export async function reachFor(from: Reader, action: DeviceAction, asking: Asking): Promise<Result<DeviceInReach, Refusal>> {
  const found = await reach(from, asking);
  const allowed = may(action, found?.right ?? "none");
  if (!allowed.ok) return refuse(allowed.error);
  return found === null ? refuse("NOT_FOUND") : ok(found);
}

/** The same for a change of it: nobody passes the device on until the transaction ends. Who may not do that locks nothing. [AD-7] */
export async function reachLocked(tx: Tx, action: DeviceAction, asking: Asking): Promise<Result<DeviceInReach, Refusal>> {
  const seen = await reachFor(tx, action, asking);
  if (!seen.ok) return seen;
  await lockDevice(tx, asking.deviceId);
  return reachFor(tx, action, asking);
}
