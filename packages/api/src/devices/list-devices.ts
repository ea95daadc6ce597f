/** The caller's devices: owned and switchable ones, and those that others share with them. [D39] */
import type { Device, SharedDevice } from "@relaydeck/contract/devices";
import { toInstant, toInstantOrNull } from "@relaydeck/contract/instants";
import { deviceFor } from "@relaydeck/core/devices/view";
import type { VisibleDevice } from "@relaydeck/db/devices/access";
import { findUsersByIds } from "@relaydeck/db/accounts/store";
import type { Caller } from "../caller.ts";
import type { Ground } from "../ground.ts";
import { visibleTo } from "./access.ts";
import { neutralDevices } from "./facts.ts";

type ListDeps = Pick<Ground, "store" | "clock" | "profiles">;

/** Owned devices and control shares, by name. */
export async function listDevices(deps: ListDeps, caller: Caller): Promise<Device[]> {
  const visible = await visibleTo(deps.store.read, { ...caller, now: deps.clock.now() });
  return show(
    deps,
    caller,
    visible.filter(({ permission }) => permission !== "view"),
  );
}

/** Every share to the caller that holds now, with who gave it. */
export async function listSharedDevices(deps: ListDeps, caller: Caller): Promise<SharedDevice[]> {
  const visible = await visibleTo(deps.store.read, { ...caller, now: deps.clock.now() });
  const shared = visible.filter(({ share }) => share !== null);
  const devices = await show(deps, caller, shared);
  const owners = new Map(
    (
      await findUsersByIds(
        deps.store.read,
        shared.map(({ device }) => device.ownerId ?? ""),
      )
    ).map((user) => [user.id, user]),
  );
  return devices.flatMap((device, index) => {
    const share = shared[index]?.share;
    const owner = owners.get(device.ownerId ?? "");
    if (share === undefined || share === null || owner === undefined) return [];
    const { firstName, lastName, email } = owner;
    const shown = {
      id: share.id,
      permission: share.permission,
      expiresAt: toInstantOrNull(share.expiresAt),
      sharedAt: toInstant(share.sharedAt),
    };
    return [{ ...device, share: { ...shown, owner: { firstName, lastName, email } } }];
  });
}

async function show(deps: ListDeps, caller: Caller, visible: readonly VisibleDevice[]): Promise<Device[]> {
  const rows = visible.map(({ device }) => device);
  const neutral = await neutralDevices(deps.store.read, rows, { profiles: deps.profiles, now: deps.clock.now() });
  return neutral.map((device, index) =>
    deviceFor({ userId: caller.userId, permission: visible[index]?.permission ?? "view" }, device),
  );
}
