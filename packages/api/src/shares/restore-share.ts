/**
 * The owner takes a revocation back: the same share with its alerts, or the same open invitation, as it was. [architecture 3]
 *
 * Only what its owner revoked comes back, never what the other person left or what time ended, and only while that device
 * is still theirs. Whoever was given another right meanwhile keeps that one. [AZ-6]
 */
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import { isIdOf } from "@relaydeck/contract/ids";
import type { Share } from "@relaydeck/contract/shares";
import { lockLivingUser } from "@relaydeck/db/accounts/lock";
import { findUserByEmail, findUserById } from "@relaydeck/db/accounts/store";
import { enableAlertsAgain, updateAlert } from "@relaydeck/db/alerts/store";
import { breaksUnique } from "@relaydeck/db/constraint";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import { findInviteById, reopenInvite, type InviteRow } from "@relaydeck/db/shares/invites";
import { findActiveShare, findShare, shareWithNames, updateShare, type ShareRow } from "@relaydeck/db/shares/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { lockAlertMails } from "../alerts/raise-alert.ts";
import { resumed } from "../alerts/resume-alert.ts";
import { personDoing } from "../audit/doer.ts";
import { reachLocked } from "../devices/access.ts";
import { lockShares } from "../limits/share-limits.ts";
import { binMs } from "../retention/prune.ts";
import { tellGrant } from "./grant.ts";
import { tellInvite } from "./invite-person.ts";
import { toPendingShare, toShare } from "./share-view.ts";
import { hasRoomFor } from "./share-device.ts";
import type { Asking, SharesDeps } from "./shares-deps.ts";

interface Restoring extends Asking {
  readonly shareId: string;
}

export async function restoreShare(deps: SharesDeps, restoring: Restoring): Promise<Result<Share, Refusal>> {
  const restore = isIdOf("invite", restoring.shareId) ? restoreInvite : restoreGiven;
  try {
    return await deps.store.write((tx) => restore(deps, tx, restoring));
  } catch (error) {
    // Given anew at the same moment: that one stands.
    if (breaksUnique(error, "device_shares", ["device_id", "shared_with_id"])) return refuse("UNDO_NOT_POSSIBLE");
    if (breaksUnique(error, "share_invites", ["device_id", "address"])) return refuse("UNDO_NOT_POSSIBLE");
    throw error;
  }
}

async function restoreGiven(deps: SharesDeps, tx: Tx, restoring: Restoring): Promise<Result<Share, Refusal>> {
  const now = deps.clock.now();
  const row = await findShare(tx, restoring.shareId);
  // Before the device; see lock.ts. Who gave nothing here locks nobody.
  const person = row?.ownerId === restoring.caller.userId ? await lockLivingUser(tx, row.sharedWithId) : null;
  const device = await deviceOf(deps, tx, { restoring, row });
  if (!device.ok) return device;
  const share = present(await findShare(tx, restoring.shareId), "Looked at again, now that the device is locked");
  if (!share.isActive) {
    const isPossible = person !== null && share.endedReason === "revoked" && canComeBack(share, { device: device.value, now });
    if (!isPossible) return refuse("UNDO_NOT_POSSIBLE");
    if (!(await hasRoomFor(tx, { deviceId: share.deviceId, email: person.email, now }))) return refuse("LIMIT_REACHED");
    const open = { isActive: true, endedAt: null, endedReason: null, updatedAt: now };
    const active = present(await updateShare(tx, share.id, open), "A share that was found in this transaction stays");
    const { sharedWithId: userId, endedAt: offSince } = share;
    if (offSince !== null) await hearAgain(deps, tx, { userId, device: device.value, offSince });
    await tellGrant(deps, tx, { by: personDoing(restoring), device: device.value, share: active, action: "share.restored" });
  }
  return ok(toShare(present(await shareWithNames(tx, share.id), "It was found above"), now));
}

/** The alerts that the revocation switched off, as the device is by now. */
async function hearAgain(
  deps: SharesDeps,
  tx: Tx,
  { userId, device, offSince }: { userId: string; device: DeviceRow; offSince: number },
): Promise<void> {
  await lockAlertMails(tx, [userId]);
  const which = { userId, deviceId: device.id, offSince, at: deps.clock.now() };
  for (const alert of await enableAlertsAgain(tx, which))
    await updateAlert(tx, alert.id, await resumed(deps, tx, { alert, device }));
}

async function restoreInvite(deps: SharesDeps, tx: Tx, restoring: Restoring): Promise<Result<Share, Refusal>> {
  const now = deps.clock.now();
  const row = await findInviteById(tx, restoring.shareId);
  const device = await deviceOf(deps, tx, { restoring, row });
  if (!device.ok) return device;
  const invite = present(await findInviteById(tx, restoring.shareId), "Looked at again, now that the device is locked");
  if (!invite.isOpen) {
    const isPossible =
      invite.acceptedAt === null && now < invite.validUntil && canComeBack(invite, { device: device.value, now });
    const { deviceId, address } = invite;
    if (!isPossible || (await hasShare(tx, { deviceId, address }))) return refuse("UNDO_NOT_POSSIBLE");
    if (!(await hasRoomFor(tx, { deviceId, email: address, now }))) return refuse("LIMIT_REACHED");
    const reopened = present(await reopenInvite(tx, { id: invite.id, at: now }), "An invitation that was found stays");
    await tellInvite(deps, tx, { invite: reopened, by: restoring, action: "invite.restored" });
  }
  const owner = present(await findUserById(tx, invite.ownerId), "Who asks has an account");
  return ok(toPendingShare(invite, { owner, device: device.value }));
}

/** The person has come in another way meanwhile. */
async function hasShare(tx: Tx, { deviceId, address }: { deviceId: string; address: string }): Promise<boolean> {
  const person = await findUserByEmail(tx, address);
  return person !== null && (await findActiveShare(tx, { deviceId, sharedWithId: person.id })) !== null;
}

/** The device of the row, locked, if the caller may manage its shares and gave this one. */
async function deviceOf(
  { clock }: Pick<SharesDeps, "clock">,
  tx: Tx,
  { restoring, row }: { restoring: Restoring; row: Pick<ShareRow | InviteRow, "deviceId" | "ownerId"> | null },
): Promise<Result<DeviceRow, Refusal>> {
  if (row === null) return refuse("NOT_FOUND");
  const { userId } = restoring.caller;
  const found = await reachLocked(tx, "shares", { deviceId: row.deviceId, userId, now: clock.now() });
  if (!found.ok) return found;
  if (row.ownerId !== userId) return refuse("NOT_FOUND");
  await lockShares(tx, row.deviceId);
  return ok(found.value.device);
}

/** Its end by time is still ahead, it was ended within the life of the bin, and while this owner had the device. */
function canComeBack(
  { expiresAt, endedAt }: Pick<ShareRow | InviteRow, "expiresAt" | "endedAt">,
  { device, now }: { device: DeviceRow; now: number },
): boolean {
  if (endedAt === null || (expiresAt !== null && expiresAt <= now)) return false;
  return now - endedAt <= binMs && endedAt >= (device.ownedSince ?? device.createdAt);
}
