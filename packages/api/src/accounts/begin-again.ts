/**
 * A deleted account comes back with all that ended with it but sessions: devices that nobody had meanwhile, shares,
 * invitations and programs' tokens that time has not ended, alerts of everybody who may see the device. [AD-5, D23]
 *
 * Nothing is taken from anybody: a device with another owner by now stays theirs, and with it the shares on it. A device in
 * the bin is given back there, untold: whoever has a right on it is told when it comes out.
 */
import { findUserById, updateUser, type UserRow } from "@relaydeck/db/accounts/store";
import type { EndedOwnership, EndedWithUser } from "@relaydeck/db/accounts/tables";
import { updateAlert } from "@relaydeck/db/alerts/store";
import { lockDevice, lockDevices } from "@relaydeck/db/accounts/lock";
import { sharesByIds, silentAlerts, undeleteAlerts } from "@relaydeck/db/console/ended";
import { findDeviceEvenDeleted, relaysOf, updateDevice, updateRelay } from "@relaydeck/db/devices/store";
import { findInviteById, reopenInvite } from "@relaydeck/db/shares/invites";
import { findActiveShare, updateShare, type ShareRow } from "@relaydeck/db/shares/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { audit } from "../audit/audit.ts";
import type { Doer } from "../audit/doer.ts";
import { plainName, plainRelayName } from "../devices/release-device.ts";
import type { Ground } from "../ground.ts";
import { tellOwner } from "../devices/ownership.ts";
import { toLiveEvent } from "../live/append.ts";
import { tellGrant } from "../shares/grant.ts";
import { tokensAgain } from "../tokens/end-tokens.ts";
import { accountDeleted } from "./end-account.ts";

/** Why devices have their owner again, in the audit. */
const accountRestored = "account-restored";

export type BeginDeps = Pick<Ground, "clock" | "random" | "log" | "profiles">;

export interface CameBack {
  readonly user: UserRow;
  /** How many of what had ended, and how many of those are there again. */
  readonly devices: { readonly ended: number; readonly back: number };
  readonly shares: { readonly ended: number; readonly back: number };
  readonly tokens: { readonly ended: number; readonly back: number };
}

interface Beginning {
  /** Deleted, and locked. */
  readonly user: UserRow & { readonly deletedAt: number };
  readonly by: Doer;
}

/** Breaks a unique constraint of `users` where somebody has the address, or the Google account, by now. */
export async function beginAgain(deps: BeginDeps, tx: Tx, { user, by }: Beginning): Promise<CameBack> {
  const now = deps.clock.now();
  const { deletedAt } = user;
  const ended: EndedWithUser = user.deletedWith ?? { devices: [], shares: [], invites: [], alerts: [], silenced: [] };
  const open = { deletedAt: null, deletedBy: null, deletedWith: null, updatedAt: now };
  // All at first, in the one order; see lock.ts.
  const given = await sharesByIds(tx, ended.shares);
  await lockDevices(tx, [...ended.devices.map(({ id }) => id), ...given.map(({ deviceId }) => deviceId)]);
  const back = present(await updateUser(tx, { id: user.id }, open), "Locked in this transaction");
  let devices = 0;
  for (const ownership of ended.devices) if (await ownAgain(deps, tx, { ownership, userId: user.id, by })) devices += 1;
  let shares = 0;
  for (const share of await sharesByIds(tx, ended.shares)) if (await shareAgain(deps, tx, { share, by })) shares += 1;
  for (const id of ended.invites) await inviteAgain(tx, { id, now });
  await undeleteAlerts(tx, { ids: ended.alerts, userId: user.id, deletedAt, at: now });
  await hearAgain(tx, { ids: ended.silenced, now });
  return {
    user: back,
    devices: { ended: ended.devices.length, back: devices },
    shares: { ended: ended.shares.length, back: shares },
    tokens: await tokensAgain(deps, tx, { userId: user.id, by, deletedAt }),
  };
}

/**
 * Only a device that nobody had since: a number of its own is taken at every change of hands. [AD-7] Names that an administrator
 * gave meanwhile stay. [AD-3]
 */
async function ownAgain(
  deps: BeginDeps,
  tx: Tx,
  { ownership, userId, by }: { ownership: EndedOwnership; userId: string; by: Doer },
): Promise<boolean> {
  const { id, relays, ownedSince, commandsAfter } = ownership;
  const device = await lockDevice(tx, id);
  if (device === null || device.commandsAfter !== commandsAfter) return false;
  if (device.ownerId !== null) return device.ownerId === userId;
  const now = deps.clock.now();
  // Of the serial number that it had: an administrator may have corrected it.
  const isUnnamed = device.name === plainName({ ...device, ...ownership });
  const name = isUnnamed ? ownership.name : device.name;
  const owned = await updateDevice(tx, { id }, { ownerId: userId, ownedSince, name, updatedAt: now });
  const unnamed = (await relaysOf(tx, [id])).filter((relay) => relay.name === plainRelayName(relay.number));
  for (const { number } of unnamed) {
    const before = relays.find((relay) => relay.number === number);
    if (before !== undefined) await updateRelay(tx, { deviceId: id, number }, { name: before.name });
  }
  const [action, after] = ["device.returned", { ownerId: userId, reason: accountRestored }];
  await audit(tx, { at: now, ...by, action, subjectKind: "device", subjectId: id, before: { ownerId: null }, after });
  if (device.deletedAt === null) await tellOwner(deps, tx, present(owned, "Locked in this transaction"));
  return true;
}

async function shareAgain(deps: BeginDeps, tx: Tx, { share, by }: { share: ShareRow; by: Doer }): Promise<boolean> {
  const now = deps.clock.now();
  const device = await findDeviceEvenDeleted(tx, share.deviceId);
  const isOver = share.endedReason !== accountDeleted || (share.expiresAt !== null && share.expiresAt <= now);
  if (isOver || device === null || device.ownerId !== share.ownerId) return false;
  // Had again by registering it anew, it is shared with nobody.
  if ((share.endedAt ?? 0) < (device.ownedSince ?? device.createdAt)) return false;
  // Whoever of the two comes back last brings it along; until then a device in the bin may lose its owner for good.
  for (const id of [share.ownerId, share.sharedWithId]) if ((await findUserById(tx, id)) === null) return false;
  if ((await findActiveShare(tx, share)) !== null) return false;
  const open = { isActive: true, endedAt: null, endedReason: null, updatedAt: now };
  const active = present(await updateShare(tx, share.id, open), "Read in this transaction");
  if (device.deletedAt === null) await tellGrant(deps, tx, { by, device, share: active, action: "share.restored" });
  return true;
}

async function inviteAgain(tx: Tx, { id, now }: { id: string; now: number }): Promise<void> {
  const invite = await findInviteById(tx, id);
  if (invite === null || invite.isOpen || invite.validUntil <= now) return;
  const device = await findDeviceEvenDeleted(tx, invite.deviceId);
  if (device === null || device.ownerId !== invite.ownerId) return;
  await reopenInvite(tx, { id, at: now });
  await tx.live([toLiveEvent({ deviceId: device.id, userId: invite.ownerId, body: { kind: "shares" } })]);
}

/** Alerts that were on are on again, where their person has a right on the device. */
async function hearAgain(tx: Tx, { ids, now }: { ids: readonly string[]; now: number }): Promise<void> {
  for (const alert of await silentAlerts(tx, ids)) {
    const { id, userId, deviceId } = alert;
    if (!(await hasRight(tx, { userId, deviceId, now }))) continue;
    await updateAlert(tx, id, { enabled: true, updatedAt: now });
    await tx.live([toLiveEvent({ deviceId, userId, body: { kind: "alerts" } })]);
  }
}

/** Also on a device in the bin, where it grants nothing yet. */
async function hasRight(tx: Tx, { userId, deviceId, now }: { userId: string; deviceId: string; now: number }): Promise<boolean> {
  const device = await findDeviceEvenDeleted(tx, deviceId);
  if (device?.ownerId === userId) return true;
  const share = await findActiveShare(tx, { deviceId, sharedWithId: userId });
  return share !== null && (share.expiresAt === null || share.expiresAt > now);
}
