/**
 * A device begins with an owner, or passes from one to another: same hardware, and of the earlier owner's time nothing to
 * see, neither commands nor what was wished. [AD-7, TI-1]
 *
 * Its row is locked by the caller before anything is decided about it; see accounts/lock.ts of the database.
 *
 * Not here: the end without a new owner (release-device.ts); who may pass a device on, and to whom.
 */
import { disableAlerts } from "@relaydeck/db/alerts/store";
import { relaysOf, updateDevice, updateRelay, type DeviceRow } from "@relaydeck/db/devices/store";
import { takeCommandNumber } from "@relaydeck/db/relays/commands";
import { endInvites } from "@relaydeck/db/shares/invites";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { audit } from "../audit/audit.ts";
import type { Doer } from "../audit/doer.ts";
import type { Ground } from "../ground.ts";
import { toLiveEvent } from "../live/append.ts";
import { cancelUnsentCommands } from "../relays/cancel-unsent.ts";
import { endSharesIn } from "../shares/end-shares.ts";
import { neutralDevices } from "./facts.ts";

const nothingWished = { desired: null, desiredAt: null, acknowledged: null, acknowledgedAt: null };

/** The row from now on: theirs since this moment. */
export async function beginOwnership(
  deps: Pick<Ground, "clock">,
  tx: Tx,
  { device, ownerId }: { device: DeviceRow; ownerId: string },
): Promise<DeviceRow> {
  return ownedFrom(deps, tx, { device, ownerId, commandsAfter: await takeCommandNumber(tx) });
}

async function ownedFrom(
  deps: Pick<Ground, "clock">,
  tx: Tx,
  { device, ownerId, commandsAfter }: { device: DeviceRow; ownerId: string; commandsAfter: number },
): Promise<DeviceRow> {
  const now = deps.clock.now();
  const owned = await updateDevice(tx, { id: device.id }, { ownerId, ownedSince: now, commandsAfter, updatedAt: now });
  for (const { number } of await relaysOf(tx, [device.id])) await updateRelay(tx, { deviceId: device.id, number }, nothingWished);
  return present(owned, "Read in this transaction");
}

/**
 * The device passes to a living user: every other right on it ends at once, unsent commands die, invitations and alerts on it
 * end. It keeps its names, which the new owner may change.
 */
export async function transferDevice(
  deps: Pick<Ground, "clock" | "random" | "log" | "profiles">,
  tx: Tx,
  { device, ownerId, by }: { device: DeviceRow; ownerId: string; by: Doer },
): Promise<DeviceRow> {
  const now = deps.clock.now();
  const { id: deviceId, ownerId: before } = device;
  // Before the number, for which every command of the installation waits from here on.
  await endInvites(tx, { deviceId }, now);
  await disableAlerts(tx, { deviceId }, now);
  // Before the first row of the audit, as whoever begins a command takes it; none to this device is begun while it is locked.
  const commandsAfter = await takeCommandNumber(tx);
  await cancelUnsentCommands(tx, { deviceId }, deps);
  await endSharesIn(deps, tx, { which: { deviceId }, reason: "transferred", by });
  const after = await ownedFrom(deps, tx, { device, ownerId, commandsAfter });
  if (before !== null) await tx.live([accessEvent({ deviceId, userId: before, access: "none", device: null })]);
  await tellOwner(deps, tx, after);
  await audit(tx, {
    at: now,
    ...by,
    action: "device.transferred",
    subjectKind: "device",
    subjectId: deviceId,
    before: { ownerId: before },
    after: { ownerId },
  });
  return after;
}

/** Tells whoever owns the device from here on that it is theirs. */
export async function tellOwner(deps: Pick<Ground, "clock" | "profiles">, tx: Tx, device: DeviceRow): Promise<void> {
  const { id: deviceId, ownerId: userId } = device;
  if (userId === null) return;
  const [neutral] = await neutralDevices(tx, [device], { profiles: deps.profiles, now: deps.clock.now() });
  await tx.live([accessEvent({ deviceId, userId, access: "owner", device: present(neutral, "One device in, one out") })]);
}

type Told =
  | { deviceId: string; userId: string; access: "none"; device: null }
  | { deviceId: string; userId: string; access: "owner"; device: Awaited<ReturnType<typeof neutralDevices>>[number] };

function accessEvent({ deviceId, userId, access, device }: Told) {
  return toLiveEvent({ deviceId, userId, body: { kind: "access", access, expiresAt: null, device } });
}
