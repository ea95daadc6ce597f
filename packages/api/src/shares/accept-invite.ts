/**
 * The link of an invitation is opened by the signed-in, verified account of the address that it was sent to: from now on
 * the invitation is a share. [AC-6, D43]
 *
 * Opened by any other account it is like an unknown one, and stays good for its own. [ML-1]
 */
import { newId } from "@relaydeck/contract/ids";
import { refuse, type Refusal } from "@relaydeck/contract/refusals";
import type { Share } from "@relaydeck/contract/shares";
import { lockDevice, lockLivingUser } from "@relaydeck/db/accounts/lock";
import type { DeviceRow } from "@relaydeck/db/devices/store";
import { acceptInvite as closeAsAccepted, findInvite, type InviteRow } from "@relaydeck/db/shares/invites";
import { putShare, shareWithNames } from "@relaydeck/db/shares/store";
import type { Tx } from "@relaydeck/db/store";
import { present } from "@relaydeck/kit/assert";
import { ok, type Result } from "@relaydeck/kit/result";
import { sha256 } from "../accounts/secrets.ts";
import { personDoing } from "../audit/doer.ts";
import { countTokenTrial, giveBack } from "../limits/rate-limits.ts";
import { lockShares } from "../limits/share-limits.ts";
import { rightBefore, tellGrant } from "./grant.ts";
import { toShare } from "./share-view.ts";
import type { Asking, SharesDeps } from "./shares-deps.ts";

interface Accepting extends Asking {
  readonly token: string;
}

const invalid = refuse("TOKEN_INVALID", { message: "This link is not valid any more." });

export function acceptInvite(deps: SharesDeps, accepting: Accepting): Promise<Result<Share, Refusal>> {
  const { caller, request, token } = accepting;
  return deps.store.write(async (tx) => {
    const now = deps.clock.now();
    const counted = await countTokenTrial(tx, { address: request.address, now, factor: deps.settings.rateLimitFactor });
    if (!counted.ok) return counted;
    const invite = await findInvite(tx, { tokenHash: sha256(token), now });
    if (invite === null || !(await isFor(tx, invite, caller.userId))) return invalid;
    const device = await deviceOf(tx, invite, now);
    if (device === null) return invalid;
    await lockShares(tx, invite.deviceId);
    const closed = await closeAsAccepted(tx, { id: invite.id, userId: caller.userId, now });
    if (closed === null) return invalid;
    await giveBack(tx, counted.value);
    return ok(await begin(deps, tx, { accepting, invite: closed, device }));
  });
}

/** Who asks is locked, before the device: nobody deletes the account until the share has begun. */
async function isFor(tx: Tx, { address, ownerId }: InviteRow, userId: string): Promise<boolean> {
  const user = await lockLivingUser(tx, userId);
  return user !== null && user.emailVerified && user.email === address && user.id !== ownerId;
}

/** The device, locked, while who invites still owns it and the share would not have ended already. */
async function deviceOf(tx: Tx, invite: InviteRow, now: number): Promise<DeviceRow | null> {
  if (invite.expiresAt !== null && invite.expiresAt <= now) return null;
  const device = await lockDevice(tx, invite.deviceId);
  return device?.deletedAt === null && device.ownerId === invite.ownerId ? device : null;
}

async function begin(
  deps: SharesDeps,
  tx: Tx,
  { accepting, invite, device }: { accepting: Accepting; invite: InviteRow; device: DeviceRow },
): Promise<Share> {
  const now = deps.clock.now();
  const { deviceId, ownerId, permission, expiresAt } = invite;
  const sharedWithId = accepting.caller.userId;
  const id = newId("share", deps.random);
  const before = await rightBefore(tx, { device, userId: sharedWithId, now });
  const { share } = await putShare(tx, {
    id,
    deviceId,
    ownerId,
    sharedWithId,
    permission,
    expiresAt,
    sharedAt: now,
    updatedAt: now,
  });
  await tellGrant(deps, tx, { by: personDoing(accepting), device, share, before, action: "share.accepted" });
  return toShare(present(await shareWithNames(tx, share.id), "A share that was just put is there"), now);
}
